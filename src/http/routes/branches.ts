import { Elysia } from 'elysia';
import { parseRootParameter } from '../../wire/cnpj.ts';
import { BRANCH_FORM, type ListQuestion, parseListQuestion, rootNotFound } from '../../wire/search.ts';
import { guard } from '../hooks/guard.ts';
import { observe } from '../hooks/observe.ts';
import { answerKeptList, answerList } from '../list-answer.ts';
import type { Served } from '../served.ts';
import type { Services } from '../services.ts';

/** Reads a question for the establishments of a root. Throws a 400 for what is wrong in it, a 404 for a root that is not there. */
function readQuestion({ index, lookups }: Served, parameter: string, url: string): ListQuestion {
  const root = parseRootParameter(parameter);
  const question = parseListQuestion(url, BRANCH_FORM, lookups);
  if (!index.hasRoot(root)) throw rootNotFound(root);
  return { ...question, criteria: { ...question.criteria, root } };
}

/** `GET {commercial}/cnpj-raiz/{raiz}`: all CNPJs of a company, a page at a time, by four filters. */
export function branches(services: Services, prefix: string) {
  return new Elysia({ prefix })
    .use(guard(services, 'every', 'raiz'))
    .get('/cnpj-raiz/:raiz', async ({ params, request, exchange }) => {
      const read = (served: Served) => readQuestion(served, params.raiz, request.url);
      const kept = answerKeptList(services, request, exchange);
      const response = kept ?? (await answerList(services, request, exchange, BRANCH_FORM, read));
      observe(services, request, exchange, response.status);
      return response;
    });
}
