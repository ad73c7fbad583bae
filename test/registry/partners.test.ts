import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { RegistryDatabase } from '../../src/registry/database.ts';
import { CHUNK_SIZE } from '../../src/registry/fields.ts';
import { SearchIndex } from '../../src/registry/search.ts';
import { craftedCnpj, craftRegistry } from '../support/crafted-registry.ts';

const COUNT = CHUNK_SIZE + 256 * 100;

/** A company: its first establishment, how many it has, and its partners' names. */
type Company = readonly [first: number, count: number, partners: readonly string[]];

/** Companies that begin, end and go on where rows and chunks do, some beside others that have no partners. */
const COMPANIES: readonly Company[] = [
  [0, 1, ['ANA LIMA']],
  [1, 3, ['ANA COSTA', 'RUI LIMA']],
  [10, 5, ['RUI COSTA', 'ANA LIMA', 'IVO PAZ']],
  [15, 1, ['IVO LIMA']],
  [1_000, 600, ['EVA PAZ']],
  [8_190, 2, ['ANA PAZ']],
  [8_192, 1, ['RUI PAZ']],
  [16_380, 30_000, ['ANA REIS', 'IVO REIS']],
  [65_530, 6, ['EVA REIS']],
  [65_536, 20, ['EVA LIMA']],
  [CHUNK_SIZE - 3, 8, ['RUI REIS', 'ANA MELO']],
  [CHUNK_SIZE + 5, 1, ['IVO MELO']],
  [COUNT - 2, 2, ['ANA LIMA']],
];

let folder: string;
let database: RegistryDatabase;
let index: SearchIndex;

/** The same name for each of many partners more, so that the last company's are in another chunk of partners. */
const CROWD = CHUNK_SIZE - 4;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'partners-'));
  const partners: [number, number][] = [];
  const numbers = new Map<string, number[]>();
  for (const [first, count, names] of COMPANIES) {
    for (const name of names) {
      for (const word of name.split(' ')) numbers.set(word, [...(numbers.get(word) ?? []), partners.length]);
      partners.push([first, count]);
    }
    if (first !== 65_530) continue;
    for (let left = CROWD; left > 0; left--) partners.push([first, count]);
  }
  const terms = [...numbers].map(([value, ofWord]) => ({
    field: 'partnerWord' as const,
    value,
    numbers: ofWord,
  }));
  const states = Array.from({ length: COUNT / 2 }, (_, half) => half * 2);
  terms.sort((one, other) => (one.value < other.value ? -1 : 1));
  const all = [...terms, { field: 'state' as const, value: 'SP', numbers: states }];
  database = new RegistryDatabase(craftRegistry(folder, { establishments: COUNT, terms: all, partners }));
  index = new SearchIndex(database, 0);
});

afterAll(() => {
  database.close();
  rmSync(folder, { recursive: true });
});

/** The establishments of the companies with a partner of all these words. */
function expectedOf(words: readonly string[]): number[] {
  return COMPANIES.flatMap(([first, count, names]) =>
    names.some((name) => words.every((word) => name.split(' ').includes(word)))
      ? Array.from({ length: count }, (_, place) => first + place)
      : [],
  );
}

function find(words: readonly string[], page: number, more: object = {}) {
  const partnerName = words.map((word) => ({ word, prefix: false }));
  return index.search({ partnerName, ...more }, page, 100);
}

describe('partners stand for all establishments of their company', () => {
  test.each([
    ['ANA'],
    ['LIMA'],
    ['ANA LIMA'],
    ['ANA REIS'],
    ['EVA'],
    ['REIS'],
    ['IVO MELO'],
    ['RUI'],
    ['PAZ RUI'],
  ])('%s', (name) => {
    const words = name.split(' ');
    const expected = expectedOf(words);
    for (const page of [1, 2, Math.ceil(expected.length / 100), 1_000]) {
      const result = find(words, page);
      expect(result).toMatchObject({ total: expected.length });
      expect(result).toMatchObject({ cnpjs: expected.slice((page - 1) * 100, page * 100).map(craftedCnpj) });
    }
    const even = expected.filter((number) => number % 2 === 0);
    expect(find(words, 1, { state: 'SP' })).toMatchObject({
      total: even.length,
      cnpjs: even.slice(0, 100).map(craftedCnpj),
    });
  });

  test('words of two partners are nobody', () => {
    // One company has both an ANA and a LIMA, who are two people.
    expect(find(['ANA', 'LIMA'], 1, { cnpj: craftedCnpj(2) })).toMatchObject({ total: 0 });
    expect(find(['RUI', 'LIMA'], 1, { cnpj: craftedCnpj(2) })).toMatchObject({ total: 1 });
    expect(find(['ANA', 'RUI'], 1)).toMatchObject({ total: 0, cnpjs: [] });
  });

  test.each([0, 3, 4, 46_379, 46_380, CHUNK_SIZE, CHUNK_SIZE + 4, CHUNK_SIZE + 5, COUNT - 1])(
    'establishment %d is reached at once',
    (number) => {
      const total = expectedOf(['ANA']).includes(number) ? 1 : 0;
      expect(find(['ANA'], 1, { cnpj: craftedCnpj(number) })).toMatchObject({ total });
    },
  );
});
