import { describe, expect, test } from 'bun:test';
import { renameSync } from 'node:fs';
import { join } from 'node:path';
import type { State } from '../../src/state/database.ts';
import { openState } from '../../src/state/database.ts';
import { openRecorder, type RecorderOptions } from '../../src/state/recorder.ts';
import { takeWanted } from '../../src/state/wanted.ts';
import { makeFolder, makeState } from './scratch.ts';

/** A recorder that writes only when it is told to, unless options say otherwise. */
function startRecorder(state: State, options: Partial<RecorderOptions> = {}) {
  const faults: string[] = [];
  const onFault = (message: string) => faults.push(message);
  const recorder = openRecorder(state, { onFault, flushEveryMs: 3_600_000, ...options });
  return { ...recorder, faults, [Symbol.asyncDispose]: () => recorder.close() };
}

/** All queries that the database holds. */
function readTotal(state: State): number {
  const row = state.sqlite.query<{ total: number }, []>(
    'SELECT coalesce(sum(quantity), 0) AS total FROM usage',
  );
  return row.get()?.total ?? 0;
}

/** Waits until something holds. */
async function until(holds: () => boolean): Promise<void> {
  while (!holds()) await Bun.sleep(5);
}

describe('the recorder', () => {
  test('has written what was recorded when a flush resolves, and once only', async () => {
    using state = makeState();
    await using recorder = startRecorder(state);
    recorder.usage.count(1, 'cnpj');
    recorder.wanted.remember('00000000000191', true);
    await recorder.flush();
    await recorder.flush();
    expect(readTotal(state)).toBe(1);
    expect(takeWanted(state, 10)).toEqual([{ cnpj: '00000000000191', absent: true }]);
  });

  test('writes by itself', async () => {
    using state = makeState();
    await using recorder = startRecorder(state, { flushEveryMs: 10 });
    recorder.usage.count(1, 'cnpj');
    await until(() => readTotal(state) === 1);
    recorder.usage.count(1, 'cnpj');
    await until(() => readTotal(state) === 2);
  });

  test('resolves each of several flushes with what was recorded before it', async () => {
    using state = makeState();
    await using recorder = startRecorder(state);
    recorder.usage.count(1, 'cnpj');
    const first = recorder.flush();
    recorder.usage.count(1, 'cnpj');
    const second = recorder.flush();
    recorder.usage.count(1, 'cnpj');
    const third = recorder.flush();
    await first;
    expect(readTotal(state)).toBeGreaterThanOrEqual(1);
    await second;
    expect(readTotal(state)).toBeGreaterThanOrEqual(2);
    await third;
    expect(readTotal(state)).toBe(3);
  });

  test('writes what is left when it closes', async () => {
    using state = makeState();
    const { close, usage, faults } = startRecorder(state);
    for (let query = 0; query < 500; query++) usage.count(1 + (query % 5), 'raiz');
    await close();
    expect(readTotal(state)).toBe(500);
    expect(faults).toEqual([]);
  });

  test('goes on counting while the disk hangs, and writes it all once the disk is back', async () => {
    using state = makeState();
    await using recorder = startRecorder(state, { flushEveryMs: 5 });
    // Another process that holds the write lock is as slow a disk as can be had on purpose.
    const other = openState(state.folder);
    other.sqlite.run('BEGIN IMMEDIATE');
    for (let query = 0; query < 100; query++) {
      recorder.usage.count(1, 'cnpj');
      await Bun.sleep(1);
    }
    expect(recorder.usage.countedThisMonth(1)).toBe(100);
    expect(readTotal(state)).toBe(0);
    other.sqlite.run('COMMIT');
    other.close();
    await recorder.flush();
    expect(readTotal(state)).toBe(100);
  });

  test('tells once of batches that fail, keeps them, and writes them when they no longer do', async () => {
    using state = makeState();
    await using recorder = startRecorder(state, { flushEveryMs: 5 });
    state.sqlite.run('ALTER TABLE usage RENAME TO mislaid');
    recorder.usage.count(1, 'cnpj');
    await until(() => recorder.faults.length > 0);
    recorder.usage.count(1, 'cnpj');
    await Bun.sleep(50);
    expect(recorder.faults).toHaveLength(1);
    expect(recorder.faults[0]).toContain(state.path);
    expect(recorder.faults[0]).toContain('no such table');
    await expect(recorder.flush()).rejects.toThrow('no such table');
    state.sqlite.run('ALTER TABLE mislaid RENAME TO usage');
    await recorder.flush();
    expect(readTotal(state)).toBe(2);
  });

  test('finds its way back to a file that could not be opened at first', async () => {
    using state = makeState();
    await using recorder = startRecorder(state);
    renameSync(state.path, `${state.path}.away`);
    recorder.usage.count(1, 'cnpj');
    await expect(recorder.flush()).rejects.toThrow('unable to open');
    renameSync(`${state.path}.away`, state.path);
    await recorder.flush();
    expect(readTotal(state)).toBe(1);
  });

  test('that cannot write what is left says so when it closes, and closes', async () => {
    using state = makeState();
    const { close, usage, faults } = startRecorder(state, { closeWithinMs: 50 });
    const other = openState(state.folder);
    other.sqlite.run('BEGIN IMMEDIATE');
    usage.count(1, 'cnpj');
    await close();
    expect(faults).toHaveLength(1);
    expect(faults[0]).toContain('are lost');
    other.close();
  });

  test('does not keep a process alive', async () => {
    using folder = makeFolder();
    const module = (name: string) => JSON.stringify(join(import.meta.dir, '../../src/state', name));
    const script = [
      `const { openState } = await import(${module('database.ts')});`,
      `const { openRecorder } = await import(${module('recorder.ts')});`,
      'const recorder = openRecorder(openState(process.argv.at(-1)), { onFault: console.error });',
      "recorder.usage.count(1, 'cnpj');",
      'await recorder.flush();',
    ].join('\n');
    expect(await Bun.spawn([process.execPath, '-e', script, folder.path]).exited).toBe(0);
  });

  test("loses at most a second's worth when its process is killed", async () => {
    using folder = makeFolder();
    const script = join(import.meta.dir, 'counting-process.ts');
    const child = Bun.spawn([process.execPath, script, folder.path]);
    for await (const _ of child.stdout) break;
    child.kill('SIGKILL');
    await child.exited;
    const state = openState(folder.path);
    const total = readTotal(state);
    state.close();
    expect(total).toBeGreaterThanOrEqual(1_000);
    expect(total).toBeLessThanOrEqual(1_050);
  });

  test('writes in a compiled program too', async () => {
    using folder = makeFolder();
    const root = join(import.meta.dir, '../../src');
    const program = join(folder.path, 'program');
    const entryPoints = [join(import.meta.dir, 'compiled-process.ts'), join(root, 'state/writer.ts')];
    const build = Bun.spawn(
      [process.execPath, 'build', '--compile', ...entryPoints, '--root', root, '--outfile', program],
      { stdout: 'ignore', stderr: 'pipe' },
    );
    expect(await build.exited, await new Response(build.stderr).text()).toBe(0);
    // Started elsewhere: nothing of it may be looked for in the folder it was built in.
    const child = Bun.spawn([program, join(folder.path, 'data')], { cwd: folder.path });
    const printed: unknown = await new Response(child.stdout).json();
    expect(printed).toEqual({ totals: [[7, 'suframa', 1]], faults: [] });
  });
});
