import fc from 'fast-check';
import { writeVarint } from '../../src/import/varint.ts';
import { addRange, type Bits, createBits } from '../../src/registry/bits.ts';
import { CHUNK_SIZE } from '../../src/registry/fields.ts';

/** The last number of a chunk. */
export const LAST = CHUNK_SIZE - 1;

/** Numbers of a chunk: near each other, far apart, and at its ends. */
export const numbers = fc
  .uniqueArray(fc.oneof(fc.nat(300), fc.nat(LAST), fc.constantFrom(0, 31, 32, LAST - 31, LAST)), {
    maxLength: 60,
  })
  .map((list) => list.sort((one, other) => one - other));

/** A bitmap of numbers. */
export function bitsOf(list: readonly number[]): Bits {
  const bits = createBits();
  for (const number of list) addRange(bits, number, number + 1);
  return bits;
}

/** Numbers as varint steps. */
export function stepsOf(list: readonly number[]): Uint8Array {
  const steps = new Uint8Array(list.length * 5);
  let length = 0;
  let previous = 0;
  for (const number of list) {
    length = writeVarint(steps, length, number - previous);
    previous = number;
  }
  return steps.subarray(0, length);
}

/** A bitmap as short as it is stored: up to the last word that has a number. */
export function shortWordsOf(list: readonly number[]): Bits {
  return bitsOf(list).subarray(0, ((list.at(-1) ?? -1) >> 5) + 1);
}
