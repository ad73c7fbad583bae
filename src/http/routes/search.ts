import { Elysia } from 'elysia';
import { busy } from '../../wire/error.ts';
import { parseListQuestion, SEARCH_FORM } from '../../wire/search.ts';
import { guard } from '../hooks/guard.ts';
import { observe } from '../hooks/observe.ts';
import { answerKeptList, answerList } from '../list-answer.ts';
import { type Services, servedBy } from '../services.ts';
import { Turns } from '../turns.ts';

/** What is behind so many searches would be answered when its client has long gone. */
const MOST_WAITING = 2_000;
/** How the log tells a request whose client did not wait; nobody gets the answer. */
const CLIENT_GONE = 499;

/**
 * `GET {commercial}/pesquisa`: the CNPJs that meet any combination of filters, for the premium plan. What was not kept
 * is searched in turn.
 */
export function search(services: Services, prefix: string) {
  const turns = new Turns(MOST_WAITING);
  return new Elysia({ prefix })
    .use(guard(services, 'premium'))
    .get('/pesquisa', async ({ request, exchange, subscriber }) => {
      services.recorder.usage.count(subscriber.id, 'pesquisa');
      let response = answerKeptList(services, request, exchange);
      if (response === undefined) {
        const question = parseListQuestion(request.url, SEARCH_FORM, servedBy(services).lookups);
        const turn = turns.take(() => {
          if (request.signal.aborted) return new Response(null, { status: CLIENT_GONE });
          // Who came before may have asked the same.
          const kept = answerKeptList(services, request, exchange);
          return kept ?? answerList(services, request, exchange, SEARCH_FORM, question);
        });
        if (turn === undefined) throw busy();
        response = await turn;
      }
      observe(services, request, exchange, response.status);
      return response;
    });
}
