import { type Bits, joinWords, keepWords, type Union, wordsOfBytes } from './bits.ts';
import { CHUNK_SIZE } from './fields.ts';
import { type List, LONGEST_LIST, siftByWords } from './lists.ts';

/**
 * How the numbers of one chunk are stored: as a bitmap up to the highest, or sorted into buckets by their upper bits,
 * the lower bits one after the other in rising order, behind a directory of two bytes for each bucket, which say how
 * many numbers come before it, and two more for all. A bitmap is quickest to meet with others; in buckets a few numbers
 * are looked for without reading the rest. All are little-endian.
 */
export const CHUNK_FORMS = { bitmap: 0, wide: 1, narrow: 2 } as const;

/** The numbers of one chunk as they are stored; `form` is one of CHUNK_FORMS. */
export interface StoredChunk {
  readonly form: number;
  readonly numbers: Uint8Array;
}

/** How numbers lie in buckets. */
interface Buckets {
  /** The lower bits of a number, which a bucket lists. */
  readonly bits: number;
  /** How many bytes these take. */
  readonly bytes: number;
  /** How many buckets a chunk has. */
  readonly count: number;
  /** Where the lower bits begin, behind the directory. */
  readonly start: number;
}

function buckets(bits: number): Buckets {
  const count = CHUNK_SIZE >>> bits;
  return { bits, bytes: bits >>> 3, count, start: 2 * (count + 1) };
}

/** Sixteen buckets of 65,536 numbers, two bytes a number: what few numbers take least in. */
export const WIDE = buckets(16);
/** 4,096 buckets of 256 numbers, a byte a number. */
export const NARROW = buckets(8);

/** Numbers that a directory can no longer count. */
export const TOO_MANY_FOR_BUCKETS = 2 ** 16;

/** What looking for a number costs, and clearing a bitmap, in numbers that could be joined to one instead. */
const PROBE_COST = 6;
const CLEARING_COST = 2_000;

/** How long so many numbers are in buckets, in bytes. */
export function bytesInBuckets({ start, bytes }: Buckets, count: number): number {
  return start + count * bytes;
}

function bucketsOf(form: number): Buckets {
  return form === CHUNK_FORMS.wide ? WIDE : NARROW;
}

/** How many numbers are stored in buckets. */
function countInBuckets({ form, numbers }: StoredChunk): number {
  const { start, bytes } = bucketsOf(form);
  return (numbers.length - start) / bytes;
}

function pairAt(bytes: Uint8Array, at: number): number {
  return (bytes[at] ?? 0) | ((bytes[at + 1] ?? 0) << 8);
}

/** The lower bits of the number at a place. */
function lowerAt(bytes: Uint8Array, start: number, place: number, isWide: boolean): number {
  return isWide ? pairAt(bytes, start + 2 * place) : (bytes[start + place] ?? 0);
}

/** Writes rising numbers of a chunk, given from `base` on, into buckets. */
export function writeBuckets(numbers: Uint32Array, base: number, form: number): Uint8Array {
  const layout = bucketsOf(form);
  const bytes = new Uint8Array(bytesInBuckets(layout, numbers.length));
  let next = 0;
  for (let place = 0; place <= numbers.length; place++) {
    const isEnd = place === numbers.length;
    const number = (numbers[place] ?? 0) - base;
    const bucket = isEnd ? layout.count : number >>> layout.bits;
    for (; next <= bucket; next++) {
      bytes[2 * next] = place & 255;
      bytes[2 * next + 1] = place >>> 8;
    }
    if (isEnd) break;
    const at = layout.start + place * layout.bytes;
    bytes[at] = number & 255;
    if (form === CHUNK_FORMS.wide) bytes[at + 1] = (number >>> 8) & 255;
  }
  return bytes;
}

function isBitmap({ form }: StoredChunk): boolean {
  return form === CHUNK_FORMS.bitmap;
}

/** Overwrites the target with a chunk's numbers. */
export function readChunk(target: Bits, chunk: StoredChunk): void {
  if (isBitmap(chunk)) {
    const words = wordsOfBytes(chunk.numbers);
    target.set(words);
    target.fill(0, words.length);
  } else {
    target.fill(0);
    joinBuckets(target, chunk, 'any');
  }
}

/** Joins a chunk's numbers to the target. */
export function joinChunk(target: Bits, chunk: StoredChunk, union: Union): void {
  if (isBitmap(chunk)) joinWords(target, wordsOfBytes(chunk.numbers), union);
  else joinBuckets(target, chunk, union);
}

/** Takes from the target all but a chunk's numbers, by way of the scratch; false when none is left. */
export function keepChunk(target: Bits, chunk: StoredChunk, scratch: Bits): boolean {
  if (isBitmap(chunk)) return keepWords(target, wordsOfBytes(chunk.numbers));
  readChunk(scratch, chunk);
  return keepWords(target, scratch);
}

/** Writes a chunk's numbers to a list and returns how many, unless they are too many for one. */
export function listChunk(chunk: StoredChunk, target: List): number | undefined {
  return isBitmap(chunk) || countInBuckets(chunk) > LONGEST_LIST ? undefined : listBuckets(chunk, target);
}

/** Keeps of a rising list's first `count` numbers only a chunk's, by way of the scratch; returns how many. */
export function siftByChunk(list: List, count: number, chunk: StoredChunk, scratch: Bits): number {
  if (isBitmap(chunk)) return siftByWords(list, count, wordsOfBytes(chunk.numbers));
  if (areFewBeside(count, chunk)) return siftByBuckets(list, count, chunk);
  readChunk(scratch, chunk);
  return siftByWords(list, count, scratch);
}

/** Writes the numbers that are stored in buckets to a list; returns how many. */
function listBuckets(chunk: StoredChunk, target: List): number {
  const count = countInBuckets(chunk);
  const { form, numbers: bytes } = chunk;
  const { bits, start, count: bucketCount } = bucketsOf(form);
  const isWide = form === CHUNK_FORMS.wide;
  let place = 0;
  for (let bucket = 0; place < count && bucket < bucketCount; bucket++) {
    const end = pairAt(bytes, 2 * bucket + 2);
    const upper = bucket << bits;
    for (; place < end; place++) {
      target[place] = upper | lowerAt(bytes, start, place, isWide);
    }
  }
  return count;
}

/** Joins the numbers that are stored in buckets to a bitmap: by way of a list of them it took a fifth longer. */
function joinBuckets(target: Bits, chunk: StoredChunk, union: Union): void {
  const isAny = union === 'any';
  const count = countInBuckets(chunk);
  const { form, numbers: bytes } = chunk;
  const { bits, start, count: bucketCount } = bucketsOf(form);
  const isWide = form === CHUNK_FORMS.wide;
  let place = 0;
  for (let bucket = 0; place < count && bucket < bucketCount; bucket++) {
    const end = pairAt(bytes, 2 * bucket + 2);
    const upper = bucket << bits;
    for (; place < end; place++) {
      const number = upper | lowerAt(bytes, start, place, isWide);
      const index = number >>> 5;
      const word = target[index] ?? 0;
      const bit = 1 << (number & 31);
      target[index] = isAny ? word | bit : word ^ bit;
    }
  }
}

/** Whether so few numbers are quicker looked for one by one than by a bitmap made of all that are stored in buckets. */
function areFewBeside(count: number, chunk: StoredChunk): boolean {
  return count * PROBE_COST < countInBuckets(chunk) + CLEARING_COST;
}

/** Keeps of a rising list's first `count` numbers those that are stored in buckets; returns how many. */
function siftByBuckets(list: List, count: number, { form, numbers: bytes }: StoredChunk): number {
  const { bits, start } = bucketsOf(form);
  const isWide = form === CHUNK_FORMS.wide;
  const mask = (1 << bits) - 1;
  let kept = 0;
  let bucket = -1;
  let place = 0;
  let end = 0;
  for (let index = 0; index < count; index++) {
    const number = list[index] ?? 0;
    if (number >>> bits !== bucket) {
      bucket = number >>> bits;
      place = pairAt(bytes, 2 * bucket);
      end = pairAt(bytes, 2 * bucket + 2);
    }
    const lower = number & mask;
    // Strides that double until they pass the number, then halves of the last one.
    let stride = 1;
    while (place + stride < end && lowerAt(bytes, start, place + stride, isWide) < lower) {
      place += stride;
      stride *= 2;
    }
    let last = Math.min(place + stride, end);
    while (place < last) {
      const middle = (place + last) >>> 1;
      if (lowerAt(bytes, start, middle, isWide) < lower) place = middle + 1;
      else last = middle;
    }
    if (place < end && lowerAt(bytes, start, place, isWide) === lower) list[kept++] = number;
  }
  return kept;
}
