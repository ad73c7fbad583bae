import type { Bits, Union } from './bits.ts';
import { CHUNK_SIZE } from './fields.ts';
import { type List, readSteps } from './lists.ts';

/** The numbers of the short lists of several terms, sorted into their chunks. */
export class ShortLists {
  private readonly numbers: Uint32Array;
  /** Where each chunk's numbers begin, and at the end where the last one's end. */
  private readonly starts: Uint32Array;

  /** Reads lists of varint steps that have `count` numbers between them, all below `chunks` chunks. */
  constructor(lists: readonly Uint8Array[], count: number, chunks: number) {
    const read = new Uint32Array(count);
    let filled = 0;
    for (const list of lists) filled = readSteps(list, read, filled);
    this.starts = countChunks(read, chunks);
    this.numbers = lists.length > 1 && chunks > 1 ? sortByChunk(read, this.starts) : read;
  }

  /** How many numbers of a chunk the lists have, each as often as it is in them. */
  countIn(chunk: number): number {
    return (this.starts[chunk + 1] ?? 0) - (this.starts[chunk] ?? 0);
  }

  /** Writes a chunk's numbers to a list, in order if they are of one term; returns how many. */
  list(chunk: number, target: List): number {
    const start = this.starts[chunk] ?? 0;
    const count = this.countIn(chunk);
    for (let place = 0; place < count; place++) {
      target[place] = (this.numbers[start + place] ?? 0) % CHUNK_SIZE;
    }
    return count;
  }

  /** Keeps of a rising list's first `count` numbers those of a chunk, if the lists are of one term; returns how many. */
  sift(chunk: number, list: List, count: number): number {
    const { numbers } = this;
    const end = this.starts[chunk + 1] ?? 0;
    let place = this.starts[chunk] ?? 0;
    let kept = 0;
    for (let index = 0; index < count; index++) {
      const number = list[index] ?? 0;
      while (place < end && (numbers[place] ?? 0) % CHUNK_SIZE < number) place++;
      if (place < end && (numbers[place] ?? 0) % CHUNK_SIZE === number) list[kept++] = number;
    }
    return kept;
  }

  /** Joins a chunk's numbers to the target. */
  join(bits: Bits, chunk: number, union: Union): void {
    const end = this.starts[chunk + 1] ?? 0;
    for (let place = this.starts[chunk] ?? 0; place < end; place++) {
      const number = (this.numbers[place] ?? 0) % CHUNK_SIZE;
      const index = number >>> 5;
      const word = bits[index] ?? 0;
      const bit = 1 << (number & 31);
      bits[index] = union === 'any' ? word | bit : word ^ bit;
    }
  }
}

/** Where each chunk's numbers will begin. */
function countChunks(numbers: Uint32Array, chunks: number): Uint32Array {
  const starts = new Uint32Array(chunks + 1);
  for (const number of numbers) {
    const after = Math.floor(number / CHUNK_SIZE) + 1;
    starts[after] = (starts[after] ?? 0) + 1;
  }
  for (let chunk = 1; chunk < starts.length; chunk++) {
    starts[chunk] = (starts[chunk] ?? 0) + (starts[chunk - 1] ?? 0);
  }
  return starts;
}

function sortByChunk(numbers: Uint32Array, starts: Uint32Array): Uint32Array {
  const next = starts.slice();
  const sorted = new Uint32Array(numbers.length);
  for (const number of numbers) {
    const chunk = Math.floor(number / CHUNK_SIZE);
    const place = next[chunk] ?? 0;
    sorted[place] = number;
    next[chunk] = place + 1;
  }
  return sorted;
}
