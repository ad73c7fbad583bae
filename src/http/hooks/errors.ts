import {
  internalError,
  methodNotAllowed,
  presentError,
  Refusal,
  unknownAddress,
  unreadable,
} from '../../wire/error.ts';
import { answer, answerNobody } from '../answer.ts';
import { beginExchange, type Exchange, exchangeOf, nameOf } from '../exchange.ts';
import type { RouteTable } from '../route-table.ts';
import type { Services } from '../services.ts';
import { pathOf } from '../target.ts';
import { observe } from './observe.ts';

const PREFLIGHT_SECONDS = '86400';
const REQUEST_HEADERS = 'Authorization, Content-Type, If-None-Match, x_api_token';

/** What Elysia hands to the hook of errors. */
export interface Failure {
  readonly code: string | number;
  readonly error: unknown;
  readonly request: Request;
  readonly exchange?: Exchange | undefined;
}

/** The one exit of everything that is no 200: refusals as they are, unknown paths, and our own faults without a word of them. */
export function answerFailure(services: Services, routes: RouteTable, failure: Failure): Response {
  const { request } = failure;
  const path = pathOf(request.url);
  const exchange =
    failure.exchange ?? exchangeOf(failure.error) ?? beginExchange(routes.patternOf(path) ?? '');
  if (failure.code === 'NOT_FOUND') {
    const allowed = routes.methodsOf(path);
    if (allowed !== undefined && request.method === 'OPTIONS')
      return answerPreflight(services, request, exchange, allowed);
    const refusal = allowed === undefined ? unknownAddress() : methodNotAllowed(request.method, allowed);
    return present(services, request, exchange, routes, refusal);
  }
  const { error } = failure;
  if (error instanceof Refusal) return present(services, request, exchange, routes, error);
  if (failure.code === 'PARSE') return present(services, request, exchange, routes, unreadable());
  if (isGone(request, error)) {
    const response = answerNobody();
    observe(services, request, exchange, response.status);
    return response;
  }
  services.log.events.error({ id: nameOf(exchange), route: exchange.route, err: error }, 'a request failed');
  return present(services, request, exchange, routes, internalError(nameOf(exchange)));
}

/** Whether a request failed because its client went while the body was still to come. */
function isGone({ signal }: Request, error: unknown): boolean {
  return signal.aborted && error instanceof Error && error.name === 'AbortError';
}

/** The answer where even the exit of errors failed: what is left to say is that the fault is ours. */
export function answerFault({ log }: Pick<Services, 'log'>, cause: unknown): Response {
  const exchange = beginExchange('');
  log.events.error({ id: nameOf(exchange), err: cause }, 'an answer failed');
  const body = presentError(internalError(nameOf(exchange)), false);
  return answer(exchange, body, { status: 500, caching: 'none' });
}

function present(
  services: Services,
  request: Request,
  exchange: Exchange,
  routes: RouteTable,
  refusal: Refusal,
): Response {
  observe(services, request, exchange, refusal.status);
  const body = presentError(refusal, routes.isSuframa(exchange.route));
  return answer(exchange, body, { status: refusal.status, caching: 'none', headers: refusal.headers });
}

/** A browser asks before it sends a header of ours; what is allowed is the same for all. */
function answerPreflight(
  services: Services,
  request: Request,
  exchange: Exchange,
  allowed: readonly string[],
): Response {
  observe(services, request, exchange, 204);
  return new Response(null, {
    status: 204,
    headers: {
      'access-control-allow-origin': '*',
      'access-control-allow-methods': allowed.join(', '),
      'access-control-allow-headers': REQUEST_HEADERS,
      'access-control-max-age': PREFLIGHT_SECONDS,
      allow: allowed.join(', '),
    },
  });
}
