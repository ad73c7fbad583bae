import { expect, setDefaultTimeout, test } from 'bun:test';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { LockedError, withImportLock } from '../../src/import/lock.ts';
import { ImportDesk } from '../support/import-desk.ts';

setDefaultTimeout(30_000);

test('one import at a time: the second says so, and leaves the first alone', async () => {
  using desk = new ImportDesk();
  const folder = await desk.fill(join(desk.folder, 'month'), { companies: 60 });
  await withImportLock(desk.dataDir, async () => {
    const second = await desk.runProcess('--from', folder);
    expect(second.code).toBe(1);
    expect(second.err).toContain(`Another import is running in ${desk.dataDir}. Wait until it is done.`);
    const rollback = await desk.runProcess('--rollback');
    expect(rollback.err).toContain('Another import is running');
    expect(existsSync(join(desk.dataDir, 'registry.db'))).toBe(false);
  });
  expect((await desk.runProcess('--from', folder)).code).toBe(0);
  // A run that never began is none.
  expect(desk.history()).toHaveLength(1);
});

test('two that start at once: one imports, one is refused', async () => {
  using desk = new ImportDesk();
  const folder = await desk.fill(join(desk.folder, 'month'), { companies: 400 });
  const runs = await Promise.all([desk.runProcess('--from', folder), desk.runProcess('--from', folder)]);
  const [done, refused] = runs.sort((one, other) => one.code - other.code);
  expect(done?.code).toBe(0);
  // Where one was done before the other began, both import, one after the other.
  if (refused?.code !== 0) expect(refused?.err).toContain('Another import is running');
  expect(desk.facts().rows.companies).toBe(400);
});

test('a lock that cannot be written is none, and nothing is done', async () => {
  using desk = new ImportDesk();
  mkdirSync(join(desk.dataDir, 'import.lock'), { recursive: true });
  const run = await desk.run('--rollback');
  expect(run.code).toBe(1);
  expect(run.err).toMatch(/import\.lock cannot be written \(.+\)\. Choose another folder by --data/);
});

test('a lock that is something else is told, and left', async () => {
  using desk = new ImportDesk();
  mkdirSync(desk.dataDir, { recursive: true });
  writeFileSync(join(desk.dataDir, 'import.lock'), 'x'.repeat(8192));
  const run = await desk.run('--rollback');
  expect(run.code).toBe(1);
  expect(run.err).toContain('import.lock is no lock of an import: remove it.');
});

test('the lock ends with what was done under it, however that ended', async () => {
  using desk = new ImportDesk();
  const failing = withImportLock(desk.dataDir, () => Promise.reject(new Error('no')));
  expect(await failing.catch((cause: unknown) => cause)).toEqual(new Error('no'));
  const nested = withImportLock(desk.dataDir, () => withImportLock(desk.dataDir, async () => 'in'));
  expect(await nested.catch((cause: unknown) => cause)).toBeInstanceOf(LockedError);
  expect(await withImportLock(desk.dataDir, async (lock) => lock.dataDir)).toBe(desk.dataDir);
});
