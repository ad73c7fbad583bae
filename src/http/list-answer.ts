import type { SearchCriteria } from '../registry/criteria.ts';
import type { SearchProblem, SearchResult } from '../registry/search.ts';
import { busy } from '../wire/error.ts';
import { presentList } from '../wire/list.ts';
import { completeApplied, type ListForm, type ListQuestion, searchRefused } from '../wire/search.ts';
import { answer, answerNobody } from './answer.ts';
import type { Exchange } from './exchange.ts';
import type { Served } from './served.ts';
import { type Services, servedBy } from './services.ts';
import { targetOf } from './target.ts';
import type { Work } from './turns.ts';

/** The answer that the same address had before, if the live registry's was kept. */
export function answerKeptList(
  services: Services,
  { url }: Request,
  exchange: Exchange,
): Response | undefined {
  const key = listKey(url);
  const kept = key === undefined ? undefined : servedBy(services).answers.find(key);
  return kept && answer(exchange, kept.body, { caching: 'private' });
}

/**
 * Answers a question for a list from the live registry: at once where little is to be searched, else in turn. `read`
 * reads the question in the terms of a registry. Throws what it throws, the refusal of a search that cannot be answered
 * exactly or not yet, and a 503 where too many wait.
 */
export async function answerList(
  services: Services,
  request: Request,
  exchange: Exchange,
  form: ListForm,
  read: (served: Served) => ListQuestion,
): Promise<Response> {
  const asked = servedBy(services);
  const question = read(asked);
  if (isWithinCompany(question.criteria)) {
    const found = asked.index.search(question.criteria, question.page, question.limit);
    return presentFound(asked, request, exchange, form, question, found);
  }
  const work = () =>
    searchInTurn(services, request, exchange, form, (served) => (served === asked ? question : read(served)));
  const response = await services.turns.take(exchange.subscriberId, work);
  if (response === undefined) throw busy();
  return response;
}

/** Searches the live registry step by step; one that was swapped in meanwhile is searched from the beginning. */
function* searchInTurn(
  services: Services,
  request: Request,
  exchange: Exchange,
  form: ListForm,
  read: (served: Served) => ListQuestion,
): Work<Response> {
  for (;;) {
    // Who came before may have asked the same, and there may be another registry by now.
    const kept = answerKeptList(services, request, exchange);
    if (kept !== undefined) return kept;
    const served = servedBy(services);
    const question = read(served);
    const { criteria, page, limit } = question;
    const steps = served.index.searchInSteps(criteria, page, limit);
    while (servedBy(services) === served) {
      if (request.signal.aborted) return answerNobody();
      const step = steps.next();
      if (step.done) return presentFound(served, request, exchange, form, question, step.value);
      yield;
    }
  }
}

/** Whether but one company's establishments are searched, and no names: a prefix is read whole for the smallest. */
function isWithinCompany({ root, cnpj, companyName, tradeName, partnerName }: SearchCriteria): boolean {
  return (root ?? cnpj) !== undefined && (companyName ?? tradeName ?? partnerName) === undefined;
}

/** Answers with the exact total and the words that were really searched. */
function presentFound(
  served: Served,
  { url }: Request,
  exchange: Exchange,
  { available }: ListForm,
  { page, limit, applied }: ListQuestion,
  found: SearchResult | SearchProblem,
): Response {
  if (found.problem !== undefined) throw searchRefused(found);
  const { cnpjs, total, names } = found;
  const list = { cnpjs, total, page, limit, available, applied: completeApplied(applied, names) };
  const body = Buffer.from(presentList(list));
  const key = listKey(url);
  if (key !== undefined) served.answers.offer(key, body, 0);
  return answer(exchange, body, { caching: 'private' });
}

const MAX_KEY_LENGTH = 512;
/** A name of a parameter written in percent: it might be the token's. */
const ENCODED_NAME = /[?&][^=&]*%/;

/** What a list is kept under: path and query, undefined where they are long or may bear a token. */
export function listKey(url: string): string | undefined {
  const target = targetOf(url);
  const isKept = target.length <= MAX_KEY_LENGTH && !target.includes('token') && !ENCODED_NAME.test(target);
  return isKept ? target : undefined;
}
