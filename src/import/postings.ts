import { FIELDS } from '../registry/fields.ts';
import { ByteTable } from './byte-table.ts';
import type { ByteWriter } from './byte-writer.ts';
import type { RunSection } from './protocol.ts';
import { MAX_VARINT_BYTES, writeVarint } from './varint.ts';

/** What stands for the term of an absent value. */
export const NO_TERM = -1;

/** The longest value that is posted, in bytes; no query can ask for a longer word. */
const MAX_VALUE_BYTES = 250;
const FIRST_CAPACITY = 1 << 8;

/** The postings of one field: pairs of term and number. One object serves many ranges. */
export class FieldPostings {
  private readonly scratch = Buffer.allocUnsafe(4 * MAX_VALUE_BYTES);
  private counts = new Uint32Array(FIRST_CAPACITY);
  private lasts = new Uint32Array(FIRST_CAPACITY);
  private terms = new Uint32Array(FIRST_CAPACITY);
  private numbers = new Uint32Array(FIRST_CAPACITY);
  private placed = new Uint32Array(0);
  private length = 0;

  /** `values` are this field's terms; fields that share them share the terms' numbers. */
  constructor(readonly values = new ByteTable()) {}

  /** Forgets everything. */
  clear(): void {
    this.values.clear();
    this.counts.fill(0);
    this.length = 0;
  }

  /** Whether nothing was posted. */
  get isEmpty(): boolean {
    return this.length === 0;
  }

  /** The term of the value that stands in UTF-8 in `source`; NO_TERM for none, and for one that is too long. */
  termAt(source: Uint8Array, start: number, end: number): number {
    if (start === end || end - start > MAX_VALUE_BYTES) return NO_TERM;
    return this.values.find(source, start, end);
  }

  /** The term of a value; NO_TERM for an empty one, and for one that is too long. */
  termOf(value: string): number {
    if (value.length > MAX_VALUE_BYTES) return NO_TERM;
    return this.termAt(this.scratch, 0, this.scratch.write(value, 'utf8'));
  }

  /** Notes that a number has a term; a term's numbers must not fall. One that it has twice is posted once. */
  post(term: number, number: number): void {
    if (term === NO_TERM) return;
    while (term >= this.counts.length) {
      this.counts = doubled(this.counts);
      this.lasts = doubled(this.lasts);
    }
    const count = this.counts[term] ?? 0;
    if (count > 0 && this.lasts[term] === number) return;
    const { length } = this;
    if (length === this.terms.length) {
      this.terms = doubled(this.terms);
      this.numbers = doubled(this.numbers);
    }
    this.counts[term] = count + 1;
    this.lasts[term] = number;
    this.terms[length] = term;
    this.numbers[length] = number;
    this.length = length + 1;
  }

  /** Writes the terms posted, in order, each as value length, value, count, and the numbers as varint steps. */
  encode(out: ByteWriter): void {
    const order = this.values.sorted();
    const { counts, length } = this;
    const starts = this.lasts;
    let filled = 0;
    for (let place = 0; place < order.length; place++) {
      const term = order[place] ?? 0;
      starts[term] = filled;
      filled += counts[term] ?? 0;
    }
    if (this.placed.length < length) this.placed = new Uint32Array(this.terms.length);
    const { placed, numbers, terms } = this;
    for (let index = 0; index < length; index++) {
      const term = terms[index] ?? 0;
      const place = starts[term] ?? 0;
      placed[place] = numbers[index] ?? 0;
      starts[term] = place + 1;
    }
    let from = 0;
    for (let place = 0; place < order.length; place++) {
      const term = order[place] ?? 0;
      const count = counts[term] ?? 0;
      if (count > 0) this.encodeTerm(out, term, placed, from, from + count);
      from += count;
    }
  }

  private encodeTerm(out: ByteWriter, term: number, numbers: Uint32Array, from: number, to: number): void {
    const { values } = this;
    const start = values.startOf(term);
    const size = values.lengthOf(term);
    out.reserve(1 + size + MAX_VARINT_BYTES * (to - from + 1));
    out.put(size);
    out.copy(values.bytes, start, start + size);
    const { bytes } = out;
    let at = writeVarint(bytes, out.length, to - from);
    let previous = 0;
    for (let index = from; index < to; index++) {
      const number = numbers[index] ?? 0;
      at = writeVarint(bytes, at, number - previous);
      previous = number;
    }
    out.length = at;
  }
}

function doubled(numbers: Uint32Array<ArrayBuffer>): Uint32Array<ArrayBuffer> {
  const larger = new Uint32Array(numbers.length * 2);
  larger.set(numbers);
  return larger;
}

const HIGHEST_FIELD = Math.max(...Object.values(FIELDS));

/**
 * Collects which establishments (or partners) of a range have which values, and writes them as one run. One object
 * serves many ranges.
 */
export class PostingsBuilder {
  private readonly fields: readonly FieldPostings[];

  constructor() {
    const fields = Array.from({ length: HIGHEST_FIELD + 1 }, () => new FieldPostings());
    // The same words under two kinds of number: each is looked up once.
    fields[FIELDS.companyPartnerWord] = new FieldPostings(fields[FIELDS.partnerWord]?.values);
    this.fields = fields;
  }

  /** The postings of one field. */
  field(number: number): FieldPostings {
    const field = this.fields[number];
    if (field === undefined) throw new Error(`No field has the number ${number}.`);
    return field;
  }

  /** Notes that a number has a value, which may be empty; numbers of one field must not fall. */
  add(number: number, value: string, posted: number): void {
    const field = this.field(number);
    field.post(field.termOf(value), posted);
  }

  /** Forgets everything. */
  clear(): void {
    for (const field of this.fields) field.clear();
  }

  /** Writes the run and says where each field's part lies in what was written. */
  encode(out: ByteWriter): RunSection[] {
    const sections: RunSection[] = [];
    for (const [field, postings] of this.fields.entries()) {
      if (postings.isEmpty) continue;
      const offset = out.length;
      postings.encode(out);
      sections.push({ field, offset, length: out.length - offset });
    }
    return sections;
  }
}
