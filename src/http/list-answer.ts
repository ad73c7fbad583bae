import { presentList } from '../wire/list.ts';
import { completeApplied, type ListForm, type parseListQuestion, searchRefused } from '../wire/search.ts';
import { answer } from './answer.ts';
import type { Exchange } from './exchange.ts';
import type { Served } from './served.ts';

/**
 * Answers a question for a list from an open registry, with the exact total and the words that were really searched.
 * The same address was answered the same before, or is read now by `read`. Throws what that throws, and the refusal of
 * a search that cannot be answered exactly, or not yet.
 */
export function answerList(
  served: Served,
  { url }: Request,
  exchange: Exchange,
  form: ListForm,
  read: typeof parseListQuestion,
): Response {
  const key = listKey(url);
  const kept = key === undefined ? undefined : served.answers.find(key);
  if (kept !== undefined) return answer(exchange, kept.body, { caching: 'private' });
  const { criteria, page, limit, applied } = read(url, form, served.lookups);
  const found = served.index.search(criteria, page, limit);
  if (found.problem !== undefined) throw searchRefused(found);
  const { cnpjs, total, names } = found;
  const list = {
    cnpjs,
    total,
    page,
    limit,
    available: form.available,
    applied: completeApplied(applied, names),
  };
  const body = Buffer.from(presentList(list));
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
