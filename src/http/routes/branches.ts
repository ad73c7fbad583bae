import { Elysia } from 'elysia';
import { parseRootParameter } from '../../wire/cnpj.ts';
import { unavailable } from '../../wire/error.ts';
import { BRANCH_FILTERS, SEARCH_FILTERS } from '../../wire/filters.ts';
import { PAGE_SIZE, presentList } from '../../wire/list.ts';
import { completeApplied, parseListQuestion, rootNotFound, searchRefused } from '../../wire/search.ts';
import { answer } from '../answer.ts';
import { guard } from '../hooks/guard.ts';
import { observe } from '../hooks/observe.ts';
import type { Services } from '../services.ts';

const FILTERS = SEARCH_FILTERS.filter(({ name }) => BRANCH_FILTERS.some((known) => known === name));

/** `GET {commercial}/cnpj-raiz/{raiz}`: all CNPJs of a company, a page at a time, by four filters. */
export function branches(services: Services, prefix: string) {
  return new Elysia({ prefix })
    .use(guard(services, 'every'))
    .get('/cnpj-raiz/:raiz', ({ params, request, exchange, subscriber }) => {
      services.recorder.usage.count(subscriber.id, 'raiz');
      const root = parseRootParameter(params.raiz);
      const served = services.live.current;
      if (served === undefined) throw unavailable();
      const { criteria, page, applied } = parseListQuestion(request.url, FILTERS, false, served.lookups);
      if (!served.index.hasRoot(root)) throw rootNotFound(root);
      const limit = PAGE_SIZE.default;
      const found = served.index.search({ ...criteria, root }, page, limit);
      if (found.problem !== undefined) throw searchRefused(found);
      const { cnpjs, total, names } = found;
      const list = {
        cnpjs,
        total,
        page,
        limit,
        available: BRANCH_FILTERS,
        applied: completeApplied(applied, names),
      };
      const response = answer(exchange, presentList(list), { caching: 'private' });
      observe(services, request, exchange, response.status);
      return response;
    });
}
