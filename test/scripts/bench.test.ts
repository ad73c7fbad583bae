import { afterAll, describe, expect, test } from 'bun:test';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { benchImport } from '../../scripts/bench/import.ts';
import { benchLookups } from '../../scripts/bench/lookup.ts';
import { benchSearch } from '../../scripts/bench/search.ts';
import { benchStart } from '../../scripts/bench/start.ts';

/** How fast anything is does not matter here: the benches end, find no fault, and fill their tables with numbers. */

const folder = mkdtempSync(join(tmpdir(), 'bench-test-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const COMPANIES = 400;
const LATEST_MS = 60_000;
const settings = { folder, companies: COMPANIES, rounds: 1, tell: () => undefined };

/** The cells of every row of a report's tables, by the row's name. */
function readRows(report: string): ReadonlyMap<string, readonly string[]> {
  const rows = report.split('\n').filter((line) => line.startsWith('| ') && !line.includes('---'));
  return new Map(
    rows.map((line) => {
      const [name = '', ...cells] = line.slice(2, -2).split(' | ');
      return [name, cells];
    }),
  );
}

const NUMBERS = /^[\d.,]+( \([\d.,]+–[\d.,]+\))?$/;

function expectNumbers(report: string, names: readonly string[]): void {
  const rows = readRows(report);
  for (const name of names) {
    const cells = rows.get(name);
    expect({ name, cells }).toEqual({ name, cells: expect.any(Array) });
    for (const cell of cells ?? []) if (cell.trim() !== '') expect(cell).toMatch(NUMBERS);
  }
}

describe('the bench', () => {
  test(
    'of lookups measures requests against the bare server',
    async () => {
      const report = await benchLookups({ ...settings, seconds: 0.1, only: 'public' });
      expectNumbers(report, ['public lookup', 'public lookup, Zipf s = 1']);
      expect(report).toContain('400 companies');
      // wrk knows whole seconds only.
      expect(report).toContain('; asked by autocannon; ');
      expect(report).toContain("These rates are autocannon's rather than the servers'");
      for (const pace of ['evenly paced', "at autocannon's rate"])
        expect(report).toContain(` a second, ${pace} | public lookup |`);
    },
    LATEST_MS,
  );

  test(
    'of searches finds the same as SQLite and FTS5, and tells every kind',
    async () => {
      const report = await benchSearch({ ...settings, smaller: COMPANIES / 2, each: 1, kinds: true });
      expectNumbers(report, [
        'in the process',
        'over HTTP, one after the other',
        "SQLite's indexes and FTS5 with count(*)",
        'postings an establishment, bytes',
        '72,000,000, reckoned',
        'no filter',
        'company word, state, status, nature, decade',
      ]);
    },
    LATEST_MS,
  );

  test(
    'of imports measures two sizes, step by step, and their growth',
    async () => {
      const report = await benchImport({ ...settings, smaller: COMPANIES / 2 });
      expectNumbers(report, [
        'seconds',
        'rows a second',
        'times the floor',
        'registry, bytes a row',
        'peak memory, MB',
        'joining: sort, join, write records, collect postings',
        'checking: verify, put on the disk, publish',
      ]);
      expect(report).toContain('2 times the companies');
      expect(report).toContain(Bun.which('sqlite3') === null ? 'There is no `sqlite3`' : 'times the floor');
    },
    LATEST_MS,
  );

  test(
    'of starts measures the first answer and watches the memory',
    async () => {
      const report = await benchStart({ ...settings, soak: 1, pieceSeconds: 0.1 });
      expectNumbers(report, ['start to first right answer, ms', 'anonymous memory then, MB', '0']);
    },
    LATEST_MS,
  );
});
