import { Database } from 'bun:sqlite';
import { describe, expect, test } from 'bun:test';
import { chmodSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { getTableConfig, type SQLiteTable } from 'drizzle-orm/sqlite-core';
import { openState } from '../../src/state/database.ts';
import { MIGRATIONS, migrate } from '../../src/state/migrations.ts';
import * as tables from '../../src/state/tables.ts';
import { makeFolder, makeState } from './scratch.ts';

const TABLES: readonly SQLiteTable[] = [
  tables.subscribers,
  tables.tokens,
  tables.revision,
  tables.usage,
  tables.wanted,
  tables.additions,
  tables.imports,
];

/** The permission bits of a file. */
const modeOf = (path: string) => statSync(path).mode & 0o777;

/** The single value that a pragma answers. */
function readPragma(sqlite: Database, pragma: string): unknown {
  return sqlite.query(`PRAGMA ${pragma}`).values()[0]?.[0];
}

describe('state.db', () => {
  test('can be read and written by its owner only, and so can its companions', () => {
    using state = makeState();
    state.sqlite.run("INSERT INTO wanted VALUES ('00000000000191', 1, 0)");
    const files = readdirSync(state.folder);
    expect(files).toContain('state.db-wal');
    for (const file of files) expect(modeOf(join(state.folder, file))).toBe(0o600);
  });

  test('is closed to others even if it was open to them', () => {
    using folder = makeFolder();
    openState(folder.path).close();
    const path = join(folder.path, 'state.db');
    chmodSync(path, 0o644);
    openState(folder.path).close();
    expect(modeOf(path)).toBe(0o600);
  });

  test('is opened with write-ahead log, foreign keys, patience and full synchronisation', () => {
    using state = makeState();
    expect(readPragma(state.sqlite, 'journal_mode')).toBe('wal');
    expect(readPragma(state.sqlite, 'foreign_keys')).toBe(1);
    expect(readPragma(state.sqlite, 'synchronous')).toBe(2);
    expect(readPragma(state.sqlite, 'busy_timeout')).toBe(5_000);
  });

  test('is made by one of several processes that open it together, and opened by all', async () => {
    for (let round = 0; round < 4; round++) {
      using folder = makeFolder();
      const atMs = String(Date.now() + 400);
      const script = join(import.meta.dir, 'opening-process.ts');
      const processes = [1, 2, 3].map(() =>
        Bun.spawn([process.execPath, script, folder.path, atMs], { stderr: 'pipe' }),
      );
      const ends = await Promise.all(
        processes.map(async ({ exited, stderr }) => [await exited, await stderr.text()]),
      );
      expect(ends).toEqual([1, 2, 3].map(() => [0, '']));
    }
  });

  test('keeps what it holds when opened again', () => {
    using folder = makeFolder();
    const first = openState(join(folder.path, 'made', 'on', 'the', 'way'));
    first.sqlite.run("INSERT INTO wanted VALUES ('00000000000191', 1, 0)");
    first.close();
    const second = openState(join(folder.path, 'made', 'on', 'the', 'way'));
    expect(second.sqlite.query('SELECT cnpj FROM wanted').values()).toEqual([['00000000000191']]);
    second.close();
  });

  test('that is no database is refused by name', () => {
    using folder = makeFolder();
    const path = join(folder.path, 'state.db');
    writeFileSync(path, 'not a database, but long enough to be looked at as one'.repeat(100));
    expect(() => openState(folder.path)).toThrow(path);
  });

  test('has the tables that the code defines, column by column and index by index', () => {
    using state = makeState();
    const named = state.sqlite.query<{ name: string }, []>(
      "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%'",
    );
    expect(named.all().map((row) => row.name)).toEqual(TABLES.map((table) => getTableConfig(table).name));
    for (const table of TABLES) {
      const { name, columns, indexes, primaryKeys } = getTableConfig(table);
      const keyed = new Set(primaryKeys.flatMap((key) => key.columns.map((column) => column.name)));
      const defined = columns.map((column) => ({
        name: column.name,
        type: column.getSQLType().toUpperCase(),
        notNull: column.notNull,
        primary: column.primary || keyed.has(column.name),
      }));
      const found = state.sqlite
        .query<{ name: string; type: string; notnull: number; pk: number }, [string]>(
          'SELECT name, type, "notnull", pk FROM pragma_table_info(?)',
        )
        .all(name)
        .map((row) => ({ name: row.name, type: row.type, notNull: row.notnull === 1, primary: row.pk > 0 }));
      expect(found).toEqual(defined);
      const indexed = state.sqlite
        .query<{ name: string }, [string]>("SELECT name FROM pragma_index_list(?) WHERE origin = 'c'")
        .all(name)
        .map((row) => row.name);
      expect(indexed).toEqual(indexes.map((each) => each.config.name));
    }
  });
});

describe('migrations', () => {
  const first = { name: 'a box', statements: ['CREATE TABLE box (name TEXT)'] };
  const second = { name: 'its size', statements: ['ALTER TABLE box ADD size INTEGER DEFAULT 7'] };

  test('bring an old database to the new version and keep its rows', () => {
    const sqlite = new Database(':memory:');
    migrate(sqlite, 'box.db', [first]);
    sqlite.run("INSERT INTO box VALUES ('old')");
    migrate(sqlite, 'box.db', [first, second]);
    expect(sqlite.query('SELECT name, size FROM box').values()).toEqual([['old', 7]]);
    expect(readPragma(sqlite, 'user_version')).toBe(2);
  });

  test('are done once', () => {
    const sqlite = new Database(':memory:');
    migrate(sqlite, 'box.db', [first, second]);
    migrate(sqlite, 'box.db', [first, second]);
    expect(readPragma(sqlite, 'user_version')).toBe(2);
  });

  test('that fail on the way leave the database as it was, and name the step', () => {
    const sqlite = new Database(':memory:');
    migrate(sqlite, 'box.db', [first]);
    const broken = {
      name: 'its colour',
      statements: ['ALTER TABLE box ADD colour TEXT', 'NO SUCH STATEMENT'],
    };
    const attempt = () => migrate(sqlite, 'box.db', [first, second, broken]);
    expect(attempt).toThrow(/^box\.db stays at version 1: it could not be brought to 3 \(its colour\): /);
    expect(readPragma(sqlite, 'user_version')).toBe(1);
    expect(sqlite.query('SELECT name FROM pragma_table_info(?)').values('box')).toEqual([['name']]);
  });

  test('refuse a database from the future, and touch nothing', () => {
    using folder = makeFolder();
    const path = join(folder.path, 'state.db');
    const future = new Database(path);
    future.run('CREATE TABLE tomorrow (name TEXT)');
    future.run(`PRAGMA user_version = ${MIGRATIONS.length + 1}`);
    future.close();
    expect(() => openState(folder.path)).toThrow(
      `${path} has version ${MIGRATIONS.length + 1}, but this program knows versions up to ${MIGRATIONS.length}`,
    );
    const after = new Database(path);
    expect(after.query('SELECT name FROM sqlite_schema').values()).toEqual([['tomorrow']]);
    after.close();
  });

  test('of two processes that start at once are done once', async () => {
    using folder = makeFolder();
    const module = join(import.meta.dir, '../../src/state/database.ts');
    const script = `const { openState } = await import(${JSON.stringify(module)}); openState(process.argv.at(-1)).close();`;
    const processes = [1, 2].map(() => Bun.spawn([process.execPath, '-e', script, folder.path]));
    expect(await Promise.all(processes.map((each) => each.exited))).toEqual([0, 0]);
    const state = openState(folder.path);
    expect(readPragma(state.sqlite, 'user_version')).toBe(MIGRATIONS.length);
    state.close();
  });
});
