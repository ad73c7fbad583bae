import type { Statement } from 'bun:sqlite';
import { type Bits, createBits, keepWords, type Union } from './bits.ts';
import type { RegistryDatabase } from './database.ts';
import { type List, siftByWords } from './lists.ts';
import type { NumberSet } from './number-set.ts';
import { ShortLists } from './short-lists.ts';
import { joinChunk, keepChunk, listChunk, readChunk, type StoredChunk, siftByChunk } from './stored-chunk.ts';
import type { Term } from './terms.ts';

/** The chunks of the terms with many numbers, as they are in the file. */
export class PostingTable {
  private readonly one: Statement<StoredChunk, [number]>;
  private readonly count: Statement<{ count: number }, [number]>;
  /** Where a set is read that another is to be met with; what is in it lasts no longer than that. */
  readonly scratch: Bits = createBits();

  constructor(database: RegistryDatabase) {
    this.one = database.prepare('SELECT form, numbers FROM posting WHERE id = ?');
    this.count = database.prepare('SELECT count FROM posting WHERE id = ?');
  }

  /** One chunk of a term, or undefined when the term has no number in it. */
  find(id: number): StoredChunk | undefined {
    return this.one.get(id) ?? undefined;
  }

  /** How many numbers a term has in one chunk, without reading them. */
  countIn(id: number): number {
    return this.count.get(id)?.count ?? 0;
  }
}

/** The numbers that one term has, or several terms together. */
export class TermSet implements NumberSet {
  readonly size: number;
  private readonly isOneTerm: boolean;
  private readonly chunked: readonly number[];
  private readonly short: ShortLists | undefined;
  /** What turned out to be no list, which is read at once. */
  private unlisted: { readonly id: number; readonly posting: StoredChunk } | undefined;

  /** `chunks` is how many chunks the numbers lie in; short lists are read now, chunks when they are asked for. */
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
    this.isOneTerm = terms.length === 1;
    this.chunked = chunked;
    this.short = lists.length > 0 ? new ShortLists(lists, shortCount, chunks) : undefined;
  }

  read(chunk: number, target: Bits): boolean {
    const { postings, union, short, unlisted } = this;
    let isClear = false;
    for (const first of this.chunked) {
      const posting = unlisted?.id === first + chunk ? unlisted.posting : postings.find(first + chunk);
      if (posting === undefined) continue;
      if (isClear) joinChunk(target, posting, union);
      else readChunk(target, posting);
      isClear = true;
    }
    if (short === undefined || short.countIn(chunk) === 0) return isClear;
    if (!isClear) target.fill(0);
    short.join(target, chunk, union);
    return true;
  }

  keep(chunk: number, target: Bits): boolean {
    const { scratch } = this.postings;
    const [first] = this.chunked;
    if (this.isOneTerm && first !== undefined) {
      const posting = this.postings.find(first + chunk);
      return posting !== undefined && keepChunk(target, posting, scratch);
    }
    return this.read(chunk, scratch) && keepWords(target, scratch);
  }

  list(chunk: number, target: List): number | undefined {
    if (!this.isOneTerm) return undefined;
    const [first] = this.chunked;
    if (first === undefined) return this.short?.list(chunk, target) ?? 0;
    const id = first + chunk;
    const posting = this.postings.find(id);
    if (posting === undefined) return 0;
    const count = listChunk(posting, target);
    if (count === undefined) this.unlisted = { id, posting };
    return count;
  }

  sift(chunk: number, list: List, count: number): number {
    const { scratch } = this.postings;
    const [first] = this.chunked;
    if (!this.isOneTerm) return this.read(chunk, scratch) ? siftByWords(list, count, scratch) : 0;
    if (first === undefined) return this.short?.sift(chunk, list, count) ?? 0;
    const posting = this.postings.find(first + chunk);
    return posting === undefined ? 0 : siftByChunk(list, count, posting, scratch);
  }

  countIn(chunk: number): number | undefined {
    if (!this.isOneTerm) return undefined;
    const [first] = this.chunked;
    return first === undefined ? (this.short?.countIn(chunk) ?? 0) : this.postings.countIn(first + chunk);
  }
}
