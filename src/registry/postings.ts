import type { Statement } from 'bun:sqlite';
import {
  addSteps,
  addWords,
  type Bits,
  createBits,
  flipSteps,
  flipWords,
  keepWords,
  wordsOfBytes,
} from './bits.ts';
import type { RegistryDatabase } from './database.ts';
import { CHUNK_SIZE } from './fields.ts';
import type { NumberSet } from './number-set.ts';
import type { Term } from './terms.ts';

interface Posting {
  readonly count: number;
  readonly dense: number;
  readonly numbers: Uint8Array<ArrayBuffer>;
}

/** How the terms of one set come together: each number that any of them has, or that an odd number of them has. */
export type Union = 'any' | 'odd';

/** The chunks of long postings, as they are in the file. */
export class PostingTable {
  private readonly one: Statement<Posting, [number]>;
  private readonly count: Statement<{ count: number }, [number]>;
  /** Where a set is read that shall be taken together with another; no call keeps it beyond its own end. */
  readonly scratch: Bits = createBits();

  constructor(database: RegistryDatabase) {
    this.one = database.prepare('SELECT count, dense, numbers FROM posting WHERE id = ?');
    this.count = database.prepare('SELECT count FROM posting WHERE id = ?');
  }

  /** One chunk of a posting, or undefined when the term has no number in it. */
  find(id: number): Posting | undefined {
    return this.one.get(id) ?? undefined;
  }

  /** How many numbers are in one chunk of a posting. */
  countIn(id: number): number {
    return this.count.get(id)?.count ?? 0;
  }
}

/** Numbers in the order of their chunks. */
class ShortLists {
  private readonly numbers: Uint32Array;
  /** Where each chunk's numbers begin, and at the end where the last one's end. */
  private readonly starts: Uint32Array;

  constructor(lists: readonly Uint8Array[], count: number, chunks: number) {
    const read = new Uint32Array(count);
    let filled = 0;
    for (const list of lists) filled = readSteps(list, read, filled);
    this.starts = new Uint32Array(chunks + 1);
    if (lists.length < 2 || chunks === 1) {
      this.numbers = read;
      this.countChunks(read);
      return;
    }
    this.countChunks(read);
    const next = this.starts.slice();
    this.numbers = new Uint32Array(count);
    for (let index = 0; index < read.length; index++) {
      const number = read[index] ?? 0;
      const chunk = Math.floor(number / CHUNK_SIZE);
      const place = next[chunk] ?? 0;
      this.numbers[place] = number;
      next[chunk] = place + 1;
    }
  }

  private countChunks(numbers: Uint32Array): void {
    const { starts } = this;
    for (let index = 0; index < numbers.length; index++) {
      const after = Math.floor((numbers[index] ?? 0) / CHUNK_SIZE) + 1;
      starts[after] = (starts[after] ?? 0) + 1;
    }
    for (let chunk = 1; chunk < starts.length; chunk++) {
      starts[chunk] = (starts[chunk] ?? 0) + (starts[chunk - 1] ?? 0);
    }
  }

  countIn(chunk: number): number {
    return (this.starts[chunk + 1] ?? 0) - (this.starts[chunk] ?? 0);
  }

  add(bits: Bits, chunk: number): void {
    const end = this.starts[chunk + 1] ?? 0;
    for (let index = this.starts[chunk] ?? 0; index < end; index++) {
      const bit = (this.numbers[index] ?? 0) % CHUNK_SIZE;
      bits[bit >>> 5] = (bits[bit >>> 5] ?? 0) | (1 << (bit & 31));
    }
  }

  flip(bits: Bits, chunk: number): void {
    const end = this.starts[chunk + 1] ?? 0;
    for (let index = this.starts[chunk] ?? 0; index < end; index++) {
      const bit = (this.numbers[index] ?? 0) % CHUNK_SIZE;
      bits[bit >>> 5] = (bits[bit >>> 5] ?? 0) ^ (1 << (bit & 31));
    }
  }
}

/** Writes the numbers that varint steps count, from zero, into the target from `filled` on; returns where they end. */
function readSteps(steps: Uint8Array, target: Uint32Array, filled: number): number {
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

/** The numbers of several terms together. */
export class TermSet implements NumberSet {
  readonly size: number;
  private readonly chunked: readonly number[];
  private readonly short: ShortLists | undefined;

  /** The terms' chunks are read when asked for; `chunks` is how many the numbers of the field lie in. */
  constructor(
    private readonly postings: PostingTable,
    terms: readonly Term[],
    chunks: number,
    private readonly union: Union = 'any',
  ) {
    const lists: Uint8Array[] = [];
    const chunked: number[] = [];
    let size = 0;
    let shortCount = 0;
    for (const { count, firstPosting, numbers } of terms) {
      size += count;
      if (firstPosting !== null) chunked.push(firstPosting);
      if (numbers === null) continue;
      lists.push(numbers);
      shortCount += count;
    }
    this.size = size;
    this.chunked = chunked;
    this.short = lists.length > 0 ? new ShortLists(lists, shortCount, chunks) : undefined;
  }

  read(chunk: number, target: Bits): boolean {
    const shortCount = this.short?.countIn(chunk) ?? 0;
    const only = this.onlyPosting(chunk, shortCount);
    if (only !== undefined) return readPosting(only, target);
    let found = shortCount > 0;
    let cleared = false;
    if (found) {
      target.fill(0);
      cleared = true;
    }
    const { union } = this;
    for (const first of this.chunked) {
      const posting = this.postings.find(first + chunk);
      if (posting === undefined) continue;
      if (!cleared) target.fill(0);
      cleared = true;
      found = true;
      if (union === 'any') addPosting(posting, target);
      else flipPosting(posting, target);
    }
    if (shortCount > 0 && union === 'any') this.short?.add(target, chunk);
    else if (shortCount > 0) this.short?.flip(target, chunk);
    return found;
  }

  keep(chunk: number, target: Bits): boolean {
    const only = this.onlyPosting(chunk, this.short?.countIn(chunk) ?? 0);
    if (only?.dense === 1) return keepWords(target, wordsOfBytes(only.numbers));
    const { scratch } = this.postings;
    const found = only === undefined ? this.read(chunk, scratch) : readPosting(only, scratch);
    return found && keepWords(target, scratch);
  }

  countIn(chunk: number): number | undefined {
    const [first] = this.chunked;
    if (first === undefined) return this.short === undefined ? 0 : undefined;
    if (this.chunked.length > 1 || this.short !== undefined) return undefined;
    return this.postings.countIn(first + chunk);
  }

  /** The posting that is all the set has in a chunk: of a set of one long term, when it has any there. */
  private onlyPosting(chunk: number, shortCount: number): Posting | undefined {
    const [first] = this.chunked;
    if (first === undefined || shortCount > 0 || this.chunked.length > 1) return undefined;
    return this.postings.find(first + chunk);
  }
}

function readPosting({ dense, numbers }: Posting, target: Bits): true {
  if (dense === 1) {
    const words = wordsOfBytes(numbers);
    target.set(words);
    target.fill(0, words.length);
  } else {
    target.fill(0);
    addSteps(target, numbers);
  }
  return true;
}

function addPosting({ dense, numbers }: Posting, target: Bits): void {
  if (dense === 1) addWords(target, wordsOfBytes(numbers));
  else addSteps(target, numbers);
}

function flipPosting({ dense, numbers }: Posting, target: Bits): void {
  if (dense === 1) flipWords(target, wordsOfBytes(numbers));
  else flipSteps(target, numbers);
}
