import { prefixAt } from './byte-table.ts';
import { MAX_VARINT_BYTES } from './varint.ts';
import { readWhole } from './whole-io.ts';

const LONGEST_HEAD = 1 + 255 + 2 * MAX_VARINT_BYTES;
const PREFIX_BYTES = 8;

/** The least memory a reader can do with. */
export const LEAST_WINDOW_BYTES = 2 * LONGEST_HEAD;

/** Reads the terms of one field of one run, in order, through a small window. */
export class RunReader {
  /** How many numbers the current term has in this run. */
  count = 0;
  private high = 0;
  private low = 0;
  private valueStart = 0;
  private valueEnd = 0;
  private filled = 0;
  private at = 0;
  private position: number;
  private readonly end: number;

  /** Reads `length` bytes of a file from `offset` on; `base` is added to all numbers, `place` is the run's among all. */
  constructor(
    private readonly file: number,
    offset: number,
    length: number,
    private readonly base: number,
    private readonly place: number,
    private readonly window: Buffer,
  ) {
    this.position = offset;
    this.end = offset + length;
  }

  /** Goes to the next term; false at the end. The numbers of the one before must have been taken. */
  next(): boolean {
    if (this.filled - this.at < LONGEST_HEAD) this.fill();
    if (this.at >= this.filled) return false;
    const start = this.at + 1;
    const end = start + (this.window[this.at] ?? 0);
    this.valueStart = start;
    this.valueEnd = end;
    this.high = prefixAt(this.window, start, end) >>> 0;
    this.low = end - start > 4 ? prefixAt(this.window, start + 4, end) >>> 0 : 0;
    this.at = end;
    this.count = this.varint();
    return true;
  }

  /** Whether the current term comes before another's, by its bytes; equal ones by the place of their run. */
  isBefore(other: RunReader): boolean {
    const order = this.compare(other);
    return order < 0 || (order === 0 && this.place < other.place);
  }

  /** Copies the current term's value to `target`, which holds 255 bytes, and returns its length. */
  copyValue(target: Buffer): number {
    return this.window.copy(target, 0, this.valueStart, this.valueEnd);
  }

  /** Whether the current term's value is the one that stands at the start of `value`. */
  hasValue(value: Buffer, size: number): boolean {
    if (this.valueEnd - this.valueStart !== size) return false;
    for (let index = 0; index < size; index++) {
      if (this.window[this.valueStart + index] !== value[index]) return false;
    }
    return true;
  }

  /** Hands the numbers of the current term, counted through the whole registry, to the target. */
  take(target: { add(number: number): void }): void {
    let number = this.base;
    for (let left = this.count; left > 0; left--) {
      if (this.filled - this.at < MAX_VARINT_BYTES) this.fill();
      number += this.varint();
      target.add(number);
    }
  }

  private compare(other: RunReader): number {
    if (this.high !== other.high) return this.high - other.high;
    if (this.low !== other.low) return this.low - other.low;
    const size = this.valueEnd - this.valueStart;
    const otherSize = other.valueEnd - other.valueStart;
    const common = Math.min(size, otherSize);
    for (let index = PREFIX_BYTES; index < common; index++) {
      const step =
        (this.window[this.valueStart + index] ?? 0) - (other.window[other.valueStart + index] ?? 0);
      if (step !== 0) return step;
    }
    return size - otherSize;
  }

  private varint(): number {
    const { window } = this;
    let number = 0;
    for (let shift = 0; ; shift += 7) {
      const byte = window[this.at++] ?? 0;
      number |= (byte & 127) << shift;
      if (byte < 128) return number >>> 0;
    }
  }

  private fill(): void {
    if (this.position >= this.end) return;
    const { window } = this;
    window.copy(window, 0, this.at, this.filled);
    this.filled -= this.at;
    this.at = 0;
    const wanted = Math.min(window.length - this.filled, this.end - this.position);
    readWhole(this.file, window, this.filled, wanted, this.position);
    this.filled += wanted;
    this.position += wanted;
  }
}
