import { Elysia } from 'elysia';
import { parseRootParameter } from '../../wire/cnpj.ts';
import { BRANCH_FORM, parseListQuestion, rootNotFound } from '../../wire/search.ts';
import { guard } from '../hooks/guard.ts';
import { observe } from '../hooks/observe.ts';
import { answerList, type ListReader } from '../list-answer.ts';
import type { Services } from '../services.ts';

/**
 * Reads questions for the establishments of a root. What it returns throws a 400 for what is wrong in one, and a 404
 * for a root that is not there.
 */
function rootReader(parameter: string): ListReader {
  return (url, { index, lookups }) => {
    const root = parseRootParameter(parameter);
    const question = parseListQuestion(url, BRANCH_FORM, lookups);
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
      const response = answerList(services, request, exchange, BRANCH_FORM, rootReader(params.raiz));
      observe(services, request, exchange, response.status);
      return response;
    });
}
