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

/** Writes the numbers that varint steps count, from zero, into the target from `filled` on; returns where they end. */
export function readSteps(steps: Uint8Array, target: List, filled: number): number {
  let number = 0;
  let place = filled;
  for (let at = 0; at < steps.length; ) {
    let byte = steps[at++] ?? 0;
    let step = byte & 127;
    for (let shift = 7; byte > 127; shift += 7) {
      byte = steps[at++] ?? 0;
      step |= (byte & 127) << shift;
    }
    number += step;
    target[place++] = number;
  }
  return place;
}

/** Keeps of a list's first `count` numbers those that another has among its first `others`; returns how many. */
export function siftByList(list: List, count: number, other: List, others: number): number {
  let kept = 0;
  let place = 0;
  for (let at = 0; at < others && place < count; at++) {
    const number = other[at] ?? 0;
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
