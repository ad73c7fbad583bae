import { join } from 'node:path';
import { type DataSet, prepareDataSet } from './data-set.ts';
import { describeMachine, formatNumber, formatTable, percentile } from './figures.ts';
import { preparePeer } from './peer-database.ts';
import { readAnonymousBytes } from './program.ts';
import type { Question } from './questions.ts';
import { type OpenIndex, openIndex, type Times, timeIndex, timePeer, timeService } from './search-runs.ts';
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

/** The establishments of the whole country, about. */
const COUNTRY = 72_000_000;
const SHARES = [0.5, 0.95, 0.99] as const;

/** What the search takes of a registry's file, in bytes. */
interface PostingBytes {
  /** The numbers of establishments and partners alone. */
  readonly numbers: number;
  /** All pages of the file that they lie in, with the words and codes that they are found by. */
  readonly pages: number;
}

/** What was measured of one registry in this process. */
interface Measured {
  readonly establishments: number;
  readonly questions: readonly Question[];
  readonly times: Times;
  /** What the same queries take when no misspelt word is to be looked for, for which all registries need the same. */
  readonly correctedTimes: Times;
  readonly bytes: PostingBytes;
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

function percentiles(times: Times): number[] {
  const all = times.flat();
  return [...SHARES.map((share) => percentile(all, share)), percentile(all, 1)];
}

function milliseconds(value: number): string {
  return formatNumber(value, value < 10 ? 2 : value < 100 ? 1 : 0);
}

/** The median of each kind's times, in the order in which the kinds were first asked. */
function mediansByKind(questions: readonly Question[], times: Times): ReadonlyMap<string, number> {
  const byKind = Map.groupBy(times.entries(), ([place]) => questions[place]?.kind ?? '');
  return new Map(
    [...byKind].map(([kind, entries]) => [
      kind,
      percentile(
        entries.flatMap(([, own]) => own),
        0.5,
      ),
    ]),
  );
}

function formatKinds(measured: Measured, peerTimes: Times): string {
  const peers = mediansByKind(measured.questions, peerTimes);
  const rows = [...mediansByKind(measured.questions, measured.times)].map(([kind, median]) => {
    const peer = peers.get(kind) ?? Number.NaN;
    return [kind, milliseconds(median), milliseconds(peer), formatNumber(peer / median)];
  });
  return `\n${formatTable(['kind of query, median ms', 'ours', 'SQLite and FTS5', 'times ours'], rows)}`;
}

function eachEstablishment(bytes: number, { establishments }: Measured): string {
  return formatNumber(bytes / establishments, 1);
}

/**
 * What two registries make of a third, far larger one: each kind's median is taken to grow in a straight line with the
 * establishments, which is what an index that reads chunk after chunk does at the worst. The vocabulary does not grow.
 */
function formatGrowth(smaller: Measured, larger: Measured): string {
  const before = mediansByKind(smaller.questions, smaller.times);
  const after = mediansByKind(larger.questions, larger.times);
  const plainBefore = mediansByKind(smaller.questions, smaller.correctedTimes);
  const plainAfter = mediansByKind(larger.questions, larger.correctedTimes);
  const steps = (COUNTRY - larger.establishments) / (larger.establishments - smaller.establishments);
  const kinds = [...after].flatMap(([kind, late]) => {
    const early = before.get(kind);
    const growth = (plainAfter.get(kind) ?? 0) - (plainBefore.get(kind) ?? 0);
    return early === undefined ? [] : [{ early, late, far: late + Math.max(0, growth) * steps }];
  });
  const row = (name: string, pick: (kind: (typeof kinds)[number]) => number, measured?: Measured) => {
    const medians = kinds.map(pick);
    const bytes = measured === undefined ? '' : eachEstablishment(measured.bytes.numbers, measured);
    return [name, ...[...SHARES, 1].map((share) => milliseconds(percentile(medians, share))), bytes];
  };
  const head = [
    'medians of the kinds, ms',
    'p50',
    'p95',
    'p99',
    'slowest',
    'bytes of postings an establishment',
  ];
  return `\n${formatTable(head, [
    row(`${formatNumber(smaller.establishments)} establishments`, ({ early }) => early, smaller),
    row(`${formatNumber(larger.establishments)} establishments`, ({ late }) => late, larger),
    row(`${formatNumber(COUNTRY)}, reckoned`, ({ far }) => far),
  ])}`;
}

/** Asks the service in a process of its own, and what it came to there. */
async function measureService(data: DataSet, questions: readonly Question[], settings: SearchSettings) {
  settings.tell('Searching over HTTP …');
  await using service = await startService({ registry: data.registry, watchLoop: true });
  // What held the loop until now was the start itself.
  await service.readLongestHoldMs();
  await service.waitForVocabulary();
  const fillingMs = await service.readLongestHoldMs();
  const times = await timeService(service, questions, settings.rounds);
  const searchingMs = await service.readLongestHoldMs();
  return { times, fillingMs, searchingMs, anonymousMb: readAnonymousBytes(service.pid) / 1e6 };
}

function formatSpeeds(rows: readonly (readonly [string, Times])[], peer: Times): string {
  const peers = percentiles(peer);
  const cells = rows.map(([name, times]) => {
    const own = percentiles(times);
    const ratio = times === peer ? '' : formatNumber((peers[1] ?? 0) / (own[1] ?? 0), 1);
    return [name, ...own.map(milliseconds), ratio];
  });
  return formatTable(['ms', 'p50', 'p95', 'p99', 'slowest', "peer's p95 by it"], cells);
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
}${settings.kinds ? formatKinds(ours, peerTimes) : ''}`;
}
