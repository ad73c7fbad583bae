import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { checkDigits } from '../../src/domain/cnpj.ts';
import { partitionFile } from '../../src/import/partition.ts';
import { ROW_KINDS } from '../../src/import/protocol.ts';
import { RangeReader } from '../../src/import/range-reader.ts';
import { rowText } from '../../src/import/row-reader.ts';
import { sourceOf } from '../../src/import/sources.ts';
import { SpillWriter } from '../../src/import/spill.ts';
import { plainMember } from '../../src/import/zip.ts';
import { Random } from '../../src/sample/random.ts';

let folder: string;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'partition-'));
});

afterAll(() => rmSync(folder, { recursive: true }));

const DIGITS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ';
const COLUMNS = sourceOf('establishments').columns.length;

/** Reads a file of establishments; the rows come back in the order of their keys. */
async function readEstablishments(text: string) {
  const path = join(folder, 'Estabelecimentos0.csv');
  writeFileSync(path, Buffer.from(text, 'latin1'));
  const spillPath = join(folder, 'spill');
  const spill = new SpillWriter(spillPath);
  const file = { kind: 'establishments', member: await plainMember(path) } as const;
  const result = await partitionFile(file, spill, () => {});
  const reader = new RangeReader([{ path: spillPath, nodes: spill.finish() }], ROW_KINDS.length);
  const { bytes, kinds } = reader.read({ from: '', to: undefined });
  reader.close();
  const rows = kinds[ROW_KINDS.indexOf('establishments')];
  const texts = Array.from({ length: rows?.length ?? 0 }, (_, place) =>
    rowText(bytes, rows?.startAt(place) ?? 0, 'latin1'),
  );
  return { result, texts };
}

function lineOf(root: string, order: string, digits: string, name = ''): string {
  const fields = [root, order, digits, '1', name, ...Array<string>(COLUMNS - 5).fill('')];
  return fields.map((field) => `"${field}"`).join(';');
}

describe('a file of establishments', () => {
  test('has the rows kept whose check digits are right, and no others', async () => {
    const random = new Random(3);
    const cnpjs = Array.from({ length: 500 }, (_, place) => {
      const length = place % 2 === 0 ? 10 : DIGITS.length;
      const base = Array.from({ length: 12 }, () => DIGITS.charAt(random.below(length))).join('');
      return base + checkDigits(base);
    });
    const wrong = cnpjs.map((cnpj) => {
      const place = random.below(2) + 12;
      const digit = (Number(cnpj[place]) + 1 + random.below(9)) % 10;
      return cnpj.slice(0, place) + digit + cnpj.slice(place + 1);
    });
    const lines = [...cnpjs, ...wrong].map((cnpj) =>
      lineOf(cnpj.slice(0, 8), cnpj.slice(8, 12), cnpj.slice(12)),
    );
    const { result, texts } = await readEstablishments(lines.join('\n'));
    expect(result).toMatchObject({ rows: cnpjs.length, rejected: wrong.length });
    const kept = texts.map((text) => text.split('\t').slice(0, 3).join(''));
    expect(kept).toEqual(cnpjs.toSorted());
    for (const [place, { line, reason }] of result.rejections.entries()) {
      expect(line).toBe(cnpjs.length + place + 1);
      expect(reason).toBe(`the check digits should be ${cnpjs[place]?.slice(12)}`);
    }
  });

  test('has its text put right: letters read in the wrong encoding, control characters, small letters of keys', async () => {
    const base = '12ABC3450001';
    const digits = checkDigits(base);
    const names: readonly (readonly [published: string, kept: string])[] = [
      ['PADARIA S\u00c3\u00a3O JO\u00c3\u0083O', 'PADARIA S\u00e3O JO\u00c3O'],
      ['S\u00c3O PAULO', 'S\u00c3O PAULO'],
      ['A\u007fB\u0085C\u00a0 D', 'AB C D'],
      ['\u00a0', ''],
    ];
    for (const [published, kept] of names) {
      const { result, texts } = await readEstablishments(lineOf('12abc345', '0001', digits, published));
      expect(texts.map((text) => text.split('\t')[4])).toEqual([kept]);
      const repaired = published.includes('\u00c3\u00a3') ? { repairedText: 1 } : {};
      expect(Object.fromEntries(result.oddities)).toEqual(repaired);
    }
  });
});
