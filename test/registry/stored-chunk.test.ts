import { describe, expect, test } from 'bun:test';
import fc from 'fast-check';
import { encodeChunk } from '../../src/import/merge.ts';
import { type Bits, collectBits, createBits } from '../../src/registry/bits.ts';
import { CHUNK_SIZE } from '../../src/registry/fields.ts';
import { createList, LONGEST_LIST } from '../../src/registry/lists.ts';
import {
  CHUNK_FORMS,
  joinChunk,
  keepChunk,
  listChunk,
  readChunk,
  type StoredChunk,
  siftByChunk,
  writeBuckets,
} from '../../src/registry/stored-chunk.ts';
import { bitsOf, LAST, numbers, shortWordsOf } from '../support/chunk-numbers.ts';

const scratch = createBits();
const target = createBits();
const list = createList();
/** Which chunk of the registry the numbers are taken to be of. */
const CHUNK = 3;

function listOf(bits: Bits): number[] {
  const found: number[] = [];
  collectBits(bits, 0, 0, CHUNK_SIZE, found);
  return found;
}

/** Numbers of a chunk in a given form, whatever would be shortest. */
function store(some: readonly number[], form: number): StoredChunk {
  if (form === CHUNK_FORMS.bitmap) {
    return { form, numbers: new Uint8Array(shortWordsOf(some).slice().buffer) };
  }
  const base = CHUNK * CHUNK_SIZE;
  return {
    form,
    numbers: writeBuckets(
      Uint32Array.from(some, (number) => base + number),
      base,
      form,
    ),
  };
}

/** More numbers than are looked for one by one. */
const many = fc
  .tuple(fc.integer({ min: 15, max: 40 }), fc.nat(14))
  .map(([step, first]) => Array.from({ length: 20_000 }, (_, place) => first + place * step));

describe.each(Object.entries(CHUNK_FORMS))(
  'a chunk stored in the form %s does what a set of numbers does',
  (_, form) => {
    test('read and listed', () => {
      fc.assert(
        fc.property(fc.oneof(numbers, many), (some) => {
          const chunk = store(some, form);
          target.fill(-1);
          readChunk(target, chunk);
          expect(listOf(target)).toEqual([...some]);
          const count = listChunk(chunk, list);
          if (form === CHUNK_FORMS.bitmap) expect(count).toBeUndefined();
          else expect([...list.subarray(0, count)]).toEqual([...some]);
        }),
        { numRuns: 50 },
      );
    });

    test.each(['any', 'odd'] as const)('joined as %s', (union) => {
      fc.assert(
        fc.property(numbers, numbers, (one, other) => {
          const isJoined = (number: number) =>
            union === 'any' || one.includes(number) !== other.includes(number);
          const expected = [...new Set([...one, ...other])].filter(isJoined).sort((a, b) => a - b);
          const joined = bitsOf(one);
          joinChunk(joined, store(other, form), union);
          expect(listOf(joined)).toEqual(expected);
        }),
        { numRuns: 50 },
      );
    });

    test('met with a bitmap', () => {
      fc.assert(
        fc.property(numbers, numbers, (one, other) => {
          const expected = one.filter((number) => other.includes(number));
          const bits = bitsOf(one);
          expect(keepChunk(bits, store(other, form), scratch)).toBe(expected.length > 0);
          expect(listOf(bits)).toEqual(expected);
        }),
        { numRuns: 50 },
      );
    });

    test('met with a list, short or long', () => {
      fc.assert(
        fc.property(fc.oneof(numbers, many), fc.oneof(numbers, many), (one, other) => {
          const others = new Set(other);
          list.set(one);
          const kept = siftByChunk(list, one.length, store(other, form), scratch);
          expect([...list.subarray(0, kept)]).toEqual(one.filter((number) => others.has(number)));
        }),
        { numRuns: 60 },
      );
    });
  },
);

test.each([
  ['a few numbers', [0, 65_535, 65_536, LAST], 'wide'],
  ['some thousands', every(100), 'narrow'],
  ['more than a directory counts', every(16), 'bitmap'],
  ['few, but the lowest', [0, 1, 31], 'bitmap'],
  ['all', every(1), 'bitmap'],
] as const)('%s are stored in the shortest form', (_, some, name) => {
  const base = CHUNK * CHUNK_SIZE;
  const chunk = encodeChunk(
    Uint32Array.from(some, (number) => base + number),
    CHUNK,
  );
  expect(chunk).toMatchObject({ chunk: CHUNK, count: some.length, form: CHUNK_FORMS[name] });
  readChunk(target, chunk);
  expect(listOf(target)).toEqual([...some]);
});

test('what is too long for a list is not listed', () => {
  const some = every(CHUNK_SIZE / (LONGEST_LIST + 1));
  expect(some.length).toBeGreaterThan(LONGEST_LIST);
  expect(listChunk(store(some, CHUNK_FORMS.narrow), list)).toBeUndefined();
});

/** Every number of a chunk by so many. */
function every(step: number): number[] {
  return Array.from({ length: Math.ceil(CHUNK_SIZE / step) }, (_, place) => Math.floor(place * step));
}
