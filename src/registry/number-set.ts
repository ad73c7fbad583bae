import type { Bits } from './bits.ts';
import type { List } from './lists.ts';

/** A set of numbers that is read one chunk at a time, and never held whole. */
export interface NumberSet {
  /** About how many numbers it has, 0 only for none: of several sets the smallest is read first. */
  readonly size: number;
  /** Overwrites the target with its numbers of a chunk; false when it has none there. Chunks are asked in rising order. */
  read(chunk: number, target: Bits): boolean;
  /** Takes from the target all but its own numbers of a chunk; false when none is left. */
  keep(chunk: number, target: Bits): boolean;
  /** Writes its numbers of a chunk to a list and returns how many, unless they are many or not yet in order. */
  list(chunk: number, target: List): number | undefined;
  /** Keeps of a list's first `count` numbers only its own; returns how many are left. */
  sift(chunk: number, list: List, count: number): number;
  /** How many numbers of a chunk it has, where that is known without reading them. */
  countIn(chunk: number): number | undefined;
}

/** Sets in the order in which an intersection is found soonest. */
export function orderBySize(sets: readonly NumberSet[]): NumberSet[] {
  return [...sets].sort((one, other) => one.size - other.size);
}

/** Overwrites the target with what all the sets, at least one, have in a chunk; false when that is nothing. */
export function readIntersection(sets: readonly NumberSet[], chunk: number, target: Bits): boolean {
  let found = false;
  for (const [index, set] of sets.entries()) {
    found = index === 0 ? set.read(chunk, target) : set.keep(chunk, target);
    if (!found) return false;
  }
  return found;
}

/** Writes to the list what all the sets, at least one, have in a chunk, if the first can be a list; returns how many. */
export function listIntersection(
  sets: readonly NumberSet[],
  chunk: number,
  target: List,
): number | undefined {
  let count: number | undefined;
  for (const [index, set] of sets.entries()) {
    count = index === 0 ? set.list(chunk, target) : set.sift(chunk, target, count ?? 0);
    if (!count) return count;
  }
  return count;
}
