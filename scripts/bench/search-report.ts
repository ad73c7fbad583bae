import { formatNumber, formatTable, median, percentile } from './figures.ts';
import type { Question } from './questions.ts';
import type { Times } from './search-runs.ts';

/** The tables of the bench of searches. */

/** The establishments of the whole country, about. */
const COUNTRY = 72_000_000;
const SHARES = [0.5, 0.95, 0.99] as const;

/** What the search takes of a registry's file, in bytes. */
export interface PostingBytes {
  /** The numbers of establishments and partners alone. */
  readonly numbers: number;
  /** All pages of the file that they lie in, with the words and codes that they are found by. */
  readonly pages: number;
}

/** What was measured of one registry in this process. */
export interface Measured {
  readonly establishments: number;
  readonly questions: readonly Question[];
  readonly times: Times;
  /** What the same queries take when no misspelt word is to be looked for, for which all registries need the same. */
  readonly correctedTimes: Times;
  readonly bytes: PostingBytes;
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
  return new Map([...byKind].map(([kind, entries]) => [kind, median(entries.flatMap(([, own]) => own))]));
}

/** The median of one kind's times over two registries, and what they make of the country. */
interface Growth {
  readonly early: number;
  readonly late: number;
  readonly far: number;
}

/**
 * What two registries make of a third, far larger one: each kind's median is taken to grow in a straight line with the
 * establishments, which is what an index that reads chunk after chunk does at the worst. The vocabulary does not grow.
 */
function reckonGrowth(smaller: Measured, larger: Measured): ReadonlyMap<string, Growth> {
  const before = mediansByKind(smaller.questions, smaller.times);
  const plainBefore = mediansByKind(smaller.questions, smaller.correctedTimes);
  const plainAfter = mediansByKind(larger.questions, larger.correctedTimes);
  const steps = (COUNTRY - larger.establishments) / (larger.establishments - smaller.establishments);
  const kinds = new Map<string, Growth>();
  for (const [kind, late] of mediansByKind(larger.questions, larger.times)) {
    const early = before.get(kind);
    if (early === undefined) continue;
    const growth = (plainAfter.get(kind) ?? 0) - (plainBefore.get(kind) ?? 0);
    kinds.set(kind, { early, late, far: late + Math.max(0, growth) * steps });
  }
  return kinds;
}

/** How the kinds' medians grow, as a table. */
export function formatGrowth(smaller: Measured, larger: Measured): string {
  const kinds = [...reckonGrowth(smaller, larger).values()];
  const row = (name: string, pick: (kind: Growth) => number, measured?: Measured) => {
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

/** Every kind of query on a row of its own. */
export function formatKinds(measured: Measured, peerTimes: Times, smaller: Measured | undefined): string {
  const peers = mediansByKind(measured.questions, peerTimes);
  const growth = smaller === undefined ? undefined : reckonGrowth(smaller, measured);
  const rows = [...mediansByKind(measured.questions, measured.times)].map(([kind, median]) => {
    const peer = peers.get(kind) ?? Number.NaN;
    const far = growth?.get(kind)?.far;
    const reckoned = far === undefined ? '' : milliseconds(far);
    return [kind, milliseconds(median), milliseconds(peer), formatNumber(peer / median, 1), reckoned];
  });
  const head = [
    'kind of query, median ms',
    'ours',
    'SQLite and FTS5',
    'times ours',
    `ours at ${formatNumber(COUNTRY)}, reckoned`,
  ];
  return `\n${formatTable(head, rows)}`;
}

/** A share of the file for one establishment. */
export function eachEstablishment(bytes: number, { establishments }: Measured): string {
  return formatNumber(bytes / establishments, 1);
}

/** What the queries took together, in each of the ways in which they were asked. */
export function formatSpeeds(rows: readonly (readonly [string, Times])[], peer: Times): string {
  const peers = percentiles(peer);
  const cells = rows.map(([name, times]) => {
    const own = percentiles(times);
    const ratio = times === peer ? '' : formatNumber((peers[1] ?? 0) / (own[1] ?? 0), 1);
    return [name, ...own.map(milliseconds), ratio];
  });
  return formatTable(['ms', 'p50', 'p95', 'p99', 'slowest', "peer's p95 by it"], cells);
}
