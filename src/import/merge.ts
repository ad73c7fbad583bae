import { closeSync, openSync } from 'node:fs';
import { CHUNK_SIZE, FIELDS, INLINE_NUMBERS } from '../registry/fields.ts';
import {
  bytesInBuckets,
  CHUNK_FORMS,
  NARROW,
  type StoredChunk,
  TOO_MANY_FOR_BUCKETS,
  WIDE,
  writeBuckets,
} from '../registry/stored-chunk.ts';
import type { PlacedRun } from './protocol.ts';
import { LEAST_WINDOW_BYTES, RunReader } from './run-reader.ts';
import { MAX_VARINT_BYTES, writeVarint } from './varint.ts';

/** A term: its short list of numbers, or its chunks. */
export interface MergedTerm {
  readonly value: string;
  readonly count: number;
  readonly numbers: Uint8Array | undefined;
  readonly chunks: readonly MergedChunk[];
}

/** A part of a long list: which chunk, how many numbers, and how they are stored. */
export interface MergedChunk extends StoredChunk {
  readonly chunk: number;
  readonly count: number;
}

/** What the windows on all runs of a field hold together; a country has a thousand runs. */
const WINDOWS_BYTES = 16 << 20;
const WINDOW_BYTES = 64 << 10;

/** Gathers the rising numbers of one term, a chunk at a time. */
class TermBuilder {
  /** A whole chunk, and a short list before it. */
  private readonly pending = new Uint32Array(CHUNK_SIZE + INLINE_NUMBERS);
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
    const numbers = short ? encodeSteps(this.pending.subarray(0, this.length)) : undefined;
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

/** Memory for steps on their way, so that a term takes no more of its own than it keeps. */
const STEPS = new Uint8Array(INLINE_NUMBERS * MAX_VARINT_BYTES);

/** The numbers of a short list as varint steps. */
export function encodeSteps(numbers: Uint32Array): Uint8Array {
  const bytes = STEPS;
  let at = 0;
  let previous = 0;
  for (let index = 0; index < numbers.length; index++) {
    const number = numbers[index] ?? 0;
    at = writeVarint(bytes, at, number - previous);
    previous = number;
  }
  return bytes.slice(0, at);
}

/** The numbers of a chunk in the shortest form that can hold them. */
export function encodeChunk(numbers: Uint32Array, chunk: number): MergedChunk {
  const base = chunk * CHUNK_SIZE;
  const count = numbers.length;
  const highest = (numbers[count - 1] ?? base) - base;
  // Whole words, so that a reader can take them thirty-two numbers at a time.
  const bitmapBytes = ((highest >> 5) + 1) * 4;
  const [wideBytes, narrowBytes] = [bytesInBuckets(WIDE, count), bytesInBuckets(NARROW, count)];
  const form = wideBytes <= narrowBytes ? CHUNK_FORMS.wide : CHUNK_FORMS.narrow;
  if (count < TOO_MANY_FOR_BUCKETS && Math.min(wideBytes, narrowBytes) < bitmapBytes) {
    return { chunk, count, form, numbers: writeBuckets(numbers, base, form) };
  }
  const bitmap = new Uint8Array(bitmapBytes);
  for (let index = 0; index < count; index++) {
    const bit = (numbers[index] ?? 0) - base;
    bitmap[bit >> 3] = (bitmap[bit >> 3] ?? 0) | (1 << (bit & 7));
  }
  return { chunk, count, form: CHUNK_FORMS.bitmap, numbers: bitmap };
}

/** Readers ordered by value, then by the place of their run: the first is at the top. */
class ReaderHeap {
  private readonly readers: RunReader[] = [];

  get top(): RunReader | undefined {
    return this.readers[0];
  }

  push(reader: RunReader): void {
    const { readers } = this;
    let index = readers.push(reader) - 1;
    while (index > 0) {
      const parent = (index - 1) >> 1;
      const above = readers[parent];
      if (above === undefined || !reader.isBefore(above)) break;
      readers[index] = above;
      index = parent;
    }
    readers[index] = reader;
  }

  /** Moves the top reader on, and lets it sink to its place or leave. */
  advance(): void {
    const { readers } = this;
    let [sinking] = readers;
    if (sinking === undefined) return;
    if (!sinking.next()) {
      sinking = readers.pop();
      if (sinking === undefined || readers.length === 0) return;
    }
    let index = 0;
    for (;;) {
      let child = index * 2 + 1;
      let least = readers[child];
      if (least === undefined) break;
      const right = readers[child + 1];
      if (right?.isBefore(least)) {
        least = right;
        child++;
      }
      if (!least.isBefore(sinking)) break;
      readers[index] = least;
      index = child;
    }
    readers[index] = sinking;
  }
}

/** Merges the postings of all runs; it keeps their files open, and its windows on them, from field to field. */
export class PostingsMerger {
  private readonly files = new Map<string, number>();
  private readonly windows: Buffer[] = [];
  private readonly builder = new TermBuilder();
  private readonly value = Buffer.alloc(256);

  /** `runs` are in the order of their ranges. */
  constructor(private readonly runs: readonly PlacedRun[]) {
    const size = Math.floor(WINDOWS_BYTES / Math.max(1, runs.length));
    const windowBytes = Math.max(LEAST_WINDOW_BYTES, Math.min(WINDOW_BYTES, size));
    for (const { path } of runs) {
      if (!this.files.has(path)) this.files.set(path, openSync(path, 'r'));
      this.windows.push(Buffer.allocUnsafeSlow(windowBytes));
    }
  }

  /** The terms of one field, in the order of their bytes, each whole. */
  *merge(field: number): Generator<MergedTerm> {
    const heap = new ReaderHeap();
    for (const reader of this.openReaders(field)) if (reader.next()) heap.push(reader);
    const { builder, value } = this;
    for (let top = heap.top; top !== undefined; top = heap.top) {
      const size = top.copyValue(value);
      for (let same: RunReader | undefined = top; same?.hasValue(value, size); same = heap.top) {
        same.take(builder);
        heap.advance();
      }
      yield builder.finish(value.toString('utf8', 0, size));
    }
  }

  private openReaders(field: number): RunReader[] {
    return this.runs.flatMap((run, place) => {
      const section = run.sections.find((candidate) => candidate.field === field);
      const file = this.files.get(run.path);
      const window = this.windows[place];
      if (section === undefined || file === undefined || window === undefined) return [];
      const base = field === FIELDS.partnerWord ? run.firstPartner : run.firstEstablishment;
      return [new RunReader(file, section.offset, section.length, base, place, window)];
    });
  }

  /** Lets the files go. */
  close(): void {
    for (const file of this.files.values()) closeSync(file);
  }
}
