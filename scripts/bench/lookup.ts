import { prepareDataSet } from './data-set.ts';
import { formatNumber, formatSpread, percentile } from './figures.ts';
import { applyLoad, applyRate, type Load, type LoadResult } from './load.ts';
import { readAnonymousBytes, readCpuUs } from './program.ts';
import { type ServerProcess, type ServiceProcess, startFloor, startService } from './server-process.ts';
import { writeTargets } from './targets.ts';

/** Measures answers over HTTP against the least that an answer costs on the same machine. */

/** How the bench is run. */
export interface LookupSettings {
  /** Where invented companies are kept between runs. */
  readonly folder: string;
  readonly companies: number;
  readonly rounds: number;
  /** How long each server is asked at a time. */
  readonly seconds: number;
  /** Hears what is being done. */
  readonly tell: (sentence: string) => void;
}

/** One kind of request, and where its paths stand. */
interface Kind {
  readonly name: string;
  readonly paths: string;
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

function refuseFailures({ failed, requests }: LoadResult, name: string): void {
  if (failed > 0) throw new Error(`${name}: ${failed} of ${requests} requests were not answered by 200.`);
}

/** Loads one server for one round, and counts what its process took of the processor. */
async function measureRound(server: ServerProcess, load: Omit<Load, 'origin'>, name: string): Promise<Round> {
  const before = readCpuUs(server.pid);
  const result = await applyLoad({ ...load, origin: server.origin });
  refuseFailures(result, name);
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
  const measured = { name: kind.name, ours: [] as Round[], floor: [] as Round[] };
  for (let round = 0; round <= rounds; round++) {
    const ofFloor = await measureRound(floor, load, 'the floor');
    const ofOurs = await measureRound(service, load, kind.name);
    if (round === 0) continue;
    measured.floor.push(ofFloor);
    measured.ours.push(ofOurs);
  }
  return measured;
}

/** The times within which 99 of 100 answers come when both servers are offered the same. */
async function measureLateness(
  kind: Kind,
  perSecond: number,
  servers: { readonly floor: ServerProcess; readonly service: ServiceProcess },
  { rounds, seconds, tell }: LookupSettings,
) {
  tell(`${kind.name} at ${formatNumber(perSecond)} a second …`);
  const { floor, service } = servers;
  const load = { paths: kind.paths, token: service.token, seconds };
  const lateness = { offered: perSecond, reached: [] as number[], floor: [] as number[], ours: [] as number[] };
  for (let round = 0; round <= rounds; round++) {
    const ofFloor = await applyRate({ ...load, origin: floor.origin }, perSecond);
    const ofOurs = await applyRate({ ...load, origin: service.origin }, perSecond);
    refuseFailures(ofOurs, kind.name);
    if (round === 0) continue;
    lateness.reached.push(ofOurs.perSecond);
    lateness.floor.push(ofFloor.p99Ms);
    lateness.ours.push(ofOurs.p99Ms);
  }
  return lateness;
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
