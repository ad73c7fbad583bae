import { type Bits, collectBits, countBits } from './bits.ts';
import { CHUNK_SIZE } from './fields.ts';
import type { List } from './lists.ts';
import type { NumberRange } from './numbers.ts';

/** Counts what a search finds, and keeps the numbers of one page of it. */
export class Page {
  /** How many were found. */
  total = 0;
  /** The numbers of the page, in rising order. */
  readonly numbers: number[] = [];
  private readonly first: number;
  private readonly end: number;

  /** A page counted from 1, of at most `limit` numbers. */
  constructor(page: number, limit: number) {
    this.first = (page - 1) * limit;
    this.end = this.first + limit;
  }

  /** Counts so many numbers without seeing them, and tells so, unless the page begins or goes on among them. */
  passOver(count: number): boolean {
    if (this.total + count > this.first && this.total < this.end) return false;
    this.total += count;
    return true;
  }

  /** Counts what is set in a chunk, and keeps what is on the page. */
  take(bits: Bits, chunk: number): void {
    const count = countBits(bits);
    if (this.passOver(count)) return;
    const skip = Math.max(0, this.first - this.total);
    const limit = this.end - Math.max(this.first, this.total);
    collectBits(bits, chunk * CHUNK_SIZE, skip, limit, this.numbers);
    this.total += count;
  }

  /** Counts a list's first `count` numbers of a chunk, and keeps what is on the page. */
  takeList(list: List, count: number, chunk: number): void {
    if (this.passOver(count)) return;
    const from = Math.max(0, this.first - this.total);
    const until = Math.min(count, this.end - this.total);
    for (let place = from; place < until; place++) this.numbers.push(chunk * CHUNK_SIZE + (list[place] ?? 0));
    this.total += count;
  }

  /** Counts a range, and keeps what is on the page, when the range is all there is. */
  takeRange({ from, until }: NumberRange): void {
    const end = Math.min(until, from + this.end);
    for (let number = from + this.first; number < end; number++) this.numbers.push(number);
    this.total = until - from;
  }
}
