import { type Bits, CHUNK_WORDS } from './bits.ts';

/**
 * Few numbers of one chunk as a rising list: what a search of two rare values works on, since a bitmap of a chunk is as
 * long for three numbers as for a million.
 */
export type List = Uint32Array;

/** A list with room for as many numbers as steps are ever written of: more are a bitmap in the file. */
export function createList(): List {
  return new Uint32Array(CHUNK_WORDS * Int32Array.BYTES_PER_ELEMENT);
}

/** Keeps of a list's first `count` numbers those that a bitmap has, which may be shorter; returns how many. */
export function siftByWords(list: List, count: number, words: Bits): number {
  let kept = 0;
  for (let place = 0; place < count; place++) {
    const number = list[place] ?? 0;
    if (((words[number >>> 5] ?? 0) >>> (number & 31)) & 1) list[kept++] = number;
  }
  return kept;
}

/** Keeps of a list's first `count` numbers those that varint steps count; returns how many. */
export function siftBySteps(list: List, count: number, steps: Uint8Array): number {
  const { length } = steps;
  let kept = 0;
  let place = 0;
  let number = 0;
  for (let at = 0; at < length && place < count; ) {
    let byte = steps[at++] ?? 0;
    let step = byte & 127;
    for (let shift = 7; byte > 127; shift += 7) {
      byte = steps[at++] ?? 0;
      step |= (byte & 127) << shift;
    }
    number += step;
    while (place < count && (list[place] ?? 0) < number) place++;
    if (place < count && list[place] === number) list[kept++] = number;
  }
  return kept;
}

/** Keeps of a list's first `count` numbers those from one to before another; returns how many. */
export function siftByRange(list: List, count: number, from: number, until: number): number {
  let kept = 0;
  for (let place = 0; place < count; place++) {
    const number = list[place] ?? 0;
    if (number >= from && number < until) list[kept++] = number;
  }
  return kept;
}
