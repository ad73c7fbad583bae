import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import fc from 'fast-check';
import { parseNameQuery, type QueryWord } from '../../src/domain/name-query.ts';
import type { RegistryDatabase } from '../../src/registry/database.ts';
import { SearchIndex } from '../../src/registry/search.ts';
import { NaiveSearch } from '../support/naive-search.ts';
import { SearchMaker } from '../support/random-criteria.ts';
import { buildWorld } from '../support/world.ts';

let database: RegistryDatabase;
let index: SearchIndex;
let naive: NaiveSearch;

beforeAll(async () => {
  const world = await buildWorld({ companies: 20_000, seed: 7 });
  database = world.open();
  index = new SearchIndex(database, 0);
  await index.fillVocabulary();
  naive = new NaiveSearch(world.path);
});

afterAll(() => database.close());

function wordsOf(query: string): readonly QueryWord[] {
  const parsed = parseNameQuery(query);
  if (parsed.problem !== undefined) throw new Error(`${query}: ${parsed.problem}`);
  return parsed.words;
}

/** A part of a name as somebody might type it: other capitals, other order, other punctuation, accents or none. */
function typed(name: string, seed: number): string {
  const pieces = name.split(' ').filter((piece) => /[\p{L}\p{N}]/u.test(piece) && !/\d{11}/.test(piece));
  const start = seed % Math.max(1, pieces.length);
  const turned = [...pieces.slice(start), ...pieces.slice(0, start)].slice(0, 1 + (seed % 4));
  const glue = [' ', '  ', ' - ', ', '][seed % 4] ?? ' ';
  const text = turned.join(glue);
  return [text, text.toLowerCase(), text.normalize('NFD'), text.replace(/a/gi, 'á')][(seed >> 2) % 4] ?? text;
}

describe('the words of a name find it', () => {
  test.each([
    ['companyName', (subject: NaiveSearch['subjects'][number]) => subject.record.companyName],
    ['tradeName', (subject: NaiveSearch['subjects'][number]) => subject.record.tradeName],
    ['partnerName', (subject: NaiveSearch['subjects'][number]) => subject.record.partners.at(-1)?.name ?? ''],
  ] as const)('%s', (criterion, nameOf) => {
    const named = naive.subjects.filter((subject) => typed(nameOf(subject), 0) !== '');
    fc.assert(
      fc.property(fc.nat(named.length - 1), fc.nat(1_000), (place, seed) => {
        const subject = named[place];
        if (subject === undefined) throw new Error('There is no such place.');
        const words = wordsOf(typed(nameOf(subject), seed));
        expect(index.search({ [criterion]: words, cnpj: subject.cnpj }, 1, 20)).toMatchObject({ total: 1 });
      }),
      { numRuns: 200 },
    );
  });
});

describe('ranges of days', () => {
  test.each(['statusDate', 'startDate'] as const)('of the %s, with open ends and without', (criterion) => {
    const maker = new SearchMaker(naive.subjects, 5);
    for (let left = 100; left > 0; left--) {
      const range = maker.days(maker.pick(naive.subjects)?.record[criterion] ?? '');
      const expected = naive.find({ [criterion]: range });
      const result = index.search({ [criterion]: range }, 2, 30);
      expect({ range, ...result }).toEqual({
        range,
        total: expected.length,
        cnpjs: expected.slice(30, 60),
        names: {},
      });
    }
  });

  test.each([
    ['both ends open', {}],
    ['a single day', { from: '2020-02-29', until: '2020-02-29' }],
    ['ends of months that not every month has', { from: '2019-02-29', until: '2019-06-31' }],
    ['before everything', { until: '1800-01-01' }],
    ['after everything', { from: '2100-01-01' }],
    ['an end before the beginning', { from: '2021-01-01', until: '2020-12-31' }],
    ['whole years', { from: '1990-01-01', until: '2019-12-31' }],
  ])('%s', (_, startDate) => {
    const expected = naive.find({ startDate });
    expect(index.search({ startDate }, 1, 100)).toEqual({
      total: expected.length,
      cnpjs: expected.slice(0, 100),
      names: {},
    });
  });
});

describe('the establishments of a root', () => {
  test('come in pages, narrowed by what else is asked', () => {
    const counts = new Map<string, number>();
    for (const { cnpj } of naive.subjects)
      counts.set(cnpj.slice(0, 8), (counts.get(cnpj.slice(0, 8)) ?? 0) + 1);
    const [root = '', count = 0] = [...counts].sort((one, other) => other[1] - one[1])[0] ?? [];
    const branches = naive.find({ root });
    expect(count).toBeGreaterThan(20);
    expect(index.hasRoot(root)).toBe(true);
    for (let page = 1; page <= Math.ceil(count / 20) + 1; page++) {
      expect(index.search({ root }, page, 20)).toEqual({
        total: count,
        cnpjs: branches.slice((page - 1) * 20, page * 20),
        names: {},
      });
    }
    const state = naive.subjects.find(({ cnpj }) => cnpj === branches.at(-1))?.record.state;
    const expected = naive.find({ root, state });
    expect(index.search({ root, state }, 1, 20)).toMatchObject({ total: expected.length });
  });

  test('are none where the root is not', () => {
    expect(index.hasRoot('00000000')).toBe(naive.find({ root: '00000000' }).length > 0);
    expect(index.hasRoot('ZZZZZZZZ')).toBe(false);
  });
});

test('values that nothing has match nothing', () => {
  for (const criteria of [{ state: 'XX' }, { cep: '00000000' }, { mainActivity: '0000000', state: 'SP' }]) {
    expect(index.search(criteria, 1, 20)).toEqual({ total: 0, cnpjs: [], names: {} });
  }
});
