import { Elysia } from 'elysia';
import type { Subscriber } from '../../state/directory.ts';
import type { Operation } from '../../state/tables.ts';
import { planTooSmall } from '../../wire/token.ts';
import { beginExchange, type Exchange, stopBy } from '../exchange.ts';
import { nextRound } from '../round.ts';
import type { Services } from '../services.ts';
import { limitMinute, limitMonth, refuseShutOut } from './limits.ts';
import { findSubscriber } from './subscriber.ts';

/** Which plans may: any, or premium alone. */
export type AllowedPlans = 'every' | 'premium';

/**
 * The checks of every commercial route, in their order: address shut out, token, plan, limits. They run before any
 * validation, and their derive is scoped: an unscoped one does not reach the app that uses this plugin. It is one hook,
 * since each costs a request half a microsecond. `operation` is what a query counts as; what is no query has none and is
 * limited by the minute alone, never by the month.
 */
export function guard(services: Services, plans: AllowedPlans, operation?: Operation) {
  return new Elysia().derive({ as: 'scoped' }, async ({ route, request }) => {
    const exchange = beginExchange(route);
    await nextRound();
    const subscriber = admit(services, request, exchange, plans, operation);
    return { exchange, subscriber };
  });
}

function admit(
  services: Services,
  request: Request,
  exchange: Exchange,
  plans: AllowedPlans,
  operation: Operation | undefined,
): Subscriber {
  try {
    refuseShutOut(services, request, exchange);
    const subscriber = findSubscriber(services, request, exchange);
    if (plans === 'premium' && subscriber.plan !== 'premium') throw planTooSmall();
    limitMinute(services, subscriber, exchange);
    if (operation !== undefined) {
      limitMonth(services, subscriber, exchange);
      // In one step with the check: what else came in by then must not slip through behind it.
      services.recorder.usage.count(subscriber.id, operation);
    }
    return subscriber;
  } catch (cause) {
    throw stopBy(cause, exchange);
  }
}
