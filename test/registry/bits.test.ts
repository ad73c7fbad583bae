import { describe, expect, test } from 'bun:test';
import fc from 'fast-check';
import {
  addRange,
  type Bits,
  CHUNK_WORDS,
  collectBits,
  countBits,
  joinWords,
  keepRange,
  keepWords,
  nextBit,
  wordsOfBytes,
} from '../../src/registry/bits.ts';
import { CHUNK_SIZE } from '../../src/registry/fields.ts';
import { bitsOf, LAST, numbers, shortWordsOf } from '../support/chunk-numbers.ts';

function listOf(bits: Bits): number[] {
  const list: number[] = [];
  collectBits(bits, 0, 0, CHUNK_SIZE, list);
  return list;
}

function sorted(set: Iterable<number>): number[] {
  return [...set].sort((one, other) => one - other);
}

describe('bitmaps of a chunk do what sets of numbers do', () => {
  test.each(['any', 'odd'] as const)('joined as %s', (union) => {
    fc.assert(
      fc.property(numbers, numbers, (one, other) => {
        const isJoined = (number: number) =>
          union === 'any' || one.includes(number) !== other.includes(number);
        const expected = sorted(new Set([...one, ...other])).filter(isJoined);
        const byWords = bitsOf(one);
        joinWords(byWords, shortWordsOf(other), union);
        expect(listOf(byWords)).toEqual(expected);
        expect(countBits(byWords)).toBe(expected.length);
      }),
      { numRuns: 50 },
    );
  });

  test('met', () => {
    fc.assert(
      fc.property(numbers, numbers, (one, other) => {
        const expected = one.filter((number) => other.includes(number));
        const bits = bitsOf(one);
        expect(keepWords(bits, shortWordsOf(other))).toBe(expected.length > 0);
        expect(listOf(bits)).toEqual(expected);
      }),
      { numRuns: 50 },
    );
  });

  test('limited to a range, and joined with one', () => {
    fc.assert(
      fc.property(numbers, fc.nat(CHUNK_SIZE), fc.nat(400), (list, from, length) => {
        const until = Math.min(CHUNK_SIZE, from + length);
        const kept = bitsOf(list);
        keepRange(kept, from, until);
        expect(listOf(kept)).toEqual(list.filter((number) => number >= from && number < until));
        const joined = bitsOf(list);
        addRange(joined, from, until);
        const range = Array.from({ length: until - from }, (_, index) => from + index);
        expect(listOf(joined)).toEqual(sorted(new Set([...list, ...range])));
      }),
      { numRuns: 50 },
    );
  });

  test('walked through, and read from a place on', () => {
    fc.assert(
      fc.property(numbers, fc.nat(LAST), fc.nat(70), fc.nat(70), (list, from, skip, limit) => {
        const bits = bitsOf(list);
        expect(nextBit(bits, from)).toBe(list.find((number) => number >= from) ?? -1);
        const page: number[] = [];
        collectBits(bits, 1_000_000_000, skip, limit, page);
        expect(page).toEqual(list.slice(skip, skip + limit).map((number) => number + 1_000_000_000));
      }),
      { numRuns: 50 },
    );
  });
});

test('nothing comes after the last number of a chunk', () => {
  expect(nextBit(bitsOf([LAST]), CHUNK_SIZE)).toBe(-1);
});

test('words are read from bytes at any place', () => {
  const bytes = new Uint8Array([9, 9, 9, 1, 0, 0, 128, 2, 0, 0, 0]);
  expect([...wordsOfBytes(bytes.subarray(3))]).toEqual([-2_147_483_647, 2]);
});

test('a chunk is covered by its words', () => {
  expect(CHUNK_WORDS * 32).toBe(CHUNK_SIZE);
});
