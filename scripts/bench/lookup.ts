import { prepareDataSet } from './data-set.ts';
import { describeMachine, formatNumber, formatSpread, formatTable, percentile } from './figures.ts';
import { applyLoad, applyRate, type Load, type LoadResult, refuseFailures } from './load.ts';
import { readAnonymousBytes, readCpuUs } from './program.ts';
import { type ServerProcess, type ServiceProcess, startFloor, startService } from './server-process.ts';
import { type Targets, writeTargets } from './targets.ts';

/** Measures answers over HTTP against the least that an answer costs on the same machine. */

/** How the bench is run. */
export interface LookupSettings {
  /** Where invented companies are kept between runs. */
  readonly folder: string;
  readonly companies: number;
  readonly rounds: number;
  /** How long each server is asked at a time. */
  readonly seconds: number;
  /** Only the kinds of request with this text in their names; all without it. */
  readonly only?: string;
  /** Hears what is being done. */
  readonly tell: (sentence: string) => void;
}

/** One kind of request, and where its paths stand. */
interface Kind {
  readonly name: string;
  readonly paths: string;
  /** Whether the service keeps no answers. */
  readonly cold: boolean;
}

/** What one server did with one kind of request for one round. */
interface Round {
  readonly perSecond: number;
  readonly cpuUs: number;
}

/** One kind of request, measured at the service and at the floor, round by round. */
interface Measured {
  readonly name: string;
  readonly ours: readonly Round[];
  readonly floor: readonly Round[];
}

/** How late answers came when both servers were offered the same, round by round, in milliseconds. */
interface Lateness {
  /** Requests a second that were offered, and that the service answered. */
  readonly offered: number;
  readonly reached: readonly number[];
  readonly ours: readonly number[];
  readonly floor: readonly number[];
}

/** Loads one server for one round, and counts what its process took of the processor. */
async function measureRound(server: ServerProcess, load: Omit<Load, 'origin'>, name: string): Promise<Round> {
  const before = readCpuUs(server.pid);
  const result = await applyLoad({ ...load, origin: server.origin });
  refuseFailures(result, name, server);
  const cpuUs = (readCpuUs(server.pid) - before) / result.requests;
  return { perSecond: result.perSecond, cpuUs };
}

/** Both servers in turn, after a round that does not count, in which both become warm. */
async function measureKind(
  kind: Kind,
  floor: ServerProcess,
  service: ServiceProcess,
  { rounds, seconds, tell }: LookupSettings,
): Promise<Measured> {
  tell(`${kind.name} …`);
  const load = { paths: kind.paths, token: service.token, seconds };
  const ofTheFloor: Round[] = [];
  const ours: Round[] = [];
  for (let round = 0; round <= rounds; round++) {
    const bare = await measureRound(floor, load, 'the bare server');
    const own = await measureRound(service, load, kind.name);
    if (round === 0) continue;
    ofTheFloor.push(bare);
    ours.push(own);
  }
  return { name: kind.name, ours, floor: ofTheFloor };
}

/** The times within which 99 of 100 answers come when both servers are offered the same. */
async function measureLateness(
  kind: Kind,
  perSecond: number,
  servers: { readonly floor: ServerProcess; readonly service: ServiceProcess },
  { rounds, seconds, tell }: LookupSettings,
): Promise<Lateness> {
  tell(`${kind.name} at ${formatNumber(perSecond)} a second …`);
  const { floor, service } = servers;
  const load = { paths: kind.paths, token: service.token, seconds };
  const rounded: { readonly bare: LoadResult; readonly own: LoadResult }[] = [];
  for (let round = 0; round <= rounds; round++) {
    const bare = await applyRate({ ...load, origin: floor.origin }, perSecond);
    const own = await applyRate({ ...load, origin: service.origin }, perSecond);
    refuseFailures(own, kind.name, service);
    if (round > 0) rounded.push({ bare, own });
  }
  return {
    offered: perSecond,
    reached: rounded.map(({ own }) => own.perSecond),
    ours: rounded.map(({ own }) => own.p99Ms),
    floor: rounded.map(({ bare }) => bare.p99Ms),
  };
}

function ratios(ours: readonly number[], floor: readonly number[]): number[] {
  return ours.map((value, round) => value / (floor[round] ?? Number.NaN));
}

function formatMeasured({ name, ours, floor }: Measured): string[] {
  const speeds = (side: readonly Round[]) => side.map(({ perSecond }) => perSecond);
  const costs = (side: readonly Round[]) => side.map(({ cpuUs }) => cpuUs);
  const [ourSpeeds, floorSpeeds] = [speeds(ours), speeds(floor)];
  return [
    name,
    formatSpread(ourSpeeds),
    formatSpread(floorSpeeds),
    formatSpread(ratios(ourSpeeds, floorSpeeds), 2),
    formatSpread(costs(ours), 1),
    formatSpread(costs(floor), 1),
  ];
}

const HEAD = ['', 'requests/s', 'bare server', 'of the bare server', 'CPU µs a request', 'bare server'];

const SIZED_ANSWERS = 200;

/** The size of a usual answer, to be held against the floor's. */
async function readMeanBytes(origin: string, paths: string): Promise<number> {
  const lines = (await Bun.file(paths).text()).trimEnd().split('\n', SIZED_ANSWERS);
  let bytes = 0;
  for (const path of lines) bytes += (await (await fetch(origin + path)).arrayBuffer()).byteLength;
  return bytes / lines.length;
}

function listKinds(targets: Targets): readonly Kind[] {
  return [
    { name: 'public lookup', paths: targets.publicLookups, cold: true },
    { name: 'commercial lookup', paths: targets.commercialLookups, cold: true },
    { name: 'public lookup, Zipf s = 1', paths: targets.skewedPublicLookups, cold: false },
    { name: 'commercial lookup, Zipf s = 1', paths: targets.skewedCommercialLookups, cold: false },
    { name: 'root listing', paths: targets.rootListings, cold: true },
    { name: 'root listing, Zipf s = 1', paths: targets.skewedRootListings, cold: false },
    { name: 'search by two filters', paths: targets.searches, cold: true },
    { name: 'search by two filters, Zipf s = 1', paths: targets.skewedSearches, cold: false },
  ];
}

/** Runs the bench and returns its report in Markdown. Throws when a request is not answered by 200. */
export async function benchLookups(settings: LookupSettings): Promise<string> {
  const { companies, folder, only = '', rounds, seconds, tell } = settings;
  const data = await prepareDataSet(folder, companies, tell);
  const targets = writeTargets(data);
  const [kind, ...others] = listKinds(targets).filter(({ name }) => name.includes(only));
  if (kind === undefined) throw new Error(`There is no kind of request with "${only}" in its name.`);
  await using floor = await startFloor();
  const variables = { ANSWER_CACHE_MB: '0' };
  await using cold = await startService({ registry: data.registry, variables });
  await using usual = await startService({ registry: data.registry });
  for (const service of [cold, usual]) await service.waitForVocabulary();
  const meanBytes = await readMeanBytes(cold.origin, targets.publicLookups);
  const measure = (each: Kind) => measureKind(each, floor, each.cold ? cold : usual, settings);
  const first = await measure(kind);
  const measured = [first];
  for (const other of others) measured.push(await measure(other));
  const most = percentile(
    first.ours.map(({ perSecond }) => perSecond),
    0.5,
  );
  const late = await measureLateness(kind, most / 2, { floor, service: kind.cold ? cold : usual }, settings);
  const memoryMb = [cold, usual].map(({ pid }) => formatNumber(readAnonymousBytes(pid) / 1e6));
  return `${describeMachine()}. ${formatNumber(companies)} companies, uniformly random CNPJs unless said otherwise, public records of ${formatNumber(meanBytes)} bytes in the mean; medians of ${rounds} rounds of ${seconds} s, least and most in parentheses.

${formatTable(HEAD, measured.map(formatMeasured))}
${formatTable(
  ['99 of 100 answers came within, ms', kind.name, 'bare server', 'times the bare server'],
  [
    [
      `offered ${formatNumber(late.offered)}/s, reached ${formatNumber(percentile(late.reached, 0.5))}/s`,
      formatSpread(late.ours, 2),
      formatSpread(late.floor, 2),
      formatSpread(ratios(late.ours, late.floor), 2),
    ],
  ],
)}
Zipf's law with the cache of answers as it comes, all else without it. Anonymous memory of the service afterwards, vocabulary included: ${memoryMb[0]} MB without the cache, ${memoryMb[1]} MB with it.
`;
}
