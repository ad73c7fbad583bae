import { formatNumber, formatSpread, formatTable, ratiosOf } from './figures.ts';
import { applyBursts, applyRate, type Load, type LoadResult, refuseFailures } from './load.ts';
import type { ServerProcess } from './server-process.ts';

/** How late answers come when both servers are offered the same. */

/** How requests are spread over a second. */
const PACES = { 'evenly paced': applyRate, "at autocannon's rate": applyBursts } as const;

/** One of the ways. */
export type Pace = keyof typeof PACES;

/** What both servers did when so many requests a second were offered, round by round. */
export interface Lateness {
  readonly pace: Pace;
  readonly perSecond: number;
  readonly ours: readonly LoadResult[];
  readonly floor: readonly LoadResult[];
}

/** Where less of the offered was answered, times are of a queue that grew, and tell nothing. */
const LEAST_REACHED = 0.9;

/** Offers both servers the same in turn, after a round that does not count. Throws when a request fails. */
export async function measureLateness(
  servers: { readonly floor: ServerProcess; readonly service: ServerProcess },
  load: Omit<Load, 'origin'>,
  { pace, perSecond, rounds }: { readonly pace: Pace; readonly perSecond: number; readonly rounds: number },
): Promise<Lateness> {
  const offer = async (server: ServerProcess, name: string) => {
    const result = await PACES[pace]({ ...load, origin: server.origin }, perSecond);
    refuseFailures(result, `${name} at ${formatNumber(perSecond)} a second`, server);
    return result;
  };
  const ofTheFloor: LoadResult[] = [];
  const ours: LoadResult[] = [];
  for (let round = 0; round <= rounds; round++) {
    const bare = await offer(servers.floor, 'the bare server');
    const own = await offer(servers.service, 'the service');
    if (round === 0) continue;
    ofTheFloor.push(bare);
    ours.push(own);
  }
  return { pace, perSecond, ours, floor: ofTheFloor };
}

/** A table of what both answered, and how late; without a ratio where either answered too little of what was offered. */
export function formatLateness(kind: string, { pace, perSecond, ours, floor }: Lateness): string {
  const ratesOf = (side: readonly LoadResult[]) => side.map((result) => result.perSecond);
  const timesOf = (side: readonly LoadResult[]) => side.map(({ p99Ms }) => p99Ms);
  const least = Math.min(...ratesOf(ours), ...ratesOf(floor)) / perSecond;
  const ratio =
    least < LEAST_REACHED
      ? `not valid: only ${formatNumber(100 * least)} % was answered`
      : formatSpread(ratiosOf(timesOf(ours), timesOf(floor)), 2);
  return formatTable(
    [`${formatNumber(perSecond)} a second, ${pace}`, kind, 'bare server', 'times the bare server'],
    [
      ['answered a second', formatSpread(ratesOf(ours)), formatSpread(ratesOf(floor)), ''],
      ['99 of 100 came within, ms', ...[ours, floor].map((side) => formatSpread(timesOf(side), 2)), ratio],
    ],
  );
}
