import { join } from 'node:path';
import { type DataSet, prepareDataSet } from './data-set.ts';
import { describeMachine, formatNumber, formatTable } from './figures.ts';
import { preparePeer } from './peer-database.ts';
import { readAnonymousBytes } from './program.ts';
import type { Question } from './questions.ts';
import {
  eachEstablishment,
  formatGrowth,
  formatKinds,
  formatSpeeds,
  type Measured,
  type PostingBytes,
} from './search-report.ts';
import { type OpenIndex, openIndex, timeIndex, timePeer, timeService } from './search-runs.ts';
import { startService } from './server-process.ts';

/** Measures the search against SQLite's own indexes and FTS5, and how it grows with the registry. */

/** How the bench is run. */
export interface SearchSettings {
  /** Where invented companies are kept between runs. */
  readonly folder: string;
  readonly companies: number;
  /** A smaller registry from which growth is reckoned; none leaves that out. */
  readonly smaller?: number;
  /** How many queries of each kind are drawn. */
  readonly each: number;
  /** How often each query is asked. */
  readonly rounds: number;
  /** Whether to tell every kind of query apart. */
  readonly kinds: boolean;
  /** Hears what is being done. */
  readonly tell: (sentence: string) => void;
}

function readPostingBytes({ database }: OpenIndex): PostingBytes {
  const read = (sql: string) => database.prepare<{ bytes: number }, []>(sql).get()?.bytes ?? 0;
  const lengths = (table: string) => read(`SELECT sum(length(numbers)) AS bytes FROM ${table}`);
  const pages = "SELECT sum(pgsize) AS bytes FROM dbstat WHERE aggregate = 1 AND name IN ('term', 'posting')";
  return { numbers: lengths('term') + lengths('posting'), pages: read(pages) };
}

async function measureIndex(data: DataSet, { each, rounds, tell }: SearchSettings): Promise<Measured> {
  tell(`Searching ${formatNumber(data.companies)} companies in this process …`);
  const open = await openIndex(data.registry, each);
  try {
    return {
      establishments: open.database.facts.served,
      questions: open.questions,
      times: await timeIndex(open, rounds, 'criteria'),
      correctedTimes: await timeIndex(open, rounds, 'corrected'),
      bytes: readPostingBytes(open),
    };
  } finally {
    open.close();
  }
}

/** Asks the service in a process of its own, and what it came to there. */
async function measureService(data: DataSet, questions: readonly Question[], settings: SearchSettings) {
  settings.tell('Searching over HTTP …');
  await using service = await startService({
    registry: data.registry,
    watchLoop: true,
    variables: { ANSWER_CACHE_MB: '0' },
  });
  // What held the loop until now was the start itself.
  await service.readLongestHoldMs();
  await service.waitForVocabulary();
  const fillingMs = await service.readLongestHoldMs();
  const times = await timeService(service, questions, settings.rounds);
  const searchingMs = await service.readLongestHoldMs();
  return { times, fillingMs, searchingMs, anonymousMb: readAnonymousBytes(service.pid) / 1e6 };
}

/** Runs the bench and returns its report in Markdown. Throws when anyone finds another number than the others. */
export async function benchSearch(settings: SearchSettings): Promise<string> {
  const { companies, folder, rounds, smaller, tell } = settings;
  const data = await prepareDataSet(folder, companies, tell);
  const peerPath = join(data.folder, 'peer.db');
  preparePeer(peerPath, data.registry, tell);
  const before =
    smaller === undefined
      ? undefined
      : await measureIndex(await prepareDataSet(folder, smaller, tell), settings);
  const ours = await measureIndex(data, settings);
  tell('Searching by SQLite and FTS5 …');
  const peerTimes = await timePeer(peerPath, ours.questions);
  const service = await measureService(data, ours.questions, settings);
  const kinds = new Set(ours.questions.map(({ kind }) => kind)).size;
  const speeds = [
    ['in the process', ours.times],
    ['over HTTP, one after the other', service.times],
    ["SQLite's indexes and FTS5 with count(*)", peerTimes],
  ] as const;
  const figures = [
    ['postings an establishment, bytes', eachEstablishment(ours.bytes.numbers, ours)],
    [
      'the same with words, codes and what the pages leave empty, bytes',
      eachEstablishment(ours.bytes.pages, ours),
    ],
    [
      'anonymous memory of the service after all queries, vocabulary included, MB',
      formatNumber(service.anonymousMb),
    ],
    ['longest hold of the event loop while the vocabulary filled, ms', formatNumber(service.fillingMs, 1)],
    ['longest hold of the event loop while it searched, ms', formatNumber(service.searchingMs, 1)],
  ];
  return `${describeMachine()}. ${formatNumber(companies)} companies, ${formatNumber(ours.establishments)} establishments; ${kinds} kinds of query, ${ours.questions.length} queries, each asked ${rounds} times.

${formatSpeeds(speeds, peerTimes)}
${formatTable(['', `${formatNumber(companies)} companies`], figures)}${
  before === undefined ? '' : formatGrowth(before, ours)
}${settings.kinds ? formatKinds(ours, peerTimes, before) : ''}`;
}
