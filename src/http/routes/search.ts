import { Elysia } from 'elysia';
import { parseListQuestion, SEARCH_FORM } from '../../wire/search.ts';
import { guard } from '../hooks/guard.ts';
import { observe } from '../hooks/observe.ts';
import { answerKeptList, answerList } from '../list-answer.ts';
import type { Served } from '../served.ts';
import type { Services } from '../services.ts';

/** `GET {commercial}/pesquisa`: the CNPJs that meet any combination of filters, for the premium plan. */
export function search(services: Services, prefix: string) {
  return new Elysia({ prefix })
    .use(guard(services, 'premium', 'pesquisa'))
    .get('/pesquisa', async ({ request, exchange }) => {
      const read = ({ lookups }: Served) => parseListQuestion(request.url, SEARCH_FORM, lookups);
      const kept = answerKeptList(services, request, exchange);
      const response = kept ?? (await answerList(services, request, exchange, SEARCH_FORM, read));
      observe(services, request, exchange, response.status);
      return response;
    });
}
