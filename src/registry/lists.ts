import type { Bits } from './bits.ts';

/**
 * Few numbers of one chunk as a rising list: what a search of two rare values works on, since a bitmap of a chunk is as
 * long for three numbers as for a million.
 */
export type List = Uint32Array;

/** From so many numbers on, bitmaps were measured to be quicker than lists. */
export const LONGEST_LIST = 1 << 15;

/** A list with room for the longest. */
export function createList(): List {
  return new Uint32Array(LONGEST_LIST);
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

/** Keeps of a list's first `count` numbers those from one to before another; returns how many. */
export function siftByRange(list: List, count: number, from: number, until: number): number {
  let kept = 0;
  for (let place = 0; place < count; place++) {
    const number = list[place] ?? 0;
    if (number >= from && number < until) list[kept++] = number;
  }
  return kept;
}
