import { afterAll, expect, setDefaultTimeout, test } from 'bun:test';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startService } from '../../scripts/bench/server-process.ts';

/** A script that is ended in the middle leaves no process and no folder behind. */

setDefaultTimeout(60_000);

const SCRIPTS = join(import.meta.dir, '../../scripts');
const root = mkdtempSync(join(tmpdir(), 'interrupted-'));
afterAll(() => rmSync(root, { recursive: true, force: true }));

/** The command lines of the processes that name a folder. */
function findProcesses(folder: string): string[] {
  const lines = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map((pid) => {
      try {
        return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ');
      } catch {
        // It has ended since the list was read.
        return '';
      }
    });
  return lines.filter((line) => line.includes(folder));
}

/** Runs a script until so many things with a name are in a folder, then signals. Returns how it ended. */
async function interrupt(
  words: readonly string[],
  begun: { readonly folder: string; readonly name: RegExp; readonly count: number },
  signal: NodeJS.Signals,
): Promise<number> {
  const child = Bun.spawn([process.execPath, ...words], {
    env: { ...process.env, TMPDIR: begun.folder, BENCH_DIR: join(root, 'kept') },
    stdout: 'ignore',
    stderr: 'ignore',
  });
  const find = () => readdirSync(begun.folder).filter((name) => begun.name.test(name));
  while (find().length < begun.count && child.exitCode === null) await Bun.sleep(5);
  expect(find()).toHaveLength(begun.count);
  // Into the middle of what it does.
  await Bun.sleep(300);
  child.kill(signal);
  return await child.exited;
}

const BENCH = join(SCRIPTS, 'bench/main.ts');

test.each([
  ['kill', ['kill', '--companies', '200', '--kills', '100000'], /^kill-/, 1],
  ['swap', ['swap', '--companies', '200', '--swaps', '100000'], /^swap-/, 1],
  ['start', ['start', '--companies', '200', '--rounds', '1000'], /^bench-service-/, 1],
  ['lookup', ['lookup', '--companies', '200', '--seconds', '30'], /^bench-load-|^bench-service-/, 2],
] as const)('the bench %s leaves nothing when it is ended', async (name, words, begun, count) => {
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    const folder = join(root, `${name}-${signal}`);
    mkdirSync(folder);
    const code = await interrupt([BENCH, ...words], { folder, name: begun, count }, signal);
    expect(code).toBe(signal === 'SIGINT' ? 130 : 143);
    expect(readdirSync(folder)).toEqual([]);
    expect(findProcesses(folder)).toEqual([]);
  }
});

test('the build leaves nothing when it is ended', async () => {
  const folder = join(root, 'dist');
  mkdirSync(folder);
  const words = [join(SCRIPTS, 'build.ts'), '--out', join(folder, 'cnpj')];
  const code = await interrupt(words, { folder, name: /^\.build-/, count: 1 }, 'SIGINT');
  expect(code).toBe(130);
  expect(readdirSync(folder)).toEqual([]);
});

test('a service that does not start leaves nothing either', async () => {
  const before = process.env.TMPDIR;
  const folder = join(root, 'failed');
  mkdirSync(folder);
  try {
    process.env.TMPDIR = folder;
    const starting = startService({
      registry: join(folder, 'none.db'),
      variables: { WIRE_PROFILE: 'unheard-of' },
    });
    await expect(starting).rejects.toThrow('The server ended before ');
  } finally {
    if (before === undefined) delete process.env.TMPDIR;
    else process.env.TMPDIR = before;
  }
  expect(readdirSync(folder)).toEqual([]);
  expect(findProcesses(folder)).toEqual([]);
});
