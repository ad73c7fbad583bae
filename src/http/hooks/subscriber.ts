import type { Subscriber } from '../../state/directory.ts';
import { noToken, tokenRefused, tokensDisagree } from '../../wire/token.ts';
import type { Exchange } from '../exchange.ts';
import type { Services } from '../services.ts';

const BEARER = /^Bearer +(\S+) *$/i;

/** Every token that a request carries: header, query and bearer. A malformed Authorization counts as one, a blank place as none. */
function tokensOf(request: Request): string[] {
  const tokens: string[] = [];
  const { headers, url } = request;
  const header = headers.get('x_api_token')?.trim();
  if (header) tokens.push(header);
  const authorization = headers.get('authorization');
  if (authorization !== null) tokens.push(BEARER.exec(authorization)?.[1] ?? '');
  const query = url.indexOf('?');
  if (query >= 0 && url.includes('token', query)) {
    const given = new URLSearchParams(url.slice(query)).getAll('token');
    tokens.push(...given.filter((token) => token !== ''));
  }
  return tokens;
}

/**
 * Who asks, by the token in any of its three places. Throws a 401 for none, for two that disagree, and for one that
 * is not in force; each of these counts as a failure of the address.
 */
export function findSubscriber(services: Services, request: Request, exchange: Exchange): Subscriber {
  const tokens = tokensOf(request);
  const [token] = tokens;
  const agree = tokens.every((other) => other === token);
  const found = token !== undefined && agree ? services.directory.findSubscriber(token) : undefined;
  if (typeof found === 'object') {
    exchange.plan = found.plan;
    exchange.subscriberId = found.id;
    return found;
  }
  services.limits.failures.count(services.addresses.keyOfRequest(request), services.limits.now());
  if (found !== undefined) throw tokenRefused(found);
  throw agree ? noToken() : tokensDisagree();
}
