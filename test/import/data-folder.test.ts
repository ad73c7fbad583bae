import { afterEach, beforeEach, describe, expect, test } from 'bun:test';
import {
  chmodSync,
  existsSync,
  linkSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  changePlaces,
  cleanUp,
  type FILES,
  hasPrevious,
  pathOf,
  publishStaged,
} from '../../src/import/data-folder.ts';

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'data-folder-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

function write(file: keyof typeof FILES, text: string): void {
  writeFileSync(pathOf(folder, file), text);
}

/** The contents of the files that there are, by their names. */
function list(): Record<string, string> {
  return Object.fromEntries(
    readdirSync(folder).map((name) => [name, readFileSync(join(folder, name), 'utf8')]),
  );
}

describe('a data folder', () => {
  test('gets its first registry, then keeps the one before', () => {
    write('staged', 'one');
    chmodSync(pathOf(folder, 'staged'), 0o640);
    publishStaged(folder);
    expect(list()).toEqual({ 'registry.db': 'one' });
    expect(statSync(pathOf(folder, 'registry')).mode & 0o777).toBe(0o440);
    expect(hasPrevious(folder)).toBe(false);
    write('staged', 'two');
    publishStaged(folder);
    write('staged', 'three');
    publishStaged(folder);
    expect(list()).toEqual({ 'registry.db': 'three', 'registry.previous.db': 'two' });
    expect(hasPrevious(folder)).toBe(true);
  });

  test('lets both change places, and back', () => {
    write('registry', 'new');
    write('previous', 'old');
    changePlaces(folder);
    expect(list()).toEqual({ 'registry.db': 'old', 'registry.previous.db': 'new' });
    changePlaces(folder);
    expect(list()).toEqual({ 'registry.db': 'new', 'registry.previous.db': 'old' });
  });

  test('gets the one before back when the registry is gone', () => {
    write('previous', 'old');
    changePlaces(folder);
    expect(list()).toEqual({ 'registry.db': 'old' });
  });

  test('is cleared of what a killed build left', () => {
    write('registry', 'old');
    write('staged', 'half');
    mkdirSync(pathOf(folder, 'work'));
    writeFileSync(join(pathOf(folder, 'work'), 'thread0.rows'), 'rows');
    cleanUp(folder);
    expect(list()).toEqual({ 'registry.db': 'old' });
  });

  test('has one registry, whole, wherever publishing was cut short', () => {
    write('registry', 'old');
    write('previous', 'older');
    write('staged', 'new');
    linkSync(pathOf(folder, 'registry'), pathOf(folder, 'aside'));
    cleanUp(folder);
    expect(list()).toEqual({ 'registry.db': 'old', 'registry.previous.db': 'older' });
    linkSync(pathOf(folder, 'registry'), pathOf(folder, 'aside'));
    renameSync(pathOf(folder, 'aside'), pathOf(folder, 'previous'));
    cleanUp(folder);
    expect(list()).toEqual({ 'registry.db': 'old', 'registry.previous.db': 'old' });
    expect(hasPrevious(folder)).toBe(false);
    write('staged', 'new');
    publishStaged(folder);
    expect(list()).toEqual({ 'registry.db': 'new', 'registry.previous.db': 'old' });
  });

  test('has both registries, wherever a rollback was cut short', () => {
    write('registry', 'new');
    write('previous', 'old');
    linkSync(pathOf(folder, 'registry'), pathOf(folder, 'aside'));
    cleanUp(folder);
    expect(list()).toEqual({ 'registry.db': 'new', 'registry.previous.db': 'old' });
    linkSync(pathOf(folder, 'registry'), pathOf(folder, 'aside'));
    renameSync(pathOf(folder, 'previous'), pathOf(folder, 'registry'));
    cleanUp(folder);
    expect(list()).toEqual({ 'registry.db': 'old', 'registry.previous.db': 'new' });
    expect(existsSync(pathOf(folder, 'aside'))).toBe(false);
  });
});
