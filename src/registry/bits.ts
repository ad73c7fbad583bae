import { CHUNK_SIZE } from './fields.ts';

/**
 * The numbers of one chunk as a bitmap, in words of 32 bits, the lowest number first. Words are signed, because the
 * machine's integers are and unsigned ones were measured to cost twice as much; the file's bytes are little-endian, as
 * is every machine this runs on.
 */
export type Bits = Int32Array;

/** How many words a chunk's bitmap has. */
export const CHUNK_WORDS = CHUNK_SIZE >>> 5;

/** A bitmap of one chunk, empty. */
export function createBits(): Bits {
  return new Int32Array(CHUNK_WORDS);
}

/** Stored bytes where whole words can be read from them: themselves, or a copy of them. */
export function alignBytes(bytes: Uint8Array): Uint8Array {
  return (bytes.byteOffset & 3) === 0 ? bytes : bytes.slice();
}

/** Stored bytes of a bitmap as words. */
export function wordsOfBytes(bytes: Uint8Array): Bits {
  const { buffer, byteOffset, byteLength } = alignBytes(bytes);
  return new Int32Array(buffer, byteOffset, byteLength >>> 2);
}

/** How sets come together: every number that any of them has, or every one that an odd number of them has. */
export type Union = 'any' | 'odd';

/** Joins the numbers of a bitmap that may be shorter. */
export function joinWords(bits: Bits, words: Bits, union: Union): void {
  if (union === 'any') {
    for (let index = 0; index < words.length; index++) bits[index] = (bits[index] ?? 0) | (words[index] ?? 0);
  } else {
    for (let index = 0; index < words.length; index++) bits[index] = (bits[index] ?? 0) ^ (words[index] ?? 0);
  }
}

/** Keeps only what is also set in a bitmap that may be shorter; false when nothing is left. */
export function keepWords(bits: Bits, words: Bits): boolean {
  let left = 0;
  for (let index = 0; index < words.length; index++) {
    const word = (bits[index] ?? 0) & (words[index] ?? 0);
    bits[index] = word;
    left |= word;
  }
  bits.fill(0, words.length);
  return left !== 0;
}

/** Sets the numbers from one to before another, both of the chunk. */
export function addRange(bits: Bits, from: number, until: number): void {
  if (from >= until) return;
  const first = from >>> 5;
  const last = (until - 1) >>> 5;
  const head = -1 << (from & 31);
  const tail = -1 >>> (31 - ((until - 1) & 31));
  if (first === last) {
    bits[first] = (bits[first] ?? 0) | (head & tail);
    return;
  }
  bits[first] = (bits[first] ?? 0) | head;
  bits.fill(-1, first + 1, last);
  bits[last] = (bits[last] ?? 0) | tail;
}

/** Clears every number but those from one to before another. */
export function keepRange(bits: Bits, from: number, until: number): void {
  const first = from >>> 5;
  const last = until >>> 5;
  bits.fill(0, 0, first);
  if (first < CHUNK_WORDS) bits[first] = (bits[first] ?? 0) & (-1 << (from & 31));
  if (last < CHUNK_WORDS) {
    bits[last] = (bits[last] ?? 0) & ~(-1 << (until & 31));
    bits.fill(0, last + 1);
  }
}

/** How many of a word's bits are set. */
export function countWord(word: number): number {
  const pairs = word - ((word >>> 1) & 0x55555555);
  const fours = (pairs & 0x33333333) + ((pairs >>> 2) & 0x33333333);
  return Math.imul((fours + (fours >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}

/** How many numbers are set. */
export function countBits(bits: Bits): number {
  let count = 0;
  for (let index = 0; index < bits.length; index++) count += countWord(bits[index] ?? 0);
  return count;
}

/** The first set number at or after another, or -1. */
export function nextBit(bits: Bits, from: number): number {
  let index = from >>> 5;
  if (index >= bits.length) return -1;
  let word = (bits[index] ?? 0) & (-1 << (from & 31));
  while (word === 0) {
    if (++index === bits.length) return -1;
    word = bits[index] ?? 0;
  }
  return (index << 5) + 31 - Math.clz32(word & -word);
}

/** Appends to `target` up to `limit` set numbers, raised by `base`, after passing over the first `skip`. */
export function collectBits(bits: Bits, base: number, skip: number, limit: number, target: number[]): void {
  let passed = 0;
  let left = limit;
  for (let index = 0; index < bits.length && left > 0; index++) {
    let word = bits[index] ?? 0;
    if (word === 0) continue;
    const count = countWord(word);
    if (passed + count <= skip) {
      passed += count;
      continue;
    }
    for (; word !== 0 && left > 0; word &= word - 1) {
      if (passed++ < skip) continue;
      target.push(base + (index << 5) + 31 - Math.clz32(word & -word));
      left--;
    }
  }
}
