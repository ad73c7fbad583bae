import { describe, expect, test } from 'bun:test';
import fc from 'fast-check';
import { createList, type List, readSteps, siftByRange, siftByWords } from '../../src/registry/lists.ts';
import { LAST, numbers, shortWordsOf, stepsOf } from '../support/chunk-numbers.ts';

const list = createList();

/** What is left of numbers in a list that is sifted. */
function sifted(from: readonly number[], sift: (list: List, count: number) => number): number[] {
  list.fill(LAST);
  list.set(from);
  return [...list.subarray(0, sift(list, from.length))];
}

test('steps come to the numbers that they were written of', () => {
  fc.assert(
    fc.property(numbers, (some) => {
      expect([...list.subarray(0, readSteps(stepsOf(some), list, 0))]).toEqual(some);
    }),
  );
});

describe('a list is sifted as a set of numbers is', () => {
  test('by a bitmap', () => {
    fc.assert(
      fc.property(numbers, numbers, (one, other) => {
        const expected = one.filter((number) => other.includes(number));
        expect(sifted(one, (each, count) => siftByWords(each, count, shortWordsOf(other)))).toEqual(expected);
      }),
    );
  });

  test('by a range', () => {
    fc.assert(
      fc.property(numbers, fc.nat(LAST + 1), fc.nat(LAST + 1), (one, from, until) => {
        const expected = one.filter((number) => number >= from && number < until);
        expect(sifted(one, (each, count) => siftByRange(each, count, from, until))).toEqual(expected);
      }),
    );
  });
});
