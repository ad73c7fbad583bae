import { Elysia } from 'elysia';
import { unavailable } from '../../wire/error.ts';
import { parseListQuestion, SEARCH_FORM } from '../../wire/search.ts';
import { guard } from '../hooks/guard.ts';
import { observe } from '../hooks/observe.ts';
import { answerList } from '../list-answer.ts';
import type { Services } from '../services.ts';

/** `GET {commercial}/pesquisa`: the CNPJs that meet any combination of filters, for the premium plan. */
export function search(services: Services, prefix: string) {
  return new Elysia({ prefix })
    .use(guard(services, 'premium'))
    .get('/pesquisa', ({ request, exchange, subscriber }) => {
      services.recorder.usage.count(subscriber.id, 'pesquisa');
      const served = services.live.current;
      if (served === undefined) throw unavailable();
      const response = answerList(served, request, exchange, SEARCH_FORM, parseListQuestion);
      observe(services, request, exchange, response.status);
      return response;
    });
}
