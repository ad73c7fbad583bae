import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { RegistryDatabase } from '../../src/registry/database.ts';
import type { FieldName } from '../../src/registry/fields.ts';
import { SearchIndex } from '../../src/registry/search.ts';
import { craftRegistry } from '../support/crafted-registry.ts';

const COUNT = 25_600;

/** Each word with how many establishments, or partners, have it. */
const WORDS: readonly (readonly [field: FieldName, value: string, count: number])[] = [
  ['companyWord', 'PETROBRAS', 40],
  ['companyWord', 'PETROLEO', 30],
  ['companyWord', 'PADARIA', 5],
  ['companyWord', 'PADARIO', 9],
  ['companyWord', 'MERCADINHO', 2],
  ['companyWord', 'MERCADINHAS', 900],
  ['companyWord', 'CASAS', 3],
  ['companyWord', 'CASAL', 3],
  ['companyWord', 'CAO', 8],
  ['companyWord', '20202020', 8],
  ['companyWord', 'ÆGIR', 2],
  ['tradeWord', 'PADARIX', 7],
  ['tradeWord', 'BOTECO', 2],
  ['partnerWord', 'PADARIAS', 2],
];

let folder: string;
let database: RegistryDatabase;
let index: SearchIndex;

function firstNumbers(count: number): number[] {
  return Array.from({ length: count }, (_, number) => number);
}

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'words-'));
  const terms = WORDS.map(([field, value, count]) => ({ field, value, numbers: firstNumbers(count) }));
  // More words than any prefix may begin.
  for (let word = 0; word < 70_000; word++) {
    terms.push({ field: 'tradeWord', value: `LOJA${word}`, numbers: [word % COUNT] });
    if (word < COUNT) terms.push({ field: 'companyWord', value: `ARCO${word}`, numbers: [word] });
  }
  const partners = firstNumbers(COUNT).map((number) => [number, 1] as const);
  database = new RegistryDatabase(craftRegistry(folder, { establishments: COUNT, terms, partners }));
  index = new SearchIndex(database, 100);
  await index.fillVocabulary();
});

afterAll(() => {
  index.dispose();
  database.close();
  rmSync(folder, { recursive: true });
});

/** What one word of a company's name was taken for, and how many have it. */
function searchCompany(word: string, prefix = false) {
  const result = index.search({ companyName: [{ word, prefix }] }, 1, 10);
  return result.problem ?? { searched: result.names.companyName, total: result.total };
}

describe('a word that exists', () => {
  test('is itself, however near another is', () => {
    expect(searchCompany('PADARIA')).toEqual({ searched: 'PADARIA', total: 5 });
  });

  test('is not what only begins so', () => {
    expect(searchCompany('PETRO')).toEqual({ searched: 'PETRO', total: 0 });
  });
});

describe('a word that does not exist is its nearest spelling', () => {
  test.each([
    ['the most frequent of several as near', 'PADARIX', 'PADARIO'],
    ['a letter left out', 'PADRIA', 'PADARIA'],
    ['a letter too many', 'PADARRIA', 'PADARIA'],
    ['the first by the alphabet of several as near and frequent', 'CASAX', 'CASAL'],
    ['two edits from eight letters', 'PETROBAZ', 'PETROBRAS'],
    ["two letters in each other's place, which are two edits", 'PETRORBAS', 'PETROBRAS'],
    ['the nearer, though the other is more frequent', 'MERCADINHOX', 'MERCADINHO'],
    ['a word of other letters', 'ÆGIIR', 'ÆGIR'],
  ])('%s', (_, word, searched) => {
    expect(searchCompany(word)).toMatchObject({ searched });
  });

  test.each([
    ['two edits below eight letters', 'PADAXXA'],
    ["two letters in each other's place below eight letters", 'PADAIRA'],
    ['three edits', 'PETXXXRAS'],
    ['one edit below four letters', 'CAX'],
    ['a number', '20202021'],
    ['a word that is spelled as a number', '2020202O'],
    ['a word of another field', 'BOTECA'],
  ])('but not %s', (_, word) => {
    expect(searchCompany(word)).toEqual({ searched: word, total: 0 });
  });

  test('of its own field', () => {
    const word = { word: 'PADARIAX', prefix: false };
    expect(index.search({ tradeName: [word] }, 1, 10)).toMatchObject({
      names: { tradeName: 'PADARIX' },
      total: 7,
    });
    expect(index.search({ partnerName: [word] }, 1, 10)).toMatchObject({
      names: { partnerName: 'PADARIAS' },
      total: 2,
    });
  });
});

describe('a prefix', () => {
  test('is every word that begins so', () => {
    expect(searchCompany('PETRO', true)).toEqual({ searched: 'PETRO*', total: 40 });
    expect(searchCompany('PETROL', true)).toEqual({ searched: 'PETROL*', total: 30 });
    expect(searchCompany('PETROLEO', true)).toEqual({ searched: 'PETROLEO*', total: 30 });
  });

  test('finds nothing where nothing begins so, and is never misspelt', () => {
    expect(searchCompany('PETRX', true)).toEqual({ searched: 'PETRX*', total: 0 });
  });

  test('of too many words is refused, and one of fewer is exact', () => {
    expect(index.search({ tradeName: [{ word: 'LOJA', prefix: true }] }, 1, 10)).toEqual({
      problem: 'prefix-too-broad',
      name: 'tradeName',
      word: 'LOJA',
    });
    const narrower = index.search({ tradeName: [{ word: 'LOJA1', prefix: true }] }, 1, 10);
    expect(narrower).toMatchObject({ names: { tradeName: 'LOJA1*' }, total: 11_111 });
  });

  test('is refused where all of a search together begin too many words', () => {
    // Some ten thousand words each.
    const prefixes = ['LOJA1', 'LOJA2', 'LOJA3', 'LOJA4', 'LOJA5', 'LOJA6'].map((word) => ({
      word,
      prefix: true,
    }));
    expect(index.search({ tradeName: prefixes.slice(0, 3) }, 1, 10)).toMatchObject({ total: 0 });
    expect(index.search({ tradeName: prefixes }, 1, 10)).toMatchObject({
      problem: 'prefix-too-broad',
      name: 'tradeName',
    });
    const companyName = [{ word: 'ARCO', prefix: true }];
    expect(index.search({ companyName }, 1, 10)).toMatchObject({ total: COUNT });
    expect(index.search({ companyName, tradeName: prefixes.slice(2) }, 1, 10)).toMatchObject({
      problem: 'prefix-too-broad',
      name: 'tradeName',
    });
  });

  test("of one partner's words is read by establishment", () => {
    const partnerName = [{ word: 'PADARI', prefix: true }];
    expect(index.search({ partnerName }, 1, 10)).toMatchObject({
      names: { partnerName: 'PADARI*' },
      total: 2,
    });
  });
});

test('all words of a name are told as they were searched', () => {
  const companyName = [
    { word: 'PETROBAS', prefix: false },
    { word: 'PETRO', prefix: true },
    { word: 'MERCADINHAS', prefix: false },
  ];
  expect(index.search({ companyName }, 1, 1)).toMatchObject({
    names: { companyName: 'PETROBRAS PETRO* MERCADINHAS' },
    total: 40,
  });
});

describe('until the vocabulary is full', () => {
  const unknown = { companyName: [{ word: 'PETROBAS', prefix: false }] };

  test('what exists and prefixes are searched, and a misspelling is told apart from what is not there', async () => {
    const filling = new SearchIndex(database, 100);
    expect(filling.search({ companyName: [{ word: 'PETROBRAS', prefix: false }] }, 1, 1)).toMatchObject({
      total: 40,
    });
    expect(filling.search({ companyName: [{ word: 'PETRO', prefix: true }] }, 1, 1)).toMatchObject({
      total: 40,
    });
    expect(filling.search({ companyName: [{ word: 'CAX', prefix: false }] }, 1, 1)).toMatchObject({
      total: 0,
    });
    const problem = { problem: 'vocabulary-filling', name: 'companyName', word: 'PETROBAS' } as const;
    expect(filling.search(unknown, 1, 1)).toEqual(problem);
    const filled = filling.fillVocabulary();
    expect(filling.search(unknown, 1, 1)).toEqual(problem);
    await filled;
    expect(filling.search(unknown, 1, 1)).toMatchObject({ total: 40 });
    filling.dispose();
  });

  test('it may be disposed of, and then never fills', async () => {
    const dropped = new SearchIndex(database, 100);
    const filled = dropped.fillVocabulary();
    dropped.dispose();
    await filled;
    await dropped.fillVocabulary();
    expect(dropped.search(unknown, 1, 1)).toMatchObject({ problem: 'vocabulary-filling' });
  });

  test('it keeps no more words than it may, the most frequent', async () => {
    const small = new SearchIndex(database, 2);
    await small.fillVocabulary();
    expect(small.search(unknown, 1, 1)).toMatchObject({ total: 40 });
    expect(small.search({ companyName: [{ word: 'PADARIX', prefix: false }] }, 1, 1)).toMatchObject({
      total: 0,
    });
    small.dispose();
    const none = new SearchIndex(database, 0);
    await none.fillVocabulary();
    expect(none.search(unknown, 1, 1)).toMatchObject({ total: 0, names: { companyName: 'PETROBAS' } });
    none.dispose();
  });
});
