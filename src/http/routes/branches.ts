import { Elysia } from 'elysia';
import { parseRootParameter } from '../../wire/cnpj.ts';
import { unavailable } from '../../wire/error.ts';
import { BRANCH_FORM, parseListQuestion, rootNotFound } from '../../wire/search.ts';
import { guard } from '../hooks/guard.ts';
import { observe } from '../hooks/observe.ts';
import { answerList } from '../list-answer.ts';
import type { Served } from '../served.ts';
import type { Services } from '../services.ts';

/**
 * Reads questions for the establishments of a root. What it returns throws a 400 for what is wrong in one, and a 404
 * for a root that is not there.
 */
function rootReader(parameter: string, { index }: Served): typeof parseListQuestion {
  return (url, form, lookups) => {
    const root = parseRootParameter(parameter);
    const question = parseListQuestion(url, form, lookups);
    if (!index.hasRoot(root)) throw rootNotFound(root);
    return { ...question, criteria: { ...question.criteria, root } };
  };
}

/** `GET {commercial}/cnpj-raiz/{raiz}`: all CNPJs of a company, a page at a time, by four filters. */
export function branches(services: Services, prefix: string) {
  return new Elysia({ prefix })
    .use(guard(services, 'every'))
    .get('/cnpj-raiz/:raiz', ({ params, request, exchange, subscriber }) => {
      services.recorder.usage.count(subscriber.id, 'raiz');
      const served = services.live.current;
      if (served === undefined) throw unavailable();
      const read = rootReader(params.raiz, served);
      const response = answerList(served, request, exchange, BRANCH_FORM, read);
      observe(services, request, exchange, response.status);
      return response;
    });
}
