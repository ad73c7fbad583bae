import { closeSync, openSync } from 'node:fs';
import { ByteWriter } from './byte-writer.ts';
import type { MergedTerm } from './merge.ts';
import { packTerms } from './term-batch.ts';
import { writeWhole } from './whole-io.ts';

/** How many bytes of postings, and how many terms, are packed together. */
const BATCH_BYTES = 1 << 20;
const BATCH_TERMS = 4096;

/** Where one batch of terms lies in a file. */
export interface BatchPlace {
  readonly offset: number;
  readonly length: number;
}

/** Merged terms on their way to the main thread, in a file: it may be far behind, and memory is bounded. */
export class TermFile {
  private readonly file: number;
  private readonly batch = new ByteWriter(BATCH_BYTES);
  private length = 0;

  constructor(readonly path: string) {
    this.file = openSync(path, 'w');
  }

  /** Begins a list of terms; several may grow at once. */
  begin(): TermList {
    return new TermList((terms) => this.append(terms));
  }

  /** Lets the file go. */
  close(): void {
    closeSync(this.file);
  }

  private append(terms: readonly MergedTerm[]): BatchPlace {
    const { batch, length: offset } = this;
    packTerms(terms, batch);
    writeWhole(this.file, batch.bytes, batch.length, offset);
    this.length += batch.length;
    return { offset, length: batch.length };
  }
}

/** Terms of one field, which go to the file many at a time. */
class TermList {
  private readonly places: BatchPlace[] = [];
  private terms: MergedTerm[] = [];
  private bytes = 0;

  constructor(private readonly append: (terms: readonly MergedTerm[]) => BatchPlace) {}

  /** Adds a term. */
  add(term: MergedTerm): void {
    this.terms.push(term);
    this.bytes += term.numbers?.length ?? 0;
    for (const chunk of term.chunks) this.bytes += chunk.numbers.length;
    if (this.bytes > BATCH_BYTES || this.terms.length === BATCH_TERMS) this.flush();
  }

  /** Writes what is left and says where each batch lies. */
  finish(): readonly BatchPlace[] {
    if (this.terms.length > 0) this.flush();
    return this.places;
  }

  private flush(): void {
    this.places.push(this.append(this.terms));
    this.terms = [];
    this.bytes = 0;
  }
}
