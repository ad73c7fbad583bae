import type { Statement } from 'bun:sqlite';
import { type Bits, createBits, joinSteps, joinWords, keepWords, type Union, wordsOfBytes } from './bits.ts';
import type { RegistryDatabase } from './database.ts';
import { type List, LONGEST_LIST, readSteps, siftByWords } from './lists.ts';
import type { NumberSet } from './number-set.ts';
import { ShortLists } from './short-lists.ts';
import type { Term } from './terms.ts';

/** The numbers of one term within one chunk. */
interface Posting {
  readonly dense: number;
  readonly numbers: Uint8Array;
}

/** The chunks of the terms with many numbers, as they are in the file. */
export class PostingTable {
  private readonly one: Statement<Posting, [number]>;
  private readonly count: Statement<{ count: number }, [number]>;
  /** Where a set is read that another is to be met with; what is in it lasts no longer than that. */
  readonly scratch: Bits = createBits();

  constructor(database: RegistryDatabase) {
    this.one = database.prepare('SELECT dense, numbers FROM posting WHERE id = ?');
    this.count = database.prepare('SELECT count FROM posting WHERE id = ?');
  }

  /** One chunk of a term, or undefined when the term has no number in it. */
  find(id: number): Posting | undefined {
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
  private unlisted: { readonly id: number; readonly posting: Posting } | undefined;

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
      if (isClear) joinPosting(target, posting, union);
      else readPosting(target, posting);
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
      if (posting === undefined) return false;
      if (posting.dense === 1) return keepWords(target, wordsOfBytes(posting.numbers));
      readPosting(scratch, posting);
      return keepWords(target, scratch);
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
    if (posting.dense === 0 && posting.numbers.length <= LONGEST_LIST)
      return readSteps(posting.numbers, target, 0);
    this.unlisted = { id, posting };
    return undefined;
  }

  sift(chunk: number, list: List, count: number): number {
    const { scratch } = this.postings;
    const [first] = this.chunked;
    const posting = this.isOneTerm && first !== undefined ? this.postings.find(first + chunk) : undefined;
    if (posting?.dense === 1) return siftByWords(list, count, wordsOfBytes(posting.numbers));
    if (posting !== undefined) readPosting(scratch, posting);
    else if (!this.read(chunk, scratch)) return 0;
    return siftByWords(list, count, scratch);
  }

  countIn(chunk: number): number | undefined {
    if (!this.isOneTerm) return undefined;
    const [first] = this.chunked;
    return first === undefined ? (this.short?.countIn(chunk) ?? 0) : this.postings.countIn(first + chunk);
  }
}

/** Overwrites the target with a posting. */
function readPosting(target: Bits, { dense, numbers }: Posting): void {
  if (dense === 1) {
    const words = wordsOfBytes(numbers);
    target.set(words);
    target.fill(0, words.length);
  } else {
    target.fill(0);
    joinSteps(target, numbers, 'any');
  }
}

function joinPosting(target: Bits, { dense, numbers }: Posting, union: Union): void {
  if (dense === 1) joinWords(target, wordsOfBytes(numbers), union);
  else joinSteps(target, numbers, union);
}
