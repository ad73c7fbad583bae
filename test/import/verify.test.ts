import { Database } from 'bun:sqlite';
import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test';
import { chmodSync, copyFileSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ImportFailure } from '../../src/import/failure.ts';
import { verifyRegistry } from '../../src/import/verify.ts';
import { FIELDS } from '../../src/registry/fields.ts';
import { ImportDesk } from '../support/import-desk.ts';

setDefaultTimeout(30_000);

let desk: ImportDesk;
let registry: string;

beforeAll(async () => {
  desk = new ImportDesk();
  await desk.fill('2026-08', { companies: 400 });
  expect((await desk.run('--nightly', '--offline')).code).toBe(0);
  registry = join(desk.dataDir, 'registry.db');
});
afterAll(() => desk[Symbol.dispose]());

/** A copy of the registry, changed by SQL. */
function change(...statements: readonly string[]): string {
  const path = join(desk.folder, 'changed.db');
  copyFileSync(registry, path);
  chmodSync(path, 0o600);
  const database = new Database(path);
  for (const statement of statements) database.run(statement);
  database.close(true);
  return path;
}

/** What the verification of a file says. */
function verify(path: string): string {
  try {
    return verifyRegistry(path, join(desk.folder, 'none.db'), false).join('\n') || 'good';
  } catch (cause) {
    if (!(cause instanceof ImportFailure)) throw cause;
    expect(cause.kind).toBe('verification');
    return cause.message;
  }
}

const setRows = (kind: string, rows: number) =>
  `UPDATE fact SET value = json_set(value, '$.${kind}', ${rows}) WHERE name = 'rows'`;

describe('a registry is verified before it is published:', () => {
  test('one as it was built is good', () => {
    expect(verify(registry)).toBe('good');
  });

  test.each([
    [
      'one without establishments',
      ["UPDATE fact SET value = '0' WHERE name = 'served'"],
      /has no establishment/,
    ],
    [
      'one without some records',
      ['DELETE FROM establishment WHERE key IN (SELECT key FROM establishment ORDER BY key LIMIT 3)'],
      /cannot find its establishment 0/,
    ],
    [
      'one with an index of too few',
      [`DELETE FROM term WHERE field = ${FIELDS.size}`],
      /lacks \d+ under size/,
    ],
    [
      'one whose index counts others',
      [`UPDATE term SET count = count + 1 WHERE field = ${FIELDS.size}`],
      /has \d+ establishments where the registry has \d+/,
    ],
    ...(['status', 'mainActivity', 'city', 'state', 'startDay', 'companyWord'] as const).map(
      (field) =>
        [
          `one whose postings of ${field} are another value's`,
          [`UPDATE term SET first_posting = NULL, numbers = x'fffffff003' WHERE field = ${FIELDS[field]}`],
          new RegExp(`The search index of the new registry lacks \\w{14} under ${field} `),
        ] as const,
    ),
  ] as const)('%s is refused', (_what, statements, message) => {
    expect(verify(change(...statements))).toMatch(message);
  });

  test('what an opening reads of all blocks of partners lies together, apart from them', () => {
    const database = new Database(registry, { readonly: true });
    const sql = 'EXPLAIN QUERY PLAN SELECT first_partner, carried FROM partner_block ORDER BY block';
    const plan = database.query<{ detail: string }, []>(sql).all();
    database.close();
    expect(plan.map(({ detail }) => detail)).toEqual([
      'SCAN partner_block USING COVERING INDEX partner_block_start',
    ]);
  });

  test('a damaged file is refused', () => {
    const path = join(desk.folder, 'damaged.db');
    const bytes = readFileSync(registry);
    bytes.fill(0xff, bytes.length - 40_000, bytes.length - 200);
    writeFileSync(path, bytes);
    expect(verify(path)).toMatch(/The new registry is damaged \(.+\)\. Check the disk/);
  });

  test.each(['companies', 'partners', 'simples', 'suframa'])('one that has lost %s is refused', (kind) => {
    const before = change(setRows(kind, 1_000_000));
    const refused = () => verifyRegistry(registry, before, false);
    expect(refused).toThrow(
      new RegExp(`has \\d+ ${kind} where the one before has 1000000: \\d+\\.\\d % less`),
    );
    expect(verifyRegistry(registry, before, true)).toEqual([
      expect.stringContaining(`${kind} where the one before`),
    ]);
  });

  test('one that has lost less than a twentieth is good', () => {
    const { rows } = desk.facts();
    const count = Math.floor((rows.companies ?? 0) / 0.96);
    expect(verifyRegistry(registry, change(setRows('companies', count)), false)).toEqual([]);
  });

  test('one that covers something else is not compared', () => {
    const coverage = `UPDATE fact SET value = json_set(value, '$.states', json('["SP"]')) WHERE name = 'coverage'`;
    const before = change(setRows('companies', 1_000_000), coverage);
    expect(verifyRegistry(registry, before, false)).toEqual([]);
  });
});

describe('a month that has shrunk', () => {
  test('is refused, tells the operator why, and is published when that is allowed', async () => {
    using own = new ImportDesk();
    const large = await own.fill(join(own.folder, 'large'), { companies: 200 });
    const small = await own.fill(join(own.folder, 'small'), { companies: 100 });
    await own.run('--from', large);
    const refused = await own.run('--from', small);
    expect(refused.code).toBe(1);
    expect(refused.err).toMatch(/has 100 companies where the one before has 200: 50\.0 % less/);
    expect(refused.err).toContain('run the import with --allow-shrink');
    expect(own.facts().rows.companies).toBe(200);
    expect(own.leftovers()).toEqual([]);
    expect(own.history(1)).toMatchObject([{ outcome: 'failed', kind: 'verification' }]);
    const allowed = await own.run('--from', small, '--allow-shrink');
    expect(allowed.code).toBe(0);
    expect(allowed.out).toContain('Allowed by --allow-shrink: The new registry has 100 companies');
    expect(own.facts().rows.companies).toBe(100);
  });
});
