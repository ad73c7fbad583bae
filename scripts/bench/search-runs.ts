import { RegistryDatabase } from '../../src/registry/database.ts';
import { SearchIndex } from '../../src/registry/search.ts';
import { Random } from '../../src/sample/random.ts';
import { siafiByIbgeId } from '../../src/wire/search.ts';
import { PeerSearch } from './peer-search.ts';
import { QueryValues } from './query-values.ts';
import { drawQuestions, type Question } from './questions.ts';
import type { ServiceProcess } from './server-process.ts';

/** The same queries asked of the index in this process, of the peer, and over HTTP. */

/** What every query took each time it was asked, in milliseconds, in the order of the queries. */
export type Times = readonly (readonly number[])[];

/** A registry with its index, open in this process. */
export interface OpenIndex {
  readonly database: RegistryDatabase;
  readonly index: SearchIndex;
  readonly questions: readonly Question[];
  close(): void;
}

/** As the service has by default. */
const NAME_WORDS = 100_000;
const SEED = 1;

/** Opens a registry, fills its vocabulary and draws the queries. */
export async function openIndex(registry: string, each: number): Promise<OpenIndex> {
  const database = new RegistryDatabase(registry);
  const index = new SearchIndex(database, NAME_WORDS);
  await index.fillVocabulary();
  const siafi = siafiByIbgeId(database.cities);
  const lookups = { profile: 'spec', siafiOf: (ibgeId: number) => siafi.get(ibgeId) ?? [] } as const;
  const questions = drawQuestions(new QueryValues(database, new Random(SEED)), index, lookups, each);
  return {
    ...{ database, index, questions },
    close() {
      index.dispose();
      database.close();
    },
  };
}

/** Asks every query so many times, always one of each after the other, after a round that does not count. */
async function timeRounds(
  questions: readonly Question[],
  rounds: number,
  ask: (question: Question) => unknown,
): Promise<Times> {
  const times: number[][] = questions.map(() => []);
  for (let round = 0; round <= rounds; round++) {
    for (const [place, question] of questions.entries()) {
      const startedMs = performance.now();
      await ask(question);
      if (round > 0) times[place]?.push(performance.now() - startedMs);
    }
  }
  return times;
}

/** Asks the index in this process: what was asked for, or the same with misspelt words put right. */
export function timeIndex(
  { index, questions }: OpenIndex,
  rounds: number,
  form: 'criteria' | 'corrected',
): Promise<Times> {
  return timeRounds(questions, rounds, ({ [form]: criteria, page, limit }) =>
    index.search(criteria, page, limit),
  );
}

/** Asks the peer once. Throws when it finds another number of establishments than the index did. */
export async function timePeer(path: string, questions: readonly Question[]): Promise<Times> {
  const peer = new PeerSearch(path);
  try {
    return await timeRounds(questions, 1, ({ query, corrected, page, limit, total }) => {
      const found = peer.search(corrected, page, limit);
      if (found.total === total) return;
      throw new Error(`The peer finds ${found.total} where the index finds ${total}: ${query}`);
    });
  } finally {
    peer.close();
  }
}

/** Asks over HTTP, one query after the other. Throws when an answer is not the index's. */
export function timeService(
  { origin, token }: ServiceProcess,
  questions: readonly Question[],
  rounds: number,
): Promise<Times> {
  const init = { headers: { x_api_token: token } };
  return timeRounds(questions, rounds, async ({ query, total }) => {
    const answer = await fetch(`${origin}/comercial/pesquisa?${query}`, init);
    const body = await answer.text();
    if (answer.ok && body.includes(`"total":${total}}`)) return;
    throw new Error(`Not ${total}, but ${answer.status} was answered to ${query}: ${body}`);
  });
}
