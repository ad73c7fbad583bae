import { prepareDataSet } from './data-set.ts';
import { describeMachine, formatNumber, formatSpread, formatTable, median, ratiosOf } from './figures.ts';
import { formatLateness, measureLateness } from './lateness.ts';
import { applyLoad, type Load, refuseFailures, toolFor } from './load.ts';
import { readAnonymousBytes, readCpuUs } from './program.ts';
import { type ServerProcess, startFloor, startService } from './server-process.ts';
import { type Targets, writeTargets } from './targets.ts';
import { UsageError } from './usage.ts';

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

/** One kind of request. */
interface Kind {
  readonly name: string;
  /** What is asked for. */
  readonly target: keyof Targets;
  /** Whether the service keeps no answers. */
  readonly cold: boolean;
}

const KINDS: readonly Kind[] = [
  { name: 'public lookup', target: 'publicLookups', cold: true },
  { name: 'commercial lookup', target: 'commercialLookups', cold: true },
  { name: 'public lookup, Zipf s = 1', target: 'skewedPublicLookups', cold: false },
  { name: 'commercial lookup, Zipf s = 1', target: 'skewedCommercialLookups', cold: false },
  { name: 'root listing', target: 'rootListings', cold: true },
  { name: 'root listing, Zipf s = 1', target: 'skewedRootListings', cold: false },
  { name: 'search by two filters', target: 'searches', cold: true },
  { name: 'search by two filters, Zipf s = 1', target: 'skewedSearches', cold: false },
];

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
  name: string,
  { floor, service }: { readonly floor: ServerProcess; readonly service: ServerProcess },
  load: Omit<Load, 'origin'>,
  rounds: number,
): Promise<Measured> {
  const ofTheFloor: Round[] = [];
  const ours: Round[] = [];
  for (let round = 0; round <= rounds; round++) {
    const bare = await measureRound(floor, load, 'the bare server');
    const own = await measureRound(service, load, name);
    if (round === 0) continue;
    ofTheFloor.push(bare);
    ours.push(own);
  }
  return { name, ours, floor: ofTheFloor };
}

function formatMeasured({ name, ours, floor }: Measured): string[] {
  const speeds = (side: readonly Round[]) => side.map(({ perSecond }) => perSecond);
  const costs = (side: readonly Round[]) => side.map(({ cpuUs }) => cpuUs);
  const [ourSpeeds, floorSpeeds] = [speeds(ours), speeds(floor)];
  return [
    name,
    formatSpread(ourSpeeds),
    formatSpread(floorSpeeds),
    formatSpread(ratiosOf(ourSpeeds, floorSpeeds), 2),
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

/** What is said of figures that wrk did not come to. */
function warnOf(tool: string): string {
  if (tool === 'wrk') return '';
  return `\nThese rates are ${tool}'s rather than the servers': install \`wrk\`, ask for whole seconds, and run this again.\n`;
}

/**
 * Runs the bench and returns its report in Markdown. Throws UsageError where no kind of request is asked for, and an
 * Error when a request is not answered by 200.
 */
export async function benchLookups(settings: LookupSettings): Promise<string> {
  const { companies, folder, only = '', rounds, seconds, tell } = settings;
  const [kind, ...others] = KINDS.filter(({ name }) => name.includes(only));
  if (kind === undefined) {
    const names = KINDS.map(({ name }) => name).join('; ');
    throw new UsageError(`There is no kind of request with "${only}" in its name: ${names}.`);
  }
  const data = await prepareDataSet(folder, companies, tell);
  const targets = writeTargets(data);
  await using floor = await startFloor();
  const variables = { ANSWER_CACHE_MB: '0' };
  await using cold = await startService({ registry: data.registry, variables });
  await using usual = await startService({ registry: data.registry });
  for (const service of [cold, usual]) await service.waitForVocabulary();
  const meanBytes = await readMeanBytes(cold.origin, targets.publicLookups);
  const serviceFor = (each: Kind) => (each.cold ? cold : usual);
  const loadFor = (each: Kind) => ({ paths: targets[each.target], token: serviceFor(each).token, seconds });
  const measure = (each: Kind) => {
    tell(`${each.name} …`);
    return measureKind(each.name, { floor, service: serviceFor(each) }, loadFor(each), rounds);
  };
  const first = await measure(kind);
  const measured = [first];
  for (const other of others) measured.push(await measure(other));
  const half = median(first.ours.map(({ perSecond }) => perSecond)) / 2;
  tell(`${kind.name} at ${formatNumber(half)} a second …`);
  const both = { floor, service: serviceFor(kind) };
  const burst = { pace: "at autocannon's rate", perSecond: half, rounds } as const;
  const bursts = await measureLateness(both, loadFor(kind), burst);
  const even = await measureLateness(both, loadFor(kind), { ...burst, pace: 'evenly paced' });
  const memoryMb = [cold, usual].map(({ pid }) => formatNumber(readAnonymousBytes(pid) / 1e6));
  const tool = toolFor(seconds);
  return `${describeMachine()}. ${formatNumber(companies)} companies, uniformly random CNPJs unless said otherwise, public records of ${formatNumber(meanBytes)} bytes in the mean; asked by ${tool}; medians of ${rounds} rounds of ${seconds} s, least and most in parentheses.
${warnOf(tool)}
${formatTable(HEAD, measured.map(formatMeasured))}
${formatLateness(kind.name, bursts)}
${formatLateness(kind.name, even)}
Zipf's law with the cache of answers as it comes, all else without it. Anonymous memory of the service afterwards, vocabulary included: ${memoryMb[0]} MB without the cache, ${memoryMb[1]} MB with it.
`;
}
