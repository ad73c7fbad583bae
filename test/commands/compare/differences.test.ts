import { describe, expect, test } from 'bun:test';
import * as fc from 'fast-check';
import { type Json, listDifferences, parseJson } from '../../../src/commands/compare/differences.ts';

const json: fc.Arbitrary<Json> = fc.letrec<{ json: Json }>((tie) => ({
  json: fc.oneof(
    { maxDepth: 3 },
    fc.constant(null),
    fc.boolean(),
    fc.integer(),
    fc.string({ maxLength: 3 }),
    fc.array(tie('json'), { maxLength: 4 }),
    fc.dictionary(fc.constantFrom('a', 'b', 'c', 'ignored'), tie('json'), { noNullPrototype: true }),
  ),
})).json;

/** A value without the members that count nowhere. */
function strip(value: Json): unknown {
  return JSON.parse(JSON.stringify(value), (name, member) => (name === 'ignored' ? undefined : member));
}

describe('differences', () => {
  const ignored = new Set(['ignored']);

  test('are none exactly where two values are equal without what is ignored', () => {
    fc.assert(
      fc.property(json, json, (one, two) => {
        expect(listDifferences(one, two, ignored).length === 0).toBe(
          Bun.deepEquals(strip(one), strip(two), true),
        );
      }),
    );
  });

  test('are the same seen from the other side', () => {
    fc.assert(
      fc.property(json, json, (one, two) => {
        const seen = listDifferences(one, two, ignored).map(({ path, here, there }) => ({
          path,
          here,
          there,
        }));
        const back = listDifferences(two, one, ignored).map((found) => ({
          ...{ path: found.path, here: found.there, there: found.here },
        }));
        const order = (list: typeof seen) => list.map((item) => JSON.stringify(item)).sort();
        expect(order(back)).toEqual(order(seen));
      }),
    );
  });

  test.each<[name: string, here: Json, there: Json, paths: string[]]>([
    ['numbers and texts', { id: 1 }, { id: '1' }, ['id']],
    ['null and nothing', { id: null }, {}, ['id']],
    ['a name that every object inherits', {}, { constructor: 1 }, ['constructor']],
    ['one more item in front', { list: [{ a: 1 }, { a: 2 }] }, { list: [{ a: 2 }] }, ['list[]']],
    ['another item', { list: [{ a: 1, b: 1 }] }, { list: [{ a: 1, b: 2 }] }, ['list[].b']],
    ['another order', { list: [1, 2, 2] }, { list: [2, 1, 2] }, ['list[] (order)']],
    ['the same item more often', { list: [1, 1] }, { list: [1] }, ['list[]']],
    ['an object and a list', { list: [] }, { list: {} }, ['list']],
  ])('tell %s apart', (_name, here, there, paths) => {
    expect(listDifferences(here, there, ignored).map(({ path }) => path)).toEqual(paths);
  });
});

test('a text that is no JSON is nothing', () => {
  expect(parseJson('{"id": "1"}')).toEqual({ id: '1' });
  expect(parseJson('<html>')).toBeUndefined();
});
