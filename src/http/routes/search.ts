import { Elysia } from 'elysia';
import { unavailable } from '../../wire/error.ts';
import { SEARCH_AVAILABLE, SEARCH_FILTERS } from '../../wire/filters.ts';
import { presentList } from '../../wire/list.ts';
import { completeApplied, parseListQuestion, searchRefused } from '../../wire/search.ts';
import { answer } from '../answer.ts';
import { guard } from '../hooks/guard.ts';
import { observe } from '../hooks/observe.ts';
import type { Services } from '../services.ts';

/** `GET {commercial}/pesquisa`: the CNPJs that meet any combination of filters, for the premium plan. */
export function search(services: Services, prefix: string) {
  return new Elysia({ prefix })
    .use(guard(services, 'premium'))
    .get('/pesquisa', ({ request, exchange, subscriber }) => {
      services.recorder.usage.count(subscriber.id, 'pesquisa');
      const served = services.live.current;
      if (served === undefined) throw unavailable();
      const { criteria, page, limit, applied } = parseListQuestion(
        request.url,
        SEARCH_FILTERS,
        true,
        served.lookups,
      );
      const found = served.index.search(criteria, page, limit);
      if (found.problem !== undefined) throw searchRefused(found);
      const { cnpjs, total, names } = found;
      const list = {
        cnpjs,
        total,
        page,
        limit,
        available: SEARCH_AVAILABLE,
        applied: completeApplied(applied, names),
      };
      const response = answer(exchange, presentList(list), { caching: 'private' });
      observe(services, request, exchange, response.status);
      return response;
    });
}
