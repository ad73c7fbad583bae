import { Elysia } from 'elysia';
import { parseListQuestion, SEARCH_FORM } from '../../wire/search.ts';
import { guard } from '../hooks/guard.ts';
import { observe } from '../hooks/observe.ts';
import { answerKeptList, answerList, type ListReader } from '../list-answer.ts';
import type { Services } from '../services.ts';
import { Turns } from '../turns.ts';

const readSearch: ListReader = (url, { lookups }) => parseListQuestion(url, SEARCH_FORM, lookups);

/**
 * `GET {commercial}/pesquisa`: the CNPJs that meet any combination of filters, for the premium plan. What is not known
 * already is searched in turn.
 */
export function search(services: Services, prefix: string) {
  const turns = new Turns();
  return new Elysia({ prefix })
    .use(guard(services, 'premium'))
    .get('/pesquisa', async ({ request, exchange, subscriber }) => {
      services.recorder.usage.count(subscriber.id, 'pesquisa');
      const response =
        answerKeptList(services, request, exchange) ??
        (await turns.take(() => answerList(services, request, exchange, SEARCH_FORM, readSearch)));
      observe(services, request, exchange, response.status);
      return response;
    });
}
