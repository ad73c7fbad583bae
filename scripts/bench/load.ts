import { writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { endWithUs, makeTransientFolder } from './transient.ts';

/** Load from a process of its own: wrk where it is installed, else autocannon; at a given pace a sender of our own. */

/** What to ask, of whom. */
export interface Load {
  readonly origin: string;
  /** A file of paths, a line each, to be asked for one after the other from anywhere on and over again. */
  readonly paths: string;
  readonly token?: string;
  readonly seconds: number;
}

/** What came back. */
export interface LoadResult {
  readonly requests: number;
  readonly perSecond: number;
  /** Requests without an answer, or with one that is no 200. */
  readonly failed: number;
  /** The time within which 99 of 100 answers came, in milliseconds. */
  readonly p99Ms: number;
}

/** Load at a given pace, in the form in which the sender is told. */
export interface PacedOrder extends Load {
  readonly connections: number;
  /** Requests a second, over all connections together. */
  readonly perSecond: number;
}

const CONNECTIONS = 32;
const AUTOCANNON = join(import.meta.dir, 'autocannon-load.ts');
const PACED = join(import.meta.dir, 'paced-load.ts');

/** Requests are put together by hand: the tool's own way of doing so is slower than the servers are. */
const WRK_SCRIPT = `
local paths, at = {}, 0
local tail

function init(args)
  for path in io.lines(args[1]) do paths[#paths + 1] = path end
  local token = args[3] and 'x_api_token: ' .. args[3] .. '\\r\\n' or ''
  tail = ' HTTP/1.1\\r\\nHost: ' .. args[2] .. '\\r\\n' .. token .. '\\r\\n'
  math.randomseed(os.time())
  at = math.random(#paths)
end

function request()
  at = at % #paths + 1
  return 'GET ' .. paths[at] .. tail
end

function done(summary, latency)
  local errors = summary.errors
  local failed = errors.connect + errors.read + errors.write + errors.status + errors.timeout
  io.write(string.format('RESULT {"requests":%d,"perSecond":%.3f,"failed":%d,"p99Ms":%.3f}\\n',
    summary.requests, summary.requests / summary.duration * 1e6, failed, latency:percentile(99) / 1000))
end
`;

const RESULT = /^RESULT (.+)$/m;

/** Runs a tool to its end and reads the line with its result. Throws all it said when there is none. */
async function readResult(words: readonly string[]): Promise<LoadResult> {
  const child = endWithUs(Bun.spawn([...words], { env: {}, stdout: 'pipe', stderr: 'pipe' }));
  const [said, errors] = await Promise.all([child.stdout.text(), child.stderr.text(), child.exited]);
  const [, result] = RESULT.exec(said) ?? [];
  if (result === undefined) throw new Error(`${words[0]} came to no result: ${said}${errors}`);
  // All of them write it by our own words, above, in autocannon-load.ts and in paced-load.ts.
  return JSON.parse(result) as LoadResult;
}

/** What asks as often as answers come, for so many seconds: wrk knows whole ones only. */
export function toolFor(seconds: number): 'wrk' | 'autocannon' {
  return Bun.which('wrk') !== null && Number.isInteger(seconds) ? 'wrk' : 'autocannon';
}

/** Asks as often as answers come, over 32 connections. */
export async function applyLoad(load: Load): Promise<LoadResult> {
  if (toolFor(load.seconds) === 'autocannon') return await runOwn(AUTOCANNON, load);
  using folder = makeTransientFolder(join(tmpdir(), 'bench-load-'));
  const script = join(folder.path, 'paths.lua');
  writeFileSync(script, WRK_SCRIPT);
  const { host } = new URL(load.origin);
  const strength = ['-t', '1', '-c', String(CONNECTIONS), '-d', `${load.seconds}s`];
  const words = [load.paths, host, ...(load.token === undefined ? [] : [load.token])];
  return await readResult([
    Bun.which('wrk') ?? 'wrk',
    ...strength,
    '-s',
    script,
    `${load.origin}/`,
    '--',
    ...words,
  ]);
}

/** Throws when a server did not answer every request by 200: what was measured then is worth nothing. */
export function refuseFailures(
  { failed, requests }: LoadResult,
  name: string,
  server: { hasEnded(): boolean },
): void {
  if (failed === 0) return;
  const why = server.hasEnded() ? ' The server has ended.' : '';
  throw new Error(`${name}: ${failed} of ${requests} requests were not answered by 200.${why}`);
}

/** Asks so many times a second at even distances, whatever the answers take; times are counted from when each was due. */
export function applyRate(load: Load, perSecond: number): Promise<LoadResult> {
  return runOwn(PACED, { ...load, perSecond });
}

/**
 * Asks so many times a second as autocannon does: each connection asks as fast as it is answered until it has had its
 * share of the second, and is silent until the next.
 */
export function applyBursts(load: Load, perSecond: number): Promise<LoadResult> {
  return runOwn(AUTOCANNON, { ...load, perSecond: Math.floor(perSecond) });
}

/** Runs a sender of ours. */
function runOwn(script: string, order: Load & { readonly perSecond?: number }): Promise<LoadResult> {
  return readResult([process.execPath, script, JSON.stringify({ ...order, connections: CONNECTIONS })]);
}
