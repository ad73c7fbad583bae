import { describe, expect, setDefaultTimeout, test } from 'bun:test';
import { statfsSync } from 'node:fs';
import { join } from 'node:path';
import { ImportDesk } from '../support/import-desk.ts';
import { SmallDisk } from '../support/small-disk.ts';

setDefaultTimeout(60_000);

const STEP_BYTES = 192 << 10;
const MAX_STEPS = 40;

function usedBytes(path: string): number {
  const { bavail, blocks, bsize } = statfsSync(path);
  return (blocks - bavail) * bsize;
}

/** How far an import came, by what it wrote: no line of a step means that it still read. */
function lastStep(err: string): string {
  return ['checking', 'indexing', 'joining'].find((step) => err.includes(`\n${step}\n`)) ?? 'reading';
}

describe('a disk', () => {
  test('that is full at whichever step costs no more than that import', async () => {
    using disk = new SmallDisk(64 << 20);
    using desk = new ImportDesk({}, disk.path);
    const folder = await desk.fill(join(desk.folder, 'month'), { companies: 1000 });
    expect((await desk.runProcess('--from', folder)).code).toBe(0);
    const served = JSON.stringify(desk.facts());
    const least = usedBytes(disk.path);
    const steps = new Set<string>();
    let code = 1;
    for (let step = 0; code !== 0 && step < MAX_STEPS; step++) {
      disk.resize(least + step * STEP_BYTES);
      const run = await desk.runProcess('--from', folder, '--ignore-space');
      code = run.code;
      expect(desk.leftovers()).toEqual([]);
      if (code === 0) break;
      expect(run.err).toMatch(/The disk of .+ is full\. Free space there, or choose another data folder/);
      expect(JSON.stringify(desk.facts())).toBe(served);
      steps.add(lastStep(run.err));
    }
    expect(code).toBe(0);
    expect([...steps].sort()).toEqual(['indexing', 'joining', 'reading']);
    expect(desk.history(2)).toMatchObject([{ outcome: 'published' }, { outcome: 'failed', kind: 'space' }]);
  });

  test('that is too small is told of before anything begins', async () => {
    using disk = new SmallDisk(2 << 20);
    using desk = new ImportDesk({}, disk.path);
    const folder = await desk.fill(join(desk.folder, 'month'));
    const run = await desk.run('--from', folder);
    expect(run.code).toBe(1);
    expect(run.err).toMatch(
      /The import takes about \d+ MB on the disk of .+ while it runs, and \d+ MB are free\. Make room/,
    );
    expect(run.err).not.toContain('Empresas0.zip');
  });

  test('that takes nothing is told of', async () => {
    using disk = new SmallDisk(8 << 20);
    using desk = new ImportDesk({}, disk.path);
    const folder = await desk.fill(join(desk.folder, 'month'));
    expect((await desk.runProcess('--from', folder, '--ignore-space')).code).toBe(0);
    disk.makeReadOnly();
    const run = await desk.run('--from', folder);
    expect(run.code).toBe(1);
    expect(run.err).toMatch(/The data folder .+ cannot be written \(EROFS/);
    expect(desk.facts().served).toBeGreaterThan(0);
  });
});
