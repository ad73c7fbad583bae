import { unavailable } from '../wire/error.ts';
import { presentList } from '../wire/list.ts';
import { completeApplied, type ListForm, type ListQuestion, searchRefused } from '../wire/search.ts';
import { answer } from './answer.ts';
import type { KeptAnswer } from './answer-cache.ts';
import type { Exchange } from './exchange.ts';
import type { Served } from './served.ts';
import type { Services } from './services.ts';

/** Reads what an address asks of a registry. Throws the refusal of what is wrong in it. */
export type ListReader = (url: string, served: Served) => ListQuestion;

/**
 * Answers a question for a list from the live registry, with the exact total and the words that were really searched,
 * without leaving the machine. The same address was answered the same before, or is read now. Throws what `read`
 * throws, and the refusal of a search that cannot be answered exactly, or not yet.
 */
export function answerList(
  services: Services,
  request: Request,
  exchange: Exchange,
  form: ListForm,
  read: ListReader,
): Response {
  const served = servedBy(services);
  const { url } = request;
  const key = listKey(url);
  const kept = findKept(served, key);
  if (kept !== undefined) return answer(exchange, kept.body, { caching: 'private' });
  const { criteria, page, limit, applied } = read(url, served);
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

/** The answer that the same address had before, if the live registry's was kept. */
export function answerKeptList(
  services: Services,
  { url }: Request,
  exchange: Exchange,
): Response | undefined {
  const kept = findKept(servedBy(services), listKey(url));
  return kept && answer(exchange, kept.body, { caching: 'private' });
}

function findKept({ answers }: Served, key: string | undefined): KeptAnswer | undefined {
  return key === undefined ? undefined : answers.find(key);
}

function servedBy({ live }: Services): Served {
  if (live.current === undefined) throw unavailable();
  return live.current;
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
