import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { endWithUs } from './transient.ts';

/** Running the program itself, and others, in processes of their own. */

/** The program's entry, as the operator starts it. */
export const MAIN = join(import.meta.dir, '../../src/main.ts');

/** The kernel counts a process's time in hundredths of a second, on every Linux there is. */
const US_PER_TICK = 10_000;

/** Starts a command of the program that ends with this script; what it says to its errors can be read. */
export function spawnProgram(...words: readonly string[]) {
  return endWithUs(
    Bun.spawn([process.execPath, MAIN, ...words], { env: {}, stdout: 'ignore', stderr: 'pipe' }),
  );
}

/**
 * Runs a command of the program to its end. Its environment is empty, so that no setting of the machine's changes what
 * is measured. Throws what it wrote to its errors when it failed.
 */
export async function runProgram(...words: readonly string[]): Promise<void> {
  const child = spawnProgram(...words);
  const [errors, code] = await Promise.all([child.stderr.text(), child.exited]);
  if (code !== 0) throw new Error(`\`${words.join(' ')}\` failed: ${errors}`);
}

/** A port of the loopback that nothing listens on. */
export function findFreePort(): number {
  const server = Bun.serve({ port: 0, hostname: '127.0.0.1', fetch: () => new Response() });
  const { port = 0 } = server;
  server.stop(true);
  return port;
}

/** The processor time that a process has taken so far, its own and the kernel's for it, in microseconds. */
export function readCpuUs(pid: number): number {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  // The second field is the program's name in parentheses, which may have blanks; user and system time are the 14th and 15th.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[11]) + Number(fields[12])) * US_PER_TICK;
}

/** A line of what the kernel says of a process's memory, in bytes; undefined where the process is no more. */
function readMemoryLine(pid: number, name: 'RssAnon' | 'VmHWM'): number | undefined {
  const path = `/proc/${pid}/status`;
  const text = existsSync(path) ? readFileSync(path, 'utf8') : '';
  const [, kibibytes] = new RegExp(`^${name}:\\s+(\\d+) kB$`, 'm').exec(text) ?? [];
  return kibibytes === undefined ? undefined : Number(kibibytes) * 1024;
}

/** The memory of a process that no file stands behind, in bytes: a mapped registry is not in it. */
export function readAnonymousBytes(pid: number): number {
  return readMemoryLine(pid, 'RssAnon') ?? 0;
}

const PEAK_EVERY_MS = 20;

/**
 * Looks at the most memory that a child has had, until it ends; gives the bytes then. What the kernel tells of a child
 * after its end begins with its parent's memory, so that this is read while it runs.
 */
export async function watchPeakBytes(child: Bun.Subprocess): Promise<number> {
  let peak = Number.NaN;
  const look = () => {
    peak = readMemoryLine(child.pid, 'VmHWM') ?? peak;
  };
  const timer = setInterval(look, PEAK_EVERY_MS);
  await child.exited;
  clearInterval(timer);
  return peak;
}
