import { closeSync, openSync, readSync } from 'node:fs';
import { CHUNK_SIZE, FIELDS, INLINE_NUMBERS } from '../registry/fields.ts';
import { compareValues } from './postings.ts';
import type { PlacedRun } from './protocol.ts';
import { MAX_VARINT_BYTES, writeVarint } from './varint.ts';

/** A term: its short list of numbers, or its chunks. */
export interface MergedTerm {
  readonly value: string;
  readonly count: number;
  readonly numbers: Uint8Array | undefined;
  readonly chunks: readonly MergedChunk[];
}

/** A part of a long list: which chunk, how many numbers, and their bytes. */
export interface MergedChunk {
  readonly chunk: number;
  readonly count: number;
  readonly dense: boolean;
  readonly numbers: Uint8Array;
}

/** How much of a run is held while it is read. A country has some seven hundred runs. */
const WINDOW_BYTES = 64 * 1024;
const LONGEST_HEAD = 1 + 255 + 2 * MAX_VARINT_BYTES;

/** Reads the terms of one field of one run, in order, through a small window. */
class RunReader {
  value = '';
  count = 0;
  private readonly file: number;
  private window = Buffer.allocUnsafe(WINDOW_BYTES);
  private filled = 0;
  private at = 0;
  private position: number;
  private readonly end: number;

  constructor(
    run: PlacedRun,
    offset: number,
    length: number,
    private readonly base: number,
  ) {
    this.file = openSync(run.path, 'r');
    this.position = offset;
    this.end = offset + length;
  }

  /** Goes to the next term; false at the end. The numbers of the one before must have been taken. */
  next(): boolean {
    this.ensure(LONGEST_HEAD);
    if (this.at >= this.filled) {
      closeSync(this.file);
      return false;
    }
    const size = this.window[this.at] ?? 0;
    this.value = this.window.toString('utf8', this.at + 1, this.at + 1 + size);
    this.at += 1 + size;
    this.count = this.varint();
    return true;
  }

  /** Adds the numbers of the current term, counted through the whole registry, to the target. */
  take(target: TermBuilder): void {
    let number = this.base;
    for (let index = 0; index < this.count; index++) {
      if (this.filled - this.at < MAX_VARINT_BYTES) this.ensure(WINDOW_BYTES / 2);
      number += this.varint();
      target.add(number);
    }
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

  private ensure(size: number): void {
    if (this.filled - this.at >= size || this.position >= this.end) return;
    this.window.copy(this.window, 0, this.at, this.filled);
    this.filled -= this.at;
    this.at = 0;
    const wanted = Math.min(this.window.length - this.filled, this.end - this.position);
    const count = readSync(this.file, this.window, this.filled, wanted, this.position);
    this.filled += count;
    this.position += count;
  }
}

/** Gathers the rising numbers of one term, a chunk at a time. */
class TermBuilder {
  private readonly pending = new Uint32Array(CHUNK_SIZE);
  private length = 0;
  private count = 0;
  private chunks: MergedChunk[] = [];
  private chunkEnd = 0;

  add(number: number): void {
    if (number >= this.chunkEnd) {
      if (this.count > INLINE_NUMBERS) this.flush();
      this.chunkEnd = (Math.floor(number / CHUNK_SIZE) + 1) * CHUNK_SIZE;
    }
    this.pending[this.length++] = number;
    this.count++;
  }

  /** The term as it is stored; the builder is ready for another. */
  finish(value: string): MergedTerm {
    const { count } = this;
    const short = count <= INLINE_NUMBERS;
    if (!short) this.flush();
    const numbers = short ? encodeSteps(this.pending.subarray(0, this.length), 0) : undefined;
    const { chunks } = this;
    this.chunks = [];
    this.length = 0;
    this.count = 0;
    this.chunkEnd = 0;
    return { value, count, numbers, chunks };
  }

  /** Cuts what is pending in chunks: usually one, more when a list grew past the short ones. */
  private flush(): void {
    for (let start = 0; start < this.length; ) {
      const chunk = Math.floor((this.pending[start] ?? 0) / CHUNK_SIZE);
      let end = start + 1;
      while (end < this.length && (this.pending[end] ?? 0) < (chunk + 1) * CHUNK_SIZE) end++;
      this.chunks.push(encodeChunk(this.pending.subarray(start, end), chunk));
      start = end;
    }
    this.length = 0;
  }
}

/** Numbers as varint steps, the first from `base`. */
export function encodeSteps(numbers: Uint32Array, base: number): Uint8Array {
  const bytes = new Uint8Array(numbers.length * MAX_VARINT_BYTES);
  let at = 0;
  let previous = base;
  for (let index = 0; index < numbers.length; index++) {
    const number = numbers[index] ?? 0;
    at = writeVarint(bytes, at, number - previous);
    previous = number;
  }
  return bytes.slice(0, at);
}

/** A chunk's numbers as steps, or as a bitmap up to the highest one where that is no longer. */
export function encodeChunk(numbers: Uint32Array, chunk: number): MergedChunk {
  const base = chunk * CHUNK_SIZE;
  const highest = (numbers[numbers.length - 1] ?? base) - base;
  // Whole words, so that a reader can take them thirty-two numbers at a time.
  const bitmapBytes = ((highest >> 5) + 1) * 4;
  const count = numbers.length;
  if (count < bitmapBytes) {
    const steps = encodeSteps(numbers, base);
    if (steps.length < bitmapBytes) return { chunk, count, dense: false, numbers: steps };
  }
  const bitmap = new Uint8Array(bitmapBytes);
  for (let index = 0; index < count; index++) {
    const bit = (numbers[index] ?? 0) - base;
    bitmap[bit >> 3] = (bitmap[bit >> 3] ?? 0) | (1 << (bit & 7));
  }
  return { chunk, count, dense: true, numbers: bitmap };
}

/** Readers ordered by value, then by the place of their run: the first is at the top. */
class ReaderHeap {
  private readonly readers: { reader: RunReader; place: number }[] = [];

  get top(): RunReader | undefined {
    return this.readers[0]?.reader;
  }

  push(reader: RunReader, place: number): void {
    this.readers.push({ reader, place });
    for (let index = this.readers.length - 1; index > 0; ) {
      const parent = (index - 1) >> 1;
      if (!this.isBefore(index, parent)) break;
      this.swap(index, parent);
      index = parent;
    }
  }

  /** Moves the top reader on, and lets it sink to its place or leave. */
  advance(): void {
    const top = this.readers[0];
    if (top === undefined) return;
    if (!top.reader.next()) {
      const last = this.readers.pop();
      if (last === undefined || this.readers.length === 0) return;
      this.readers[0] = last;
    }
    for (let index = 0; ; ) {
      const left = index * 2 + 1;
      let least = index;
      if (this.isBefore(left, least)) least = left;
      if (this.isBefore(left + 1, least)) least = left + 1;
      if (least === index) return;
      this.swap(index, least);
      index = least;
    }
  }

  private isBefore(one: number, other: number): boolean {
    const first = this.readers[one];
    const second = this.readers[other];
    if (first === undefined || second === undefined) return false;
    const order = compareValues(first.reader.value, second.reader.value);
    return order < 0 || (order === 0 && first.place < second.place);
  }

  private swap(one: number, other: number): void {
    const first = this.readers[one];
    const second = this.readers[other];
    if (first === undefined || second === undefined) return;
    this.readers[one] = second;
    this.readers[other] = first;
  }
}

/** Merges one field of all runs, given in the order of their ranges: its terms in order, each whole. */
export function* mergeField(runs: readonly PlacedRun[], field: number): Generator<MergedTerm> {
  const heap = new ReaderHeap();
  for (const [place, run] of runs.entries()) {
    const section = run.sections.find((candidate) => candidate.field === field);
    if (section === undefined) continue;
    const base = field === FIELDS.partnerWord ? run.firstPartner : run.firstEstablishment;
    const reader = new RunReader(run, section.offset, section.length, base);
    if (reader.next()) heap.push(reader, place);
  }
  const builder = new TermBuilder();
  for (let top = heap.top; top !== undefined; top = heap.top) {
    const { value } = top;
    for (let same: RunReader | undefined = top; same?.value === value; same = heap.top) {
      same.take(builder);
      heap.advance();
    }
    yield builder.finish(value);
  }
}
