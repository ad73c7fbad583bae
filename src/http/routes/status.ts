import { Elysia } from 'elysia';
import { unavailable } from '../../wire/error.ts';
import { presentStatus } from '../../wire/status.ts';
import { answer } from '../answer.ts';
import { beginExchange } from '../exchange.ts';
import { observe } from '../hooks/observe.ts';
import type { Services } from '../services.ts';

/** `GET {public}/status` and the two questions that a supervisor asks: is it alive, may it get requests. */
export function status(services: Services, prefix: string) {
  return new Elysia({ prefix })
    .derive(({ route }) => ({ exchange: beginExchange(route) }))
    .get('/status', ({ request, exchange }) => {
      const facts = services.live.current?.database.facts;
      observe(services, request, exchange, 200);
      const body = presentStatus(
        facts,
        services.version,
        services.config.WIRE_PROFILE,
        services.limits.now(),
        services.lastFailure(),
      );
      return answer(exchange, body, { caching: 'none' });
    })
    .get('/health/live', ({ request, exchange }) => {
      observe(services, request, exchange, 200);
      return answer(exchange, '{"vivo":true}', { caching: 'none' });
    })
    .get('/health/ready', ({ request, exchange }) => {
      if (services.live.current === undefined) throw unavailable();
      observe(services, request, exchange, 200);
      return answer(exchange, '{"pronto":true}', { caching: 'none' });
    });
}
