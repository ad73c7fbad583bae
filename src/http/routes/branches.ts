import { Elysia } from 'elysia';
import { parseRootParameter } from '../../wire/cnpj.ts';
import { unavailable } from '../../wire/error.ts';
import { BRANCH_FILTERS, SEARCH_FILTERS } from '../../wire/filters.ts';
import { parseListQuestion, rootNotFound } from '../../wire/search.ts';
import { guard } from '../hooks/guard.ts';
import { observe } from '../hooks/observe.ts';
import { answerList } from '../list-answer.ts';
import type { Services } from '../services.ts';

const FILTERS = SEARCH_FILTERS.filter(({ name }) => BRANCH_FILTERS.some((known) => known === name));

/** `GET {commercial}/cnpj-raiz/{raiz}`: all CNPJs of a company, a page at a time, by four filters. */
export function branches(services: Services, prefix: string) {
  return new Elysia({ prefix })
    .use(guard(services, 'every'))
    .get('/cnpj-raiz/:raiz', ({ params, request, exchange, subscriber }) => {
      services.recorder.usage.count(subscriber.id, 'raiz');
      const served = services.live.current;
      if (served === undefined) throw unavailable();
      const response = answerList(served, request, exchange, () => {
        const root = parseRootParameter(params.raiz);
        const question = parseListQuestion(request.url, FILTERS, false, served.lookups);
        if (!served.index.hasRoot(root)) throw rootNotFound(root);
        return { ...question, criteria: { ...question.criteria, root }, available: BRANCH_FILTERS };
      });
      observe(services, request, exchange, response.status);
      return response;
    });
}
