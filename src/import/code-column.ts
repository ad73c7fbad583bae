import { ByteTable } from './byte-table.ts';
import { ByteWriter } from './byte-writer.ts';
import { type Oddity, OddityCounter } from './oddities.ts';
import { type FieldPostings, NO_TERM } from './postings.ts';
import type { RowReader } from './row-reader.ts';
import type { RowContext } from './rows/casts.ts';

/** Reads one value of the source: what the registry keeps for it, empty for absent. Oddities are counted in the context. */
export type Cast = (text: string, context: RowContext) => string;

/** How many values are remembered; dates are forty thousand, and sums of capital have no end. */
const MAX_VALUES = 1 << 16;
/** What stands for the term of a value that this range has not posted yet. */
const UNKNOWN_TERM = -2;

/**
 * A column of codes or dates, whose values repeat: each distinct one is cast once, and rows copy what came of it.
 * Dates of a country are some forty thousand values in three hundred million fields.
 */
export class CodeColumn {
  private readonly values = new ByteTable();
  private readonly results = new ByteWriter(1 << 12);
  private readonly ends: number[] = [];
  private readonly texts: string[] = [];
  private readonly terms: number[] = [];
  private readonly oddities: (readonly (readonly [Oddity, number])[] | undefined)[] = [];

  /** Values are posted in `postings`, if any. */
  constructor(
    private readonly cast: Cast,
    private readonly context: RowContext,
    private readonly postings?: FieldPostings,
  ) {}

  /** Begins a range: terms are other ones from now on. */
  clear(): void {
    this.terms.fill(UNKNOWN_TERM);
    if (this.values.count <= MAX_VALUES) return;
    this.values.clear();
    this.results.clear();
    for (const list of [this.ends, this.texts, this.terms, this.oddities]) list.length = 0;
  }

  /** Goes to the reader's next field, writes what it is cast to, and returns its number for the methods below. */
  copyNext(reader: RowReader, out: ByteWriter): number {
    reader.next();
    const value = this.values.find(reader.bytes, reader.start, reader.end);
    if (value === this.ends.length) this.add(reader.text());
    out.copy(this.results.bytes, this.startOf(value), this.ends[value] ?? 0);
    const oddities = this.oddities[value];
    if (oddities !== undefined) {
      for (const [oddity, times] of oddities) this.context.oddities.add(oddity, times);
    }
    return value;
  }

  /** What a value was cast to. */
  textOf(value: number): string {
    return this.texts[value] ?? '';
  }

  /** The term of a value, NO_TERM for an absent one. */
  termOf(value: number): number {
    const term = this.terms[value] ?? NO_TERM;
    if (term !== UNKNOWN_TERM) return term;
    const { bytes } = this.results;
    const found = this.postings?.termAt(bytes, this.startOf(value), this.ends[value] ?? 0) ?? NO_TERM;
    this.terms[value] = found;
    return found;
  }

  /** Posts a value under a number. */
  post(value: number, number: number): void {
    this.postings?.post(this.termOf(value), number);
  }

  private startOf(value: number): number {
    return value === 0 ? 0 : (this.ends[value - 1] ?? 0);
  }

  private add(source: string): void {
    const oddities = new OddityCounter();
    const text = this.cast(source, { ...this.context, oddities });
    // Codes are ASCII, of which Latin-1 and the postings' UTF-8 are the same.
    this.results.text(text, 'latin1');
    this.ends.push(this.results.length);
    this.texts.push(text);
    this.terms.push(UNKNOWN_TERM);
    this.oddities.push(oddities.isEmpty ? undefined : oddities.entries());
  }
}
