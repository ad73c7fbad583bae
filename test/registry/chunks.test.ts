import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { SearchCriteria } from '../../src/registry/criteria.ts';
import { RegistryDatabase } from '../../src/registry/database.ts';
import { CHUNK_SIZE, type FieldName } from '../../src/registry/fields.ts';
import { SearchIndex } from '../../src/registry/search.ts';
import { craftedCnpj, craftRegistry } from '../support/crafted-registry.ts';

/** Two whole chunks and a part of a third. */
const COUNT = 2 * CHUNK_SIZE + 256 * 400;

/** What has each value: much, little, nothing in a chunk, just its ends, more than a short list holds. */
const VALUES: readonly (readonly [field: FieldName, value: string, has: (number: number) => boolean])[] = [
  ['state', 'SP', (number) => number % 3 !== 0],
  ['state', 'RJ', (number) => number % 3 === 0 && number >= CHUNK_SIZE],
  ['status', '02', (number) => number % 100_003 === 7],
  ['status', '08', (number) => number % 1_009 === 0],
  ['size', '01', (number) => number % CHUNK_SIZE === 0 || number % CHUNK_SIZE === CHUNK_SIZE - 1],
  ['size', '05', (number) => number < CHUNK_SIZE && number % 2 === 0],
  ['mainActivity', '6203100', (number) => number % 5 === 1],
  ['mainActivity', '0111302', (number) => number % 100_003 === 7 || number % 200_003 === 9],
  ['mainActivity', '0111303', (number) => number % 50 === 9],
  ['mainActivity', '0111304', (number) => number % 20 < 1 || number % 5_000 < 100],
  ['secondaryActivity', '6203100', (number) => number % 700 < 2 || number === COUNT - 1],
  ['secondaryActivity', '0111301', (number) => number === CHUNK_SIZE],
];

const SEARCHES: readonly SearchCriteria[] = [
  { state: 'SP' },
  { state: 'RJ' },
  { status: '02' },
  { status: '08' },
  { size: '01' },
  { size: '05' },
  { secondaryActivity: '0111301' },
  { anyActivity: '6203100' },
  { anyActivity: '0111301' },
  { state: 'SP', status: '08' },
  { state: 'RJ', size: '05' },
  { state: 'RJ', size: '01' },
  { state: 'SP', status: '02', anyActivity: '6203100' },
  { state: 'SP', mainActivity: '6203100' },
  { status: '02', mainActivity: '0111302' },
  { mainActivity: '0111303' },
  { mainActivity: '0111304' },
  { status: '02', mainActivity: '0111303' },
  { status: '08', mainActivity: '0111304' },
  { state: 'RJ', mainActivity: '0111304' },
  { size: '05', mainActivity: '0111304' },
  { status: '08', mainActivity: '0111302' },
  { status: '08', secondaryActivity: '6203100' },
  { anyActivity: '6203100', secondaryActivity: '6203100', status: '08' },
];

let folder: string;
let database: RegistryDatabase;
let index: SearchIndex;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'chunks-'));
  const terms = VALUES.map(([field, value, has]) => ({ field, value, numbers: numbersOf(has) }));
  database = new RegistryDatabase(craftRegistry(folder, { establishments: COUNT, terms }));
  index = new SearchIndex(database, 0);
});

afterAll(() => {
  database.close();
  rmSync(folder, { recursive: true });
});

function* numbersOf(has: (number: number) => boolean): Generator<number> {
  for (let number = 0; number < COUNT; number++) if (has(number)) yield number;
}

function has(field: FieldName, value: string | undefined): (number: number) => boolean {
  const found = VALUES.find(([ofField, ofValue]) => ofField === field && ofValue === value);
  return found ? found[2] : () => false;
}

/** The numbers that meet the criteria, by asking each number. */
function expectedOf({
  state,
  status,
  size,
  mainActivity,
  secondaryActivity,
  anyActivity,
}: SearchCriteria): number[] {
  const tests = [
    ...(state ? [has('state', state)] : []),
    ...(status ? [has('status', status)] : []),
    ...(size ? [has('size', size)] : []),
    ...(mainActivity ? [has('mainActivity', mainActivity)] : []),
    ...(secondaryActivity ? [has('secondaryActivity', secondaryActivity)] : []),
  ];
  const main = has('mainActivity', anyActivity);
  const secondary = has('secondaryActivity', anyActivity);
  if (anyActivity) tests.push((number) => main(number) || secondary(number));
  return [...numbersOf((number) => tests.every((meets) => meets(number)))];
}

describe('searches over several chunks', () => {
  test.each(SEARCHES)('%j', (criteria) => {
    const expected = expectedOf(criteria);
    const pages = Math.ceil(expected.length / 50);
    const beforeSecond = expected.filter((number) => number < CHUNK_SIZE).length;
    const acrossChunks = Math.floor(beforeSecond / 50) + 1;
    for (const page of [1, 2, acrossChunks, Math.ceil(pages / 2), pages, pages + 1].filter(
      (number) => number > 0,
    )) {
      const result = index.search(criteria, page, 50);
      expect(result).toEqual({
        total: expected.length,
        cnpjs: expected.slice((page - 1) * 50, page * 50).map(craftedCnpj),
        names: {},
      });
    }
  });

  test('without criteria all are listed', () => {
    const page = Math.floor(CHUNK_SIZE / 100) + 1;
    const first = (page - 1) * 100;
    const expected = Array.from({ length: 100 }, (_, place) => craftedCnpj(first + place));
    expect(index.search({}, page, 100)).toEqual({ total: COUNT, cnpjs: expected, names: {} });
    expect(index.search({}, COUNT, 100)).toEqual({ total: COUNT, cnpjs: [], names: {} });
  });

  test.each([0, CHUNK_SIZE - 1, CHUNK_SIZE, COUNT - 1])('establishment %d alone', (number) => {
    const cnpj = craftedCnpj(number);
    const root = cnpj.slice(0, 8);
    const state = number % 3 !== 0 ? 'SP' : 'RJ';
    const total = has('state', state)(number) ? 1 : 0;
    for (const criteria of [{ cnpj }, { root }, { cnpj, root }]) {
      expect(index.search(criteria, 1, 20)).toEqual({ total: 1, cnpjs: [cnpj], names: {} });
      expect(index.search({ ...criteria, state }, 1, 20)).toMatchObject({ total });
    }
    expect(index.hasRoot(root)).toBe(true);
  });

  test('a CNPJ of another root, and roots before, between and after all', () => {
    const cnpj = craftedCnpj(5);
    expect(index.search({ cnpj, root: craftedCnpj(6).slice(0, 8) }, 1, 20)).toMatchObject({
      total: 0,
      cnpjs: [],
    });
    expect(index.search({ cnpj: craftedCnpj(COUNT) }, 1, 20)).toMatchObject({ total: 0, cnpjs: [] });
    expect(index.hasRoot('ZZZZZZZZ')).toBe(false);
    expect(index.search({ root: 'ZZZZZZZZ', state: 'SP' }, 1, 20)).toMatchObject({ total: 0, cnpjs: [] });
  });
});
