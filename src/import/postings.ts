import { FIELDS } from '../registry/fields.ts';
import { MAX_VARINT_BYTES, writeVarint } from './varint.ts';

/** A list of numbers that grows in typed memory: arrays of plain numbers took four times as much. */
class NumberList {
  numbers = new Uint32Array(1 << 12);
  length = 0;

  push(number: number): void {
    if (this.length === this.numbers.length) {
      const larger = new Uint32Array(this.numbers.length * 2);
      larger.set(this.numbers);
      this.numbers = larger;
    }
    this.numbers[this.length++] = number;
  }
}

/** The postings of one field: pairs of term and number, in the order of numbers. */
class FieldPostings {
  private readonly ids = new Map<string, number>();
  readonly values: string[] = [];
  private readonly counts = new NumberList();
  private readonly lasts = new NumberList();
  private readonly terms = new NumberList();
  private readonly numbers = new NumberList();

  add(value: string, number: number): void {
    let id = this.ids.get(value);
    if (id === undefined) {
      id = this.values.length;
      this.ids.set(value, id);
      this.values.push(value);
      this.counts.push(0);
      this.lasts.push(0);
    } else if (this.lasts.numbers[id] === number) {
      // A value that one establishment has twice is posted once.
      return;
    }
    this.counts.numbers[id] = (this.counts.numbers[id] ?? 0) + 1;
    this.lasts.numbers[id] = number;
    this.terms.push(id);
    this.numbers.push(number);
  }

  /** The terms in order, each with its numbers in order. */
  *sorted(): Generator<{ value: string; numbers: Uint32Array }> {
    const order = this.values.map((_, id) => id);
    const { values } = this;
    order.sort((one, other) => compareValues(values[one] ?? '', values[other] ?? ''));
    const starts = new Uint32Array(order.length);
    let filled = 0;
    for (const id of order) {
      starts[id] = filled;
      filled += this.counts.numbers[id] ?? 0;
    }
    const placed = new Uint32Array(filled);
    const next = starts.slice();
    for (let index = 0; index < this.terms.length; index++) {
      const id = this.terms.numbers[index] ?? 0;
      const place = next[id] ?? 0;
      placed[place] = this.numbers.numbers[index] ?? 0;
      next[id] = place + 1;
    }
    for (const id of order) {
      const start = starts[id] ?? 0;
      yield {
        value: values[id] ?? '',
        numbers: placed.subarray(start, start + (this.counts.numbers[id] ?? 0)),
      };
    }
  }
}

/** The one order of terms, by UTF-16 units: what sorts here is what merges later. */
export function compareValues(one: string, other: string): number {
  return one < other ? -1 : one > other ? 1 : 0;
}

/** The longest value that is posted, in bytes; no query can ask for a longer word. */
const MAX_VALUE_BYTES = 250;

/** Bytes that grow as they are written. */
class Bytes {
  buffer = Buffer.allocUnsafe(1 << 20);
  length = 0;

  room(size: number): void {
    if (this.length + size <= this.buffer.length) return;
    const larger = Buffer.allocUnsafe(Math.max(this.buffer.length * 2, this.length + size));
    this.buffer.copy(larger, 0, 0, this.length);
    this.buffer = larger;
  }

  varint(number: number): void {
    this.room(MAX_VARINT_BYTES);
    this.length = writeVarint(this.buffer, this.length, number);
  }
}

const HIGHEST_FIELD = Math.max(...Object.values(FIELDS));

/**
 * Collects which establishments (or partners) of a range have which values, and writes them as one run: for each
 * field its terms in order, each as value length, value, count, and the numbers as varint steps.
 */
export class PostingsBuilder {
  private readonly fields: FieldPostings[] = Array.from(
    { length: HIGHEST_FIELD + 1 },
    () => new FieldPostings(),
  );

  /** Notes that a number has a value; numbers of one field must not fall. */
  add(field: number, value: string, number: number): void {
    this.fields[field]?.add(value, number);
  }

  /** The run's bytes and where each field's part lies in them. */
  encode(): { bytes: Buffer; sections: { field: number; offset: number; length: number }[] } {
    const bytes = new Bytes();
    const sections: { field: number; offset: number; length: number }[] = [];
    for (const [field, postings] of this.fields.entries()) {
      if (postings.values.length === 0) continue;
      const offset = bytes.length;
      for (const { value, numbers } of postings.sorted()) writeTerm(bytes, value, numbers);
      sections.push({ field, offset, length: bytes.length - offset });
    }
    return { bytes: bytes.buffer.subarray(0, bytes.length), sections };
  }
}

function writeTerm(bytes: Bytes, value: string, numbers: Uint32Array): void {
  const size = Buffer.byteLength(value);
  if (size > MAX_VALUE_BYTES) return;
  bytes.room(1 + size + MAX_VARINT_BYTES * (numbers.length + 1));
  const { buffer } = bytes;
  buffer[bytes.length] = size;
  buffer.write(value, bytes.length + 1, 'utf8');
  let at = writeVarint(buffer, bytes.length + 1 + size, numbers.length);
  let previous = 0;
  for (let index = 0; index < numbers.length; index++) {
    const number = numbers[index] ?? 0;
    at = writeVarint(buffer, at, number - previous);
    previous = number;
  }
  bytes.length = at;
}
