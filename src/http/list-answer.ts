import { presentList } from '../wire/list.ts';
import { completeApplied, type ListForm, type ListQuestion, searchRefused } from '../wire/search.ts';
import { answer } from './answer.ts';
import type { Exchange } from './exchange.ts';
import { type Services, servedBy } from './services.ts';

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
 * Answers a question for a list from the live registry, with the exact total and the words that were really searched.
 * Throws the refusal of a search that cannot be answered exactly, or not yet.
 */
export function answerList(
  services: Services,
  { url }: Request,
  exchange: Exchange,
  { available }: ListForm,
  { criteria, page, limit, applied }: ListQuestion,
): Response {
  const served = servedBy(services);
  const found = served.index.search(criteria, page, limit);
  if (found.problem !== undefined) throw searchRefused(found);
  const { cnpjs, total, names } = found;
  const list = { cnpjs, total, page, limit, available, applied: completeApplied(applied, names) };
  const body = Buffer.from(presentList(list));
  const key = listKey(url);
  if (key !== undefined) served.answers.offer(key, body, 0);
  return answer(exchange, body, { caching: 'private' });
}

const MAX_KEY_LENGTH = 512;
/** Where the path of an address may begin at the soonest, behind the scheme. */
const AFTER_SCHEME = 'http://'.length;

/** A name of a parameter written in percent: it might be the token's. */
const ENCODED_NAME = /[?&][^=&]*%/;

/** What a list is kept under: path and query, undefined where they are long or may bear a token. */
export function listKey(url: string): string | undefined {
  const path = url.slice(url.indexOf('/', AFTER_SCHEME));
  const isKept = path.length <= MAX_KEY_LENGTH && !path.includes('token') && !ENCODED_NAME.test(path);
  return isKept ? path : undefined;
}
