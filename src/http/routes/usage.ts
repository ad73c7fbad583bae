import { Elysia } from 'elysia';
import { parseUsageQuestion, presentUsage } from '../../wire/usage.ts';
import { answer } from '../answer.ts';
import { guard } from '../hooks/guard.ts';
import { observe } from '../hooks/observe.ts';
import type { Services } from '../services.ts';

/**
 * `GET {commercial}/consumo`: what the subscriber has queried, by month. Asking is no query itself, so that who has used
 * up a month can still see it.
 */
export function usage(services: Services, prefix: string) {
  return new Elysia({ prefix })
    .use(guard(services, 'every'))
    .get('/consumo', ({ request, exchange, subscriber }) => {
      const question = parseUsageQuestion(request.url);
      const months = services.recorder.usage.usageByMonth(subscriber.id, question.year, question.month);
      observe(services, request, exchange, 200);
      return answer(exchange, presentUsage(months, question, subscriber.id), { caching: 'private' });
    });
}
