import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { generateSample } from '../../src/sample/generate.ts';
import { runCommand } from '../commands/command-line.ts';
import { SmallDisk } from '../support/small-disk.ts';
import { readFolder, rowsOf } from './published-files.ts';

// A disk is filled.
setDefaultTimeout(60_000);

let root: string;

beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'sample-failures-'));
});

afterAll(async () => {
  await rm(root, { recursive: true, force: true });
});

describe('two samples at once into one folder', () => {
  test.each([1, 2, 3, 4])('are one whole sample, and one that says why it is none (%d)', async (pair) => {
    const folder = join(root, `shared-${pair}`);
    const ends = await Promise.allSettled([30, 40].map((companies) => generateSample({ companies, folder })));
    const [done, ...others] = ends.flatMap((end) => (end.status === 'fulfilled' ? [end.value] : []));
    expect(others).toEqual([]);
    const reasons = ends.flatMap((end) => (end.status === 'rejected' ? [String(end.reason)] : []));
    // The later one finds the other's files when it looks, or when it comes to create its own.
    expect(reasons).toEqual([expect.stringMatching(/ already holds \S+\.zip[,:] .*name an/)]);
    expect(rowsOf(await readFolder(folder), 'EMPRECSV')).toHaveLength(done?.companies ?? 0);
  });
});

describe('a disk that is full', () => {
  test.each([
    ['before the rows', 1, 64 * 1024],
    ['among the rows', 20_000, 1024 * 1024],
  ])('%s is told in a sentence, and nothing is left of the sample', async (_, companies, bytes) => {
    using disk = new SmallDisk(bytes);
    const folder = join(disk.path, 'sample');
    const { code, out, err } = await runCommand(['sample', '--companies', `${companies}`, '--out', folder]);
    expect({ code, out }).toEqual({ code: 1, out: '' });
    expect(err).toMatch(
      /^The sample cannot be written to \S+: ENOSPC: [^\n]+\. What was written of it was unusable and is removed\.\n$/,
    );
    expect(await readdir(folder)).toEqual([]);
  });
});

describe('the command', () => {
  test('counts a company once, however many rows it has', async () => {
    const folder = join(root, 'counted');
    const { out } = await runCommand(['sample', '--companies', '2000', '--out', folder]);
    const members = await readFolder(folder);
    const cnpjs = new Set(rowsOf(members, 'ESTABELE').map((row) => row.slice(0, 3).join('')));
    expect(rowsOf(members, 'EMPRECSV').length).toBeGreaterThan(2_000);
    expect(out).toStartWith(`${folder} has 2000 companies, ${cnpjs.size} establishments, `);
  });

  test.each(['', ' '])('takes no folder named %j', async (folder) => {
    const { code, out, err } = await runCommand(['sample', '--companies', '1', '--out', folder]);
    expect(err).toContain('It must be a folder.');
    expect({ code, out }).toEqual({ code: 2, out: '' });
  });

  test('says in a sentence that a file is no folder', async () => {
    await Bun.write(join(root, 'file'), '');
    const { code, err } = await runCommand(['sample', '--companies', '1', '--out', join(root, 'file')]);
    expect(err).toMatch(/^The sample cannot be written to \S+: [^\n]+\.\n$/);
    expect(code).toBe(1);
  });
});
