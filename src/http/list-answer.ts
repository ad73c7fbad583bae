import { presentList } from '../wire/list.ts';
import { completeApplied, type ListQuestion, searchRefused } from '../wire/search.ts';
import { answer } from './answer.ts';
import type { Exchange } from './exchange.ts';
import type { Served } from './served.ts';

/**
 * Answers a question for a list from an open registry, with the exact total and the words that were really searched.
 * Throws the refusal of a search that cannot be answered exactly, or not yet.
 */
export function answerList(
  served: Served,
  { criteria, page, limit, applied }: ListQuestion,
  available: readonly string[],
  exchange: Exchange,
): Response {
  const found = served.index.search(criteria, page, limit);
  if (found.problem !== undefined) throw searchRefused(found);
  const { cnpjs, total, names } = found;
  const list = { cnpjs, total, page, limit, available, applied: completeApplied(applied, names) };
  return answer(exchange, presentList(list), { caching: 'private' });
}
