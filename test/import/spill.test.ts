import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { rootNumber } from '../../src/import/keyed-rows.ts';
import { OddityCounter } from '../../src/import/oddities.ts';
import { RangeReader } from '../../src/import/range-reader.ts';
import { planRanges, type RootRange } from '../../src/import/ranges.ts';
import { RowCursor } from '../../src/import/row-cursor.ts';
import { rowText } from '../../src/import/row-reader.ts';
import { type Spill, SpillWriter } from '../../src/import/spill.ts';
import { Random } from '../../src/sample/random.ts';

/** Two kinds of row: of a whole company, without an order number, and of one establishment. */
const COMPANY = 0;
const ESTABLISHMENT = 1;
const KINDS = 2;

interface Row {
  readonly kind: number;
  readonly root: string;
  readonly order: string;
  readonly text: string;
}

let folder: string;
let rows: readonly Row[];
let spills: readonly Spill[];

/** Most roots begin alike, so that their nodes split, twice over; the rest are anywhere, letters among them. */
function drawRoot(random: Random): string {
  const digits = (length: number) => String(random.below(10 ** length)).padStart(length, '0');
  if (random.below(10) < 7) return `417${digits(5)}`;
  return random.below(2) === 0 ? digits(8) : `${digits(2)}AZ${digits(4)}`;
}

function drawRows(random: Random): Row[] {
  return Array.from({ length: 9_000 }, (_, place) => {
    const kind = random.below(3) === 0 ? COMPANY : ESTABLISHMENT;
    const order = kind === COMPANY ? '    ' : String(random.below(3) + 1).padStart(4, '0');
    const text = `row ${place} ${'x'.repeat(random.below(13_000))}`;
    return { kind, root: drawRoot(random), order, text };
  });
}

function writeSpill(path: string, written: readonly Row[]): Spill {
  const spill = new SpillWriter(path);
  for (const { kind, root, order, text } of written) {
    const bytes = Buffer.from(text, 'latin1');
    spill.add(kind, Buffer.from(root + order, 'latin1'), bytes, bytes.length);
  }
  return { path, nodes: spill.finish() };
}

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'spill-'));
  rows = drawRows(new Random(7));
  // One thread has read most of the files.
  const cut = 7_000;
  spills = [
    writeSpill(join(folder, 'one'), rows.slice(0, cut)),
    writeSpill(join(folder, 'other'), rows.slice(cut)),
  ];
});

afterAll(() => rmSync(folder, { recursive: true }));

/** The rows of a range by root and order; rows of one key stay in the order of the files. */
function expectedOf(range: RootRange, kind: number): string[] {
  const within = rows.filter(
    (row) => row.kind === kind && row.root >= range.from && (range.to === undefined || row.root < range.to),
  );
  const key = ({ root, order }: Row) => root + order;
  return within
    .toSorted((one, other) => (key(one) < key(other) ? -1 : key(one) > key(other) ? 1 : 0))
    .map(({ text }) => text);
}

describe('rows sorted roughly', () => {
  test('lie in nodes that were split where they are many', () => {
    const paths = spills.flatMap(({ nodes }) => nodes.filter(({ split }) => split).map(({ path }) => path));
    expect(paths).toContain('41');
    expect(paths).toContain('417');
  });

  for (const target of [500_000, 4_000_000, 1e12]) {
    test(`come back whole and in order in ranges of ${target} bytes`, () => {
      const ranges = planRanges(spills, target);
      const reader = new RangeReader(spills, KINDS);
      let count = 0;
      for (const [place, range] of ranges.entries()) {
        expect(range.to).toBe(ranges[place + 1]?.from);
        const { bytes, kinds } = reader.read(range);
        for (const kind of [COMPANY, ESTABLISHMENT]) {
          const read = kinds[kind];
          const texts = Array.from({ length: read?.length ?? 0 }, (_, index) =>
            rowText(bytes, read?.startAt(index) ?? 0, 'latin1'),
          );
          expect(texts).toEqual(expectedOf(range, kind));
          count += texts.length;
        }
      }
      reader.close();
      expect(count).toBe(rows.length);
    });
  }

  test('are cut in ranges of about the size asked for', () => {
    const ranges = planRanges(spills, 4_000_000);
    const bytes = rows.reduce((sum, { text }) => sum + text.length, 0);
    expect(ranges.length).toBeGreaterThan(bytes / 4_000_000 / 2);
    expect(ranges.length).toBeLessThan((bytes / 4_000_000) * 3);
    expect(planRanges(spills, 1e12)).toHaveLength(1);
  });
});

describe('a cursor', () => {
  test('takes the rows of a key once each, and counts those that belong to nothing', () => {
    const path = join(folder, 'few');
    const texts = ['b', 'a', 'b', 'c'].map((text) => ({ root: '00000002', text }));
    const orphans = ['00000001', '00000003', '00000003'].map((root) => ({ root, text: 'orphan' }));
    const written = [...texts, ...orphans].map((row) => ({ ...row, kind: COMPANY, order: '    ' }));
    const few = [writeSpill(path, written)];
    const reader = new RangeReader(few, KINDS);
    const [range = { from: '', to: undefined }] = planRanges(few, 1e12);
    const { bytes, kinds } = reader.read(range);
    const oddities = new OddityCounter();
    const read = kinds[COMPANY];
    if (read === undefined) throw new Error('There are no rows of the kind.');
    const open = () => new RowCursor(bytes, read, oddities, 'orphanPartner');
    const root = rootNumber('00000002');

    const taken = open().take(root, 0);
    expect(taken.map((row) => rowText(bytes, row, 'latin1'))).toEqual(['a', 'b', 'c']);
    expect(Object.fromEntries(oddities.entries())).toEqual({ orphanPartner: 1, repeatedRow: 1 });

    const cursor = open();
    const one = cursor.takeOne(root, 0);
    expect(one === undefined ? undefined : rowText(bytes, one, 'latin1')).toBe('c');
    expect(cursor.take(root, 0)).toEqual([]);
    expect(cursor.takeOne(root, 0)).toBeUndefined();
    cursor.finish();
    expect(Object.fromEntries(oddities.entries())).toEqual({
      orphanPartner: 4,
      repeatedRow: 2,
      conflictingRow: 2,
    });
    reader.close();
  });
});
