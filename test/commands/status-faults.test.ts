import { Database } from 'bun:sqlite';
import { describe, expect, test } from 'bun:test';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { explainFailure, findObstacle } from '../../src/commands/status/access.ts';
import { findNeeds } from '../../src/commands/status/findings.ts';
import { readOverview } from '../../src/commands/status/overview.ts';
import { parseConfig } from '../../src/config.ts';
import { withImportLock } from '../../src/import/lock.ts';
import { openState } from '../../src/state/database.ts';
import { startImport } from '../../src/state/imports.ts';
import { makeFolder } from '../state/scratch.ts';
import { goldenFixture } from '../support/fixture.ts';
import { runCommand } from './command-line.ts';

const GARBAGE = 'x'.repeat(8_192);
const NOW_MS = Date.parse('2026-08-20T12:00:00Z');

/** What is in the place of a file, the finding that tells of it, and what it says. */
const FAULTS: readonly (readonly [
  name: string,
  file: string,
  content: string | undefined,
  code: string,
  said: string,
])[] = [
  [
    'a registry that is a folder',
    'registry.db',
    undefined,
    'registry',
    'is a folder, where a file should be',
  ],
  ['a lock that is a folder', 'import.lock', undefined, 'lock', 'is a folder, where a file should be'],
  ['a lock that is none', 'import.lock', GARBAGE, 'lock', 'cannot be read (file is not a database).'],
  ['a state.db that is a folder', 'state.db', undefined, 'state', 'is a folder, where a file should be'],
  ['a state.db that is none', 'state.db', GARBAGE, 'state', 'Put a backup of it in its place.'],
];

describe('a file that cannot be read is told in a sentence', () => {
  test.each(FAULTS)('%s', async (_name, file, content, code, said) => {
    using folder = makeFolder();
    (await goldenFixture()).copyTo(folder.path);
    const path = join(folder.path, file);
    rmSync(path, { force: true });
    if (content === undefined) mkdirSync(path);
    else writeFileSync(path, content);
    const { code: exit, out, err } = await runCommand(['status', '--json', '--data', folder.path]);
    expect({ exit, err }).toEqual({ exit: 1, err: '' });
    const { attention }: { attention: { code: string; what: string; todo: string }[] } = JSON.parse(out);
    const told = attention.find((finding) => finding.code === code);
    expect(told?.what).toStartWith(path);
    expect(told?.what).toContain(said);
    // Another user would see the same.
    expect(told?.what).not.toContain('user');
    expect(told?.todo).not.toBe('');
  });

  test('a data folder that is a file', async () => {
    using folder = makeFolder();
    const path = join(folder.path, 'file');
    writeFileSync(path, '');
    const { code, out, err } = await runCommand(['status', '--data', path]);
    expect(out).toContain(`${path} is a file, where a folder should be.`);
    expect({ code, err }).toEqual({ code: 1, err: '' });
  });

  test('what SQLite may not open is a matter of users; what is no database, or is locked, is not', () => {
    using folder = makeFolder();
    const path = join(folder.path, 'file');
    const explain = () => {
      try {
        new Database(path, { readonly: true }).query('SELECT * FROM sqlite_master').all();
        return undefined;
      } catch (cause) {
        return explainFailure(path, cause).kind;
      }
    };
    expect(explain()).toBe('denied');
    writeFileSync(path, GARBAGE);
    expect(explain()).toBe('damaged');
    rmSync(path);
    using holder = new Database(path);
    holder.exec('BEGIN EXCLUSIVE');
    expect(explain()).toBe('failed');
    expect(() => explainFailure(path, new TypeError('a fault of ours'))).toThrow('a fault of ours');
    expect(findObstacle(path, 'file')).toBeUndefined();
  });
});

describe('while an import is at work', () => {
  test('the first is no problem: there is no registry yet', async () => {
    using folder = makeFolder();
    const state = openState(folder.path);
    startImport(state);
    state.close();
    const words = ['status', '--json', '--data', folder.path];
    const { code, out } = await withImportLock(folder.path, () => runCommand(words));
    const { attention }: { attention: { level: string; code: string; what: string }[] } = JSON.parse(out);
    expect(attention.filter(({ level }) => level === 'problem')).toEqual([]);
    expect(attention[0]).toMatchObject({
      code: 'registry',
      what: expect.stringContaining('no registry yet'),
    });
    expect(code).toBe(0);
    expect((await runCommand(words)).code).toBe(1);
  });

  test('a registry that cannot be read is one, and is about to be replaced', async () => {
    using folder = makeFolder();
    writeFileSync(join(folder.path, 'registry.db'), GARBAGE);
    const words = ['status', '--data', folder.path];
    const { code, out } = await withImportLock(folder.path, () => runCommand(words));
    expect(out).toContain('puts another in its place');
    expect(code).toBe(1);
  });

  test('the disk is not reckoned for the next one', async () => {
    using folder = makeFolder();
    (await goldenFixture()).copyTo(folder.path);
    const config = parseConfig({});
    const disk = async (isImporting: boolean) => {
      const overview = { ...(await readOverview(folder.path, NOW_MS)), freeBytes: 1, isImporting };
      return findNeeds(overview, config, NOW_MS).filter(({ code }) => code === 'disk').length;
    };
    expect(await disk(false)).toBe(1);
    expect(await disk(true)).toBe(0);
  });
});
