import type { QueryWord } from '../domain/name-query.ts';
import type { FieldName } from './fields.ts';
import { editsAllowed } from './spelling.ts';
import type { Term, TermTable, WordField } from './terms.ts';
import type { Vocabulary } from './vocabulary.ts';

/**
 * What reading a prefix's words costs, as measured, in nanoseconds: each word, each number, each chunk of a long one,
 * and at the most a chunk, which then is a bitmap.
 */
const WORD_COST_NS = 400;
const NUMBER_COST_NS = 4;
const CHUNK_COST_NS = 2_500;
const BITMAP_COST_NS = 40_000;

/** Prefixes that together would take a search longer are refused: the whole process waits while they are read. */
const MAX_COST_NS = 25_000_000;

/** Why a word cannot be answered exactly now: it begins too many words, or the vocabulary is not full yet. */
export type WordProblem = 'prefix-too-broad' | 'vocabulary-filling';

/** What a word of a query stands for in a field: terms of which a name must have one, and the word as it is searched. */
export type ResolvedWord =
  | { readonly searched: string; readonly terms: readonly Term[]; readonly problem?: undefined }
  | { readonly problem: WordProblem; readonly word: string };

/** What the prefixes of one search may cost to read, all of them together. */
export class PrefixBudget {
  private leftNs = MAX_COST_NS;

  /** With so many words a prefix is more than may be read. */
  get tooManyWords(): number {
    return Math.floor(this.leftNs / WORD_COST_NS) + 1;
  }

  /** Whether a prefix's terms may be read as well, whose numbers lie in so many chunks. */
  allows(terms: readonly Term[], chunks: number): boolean {
    for (const { count, numbers } of terms) {
      this.leftNs -= WORD_COST_NS + Math.min(count * NUMBER_COST_NS, chunks * BITMAP_COST_NS);
      if (numbers === null) this.leftNs -= chunks * CHUNK_COST_NS;
    }
    return this.leftNs >= 0;
  }
}

/** Where the numbers of a word are: the field it is posted in, and in how many chunks these lie. */
export interface PostedIn {
  readonly field: FieldName;
  readonly chunks: number;
}

/** Turns words that were asked for into words that exist. */
export class WordResolver {
  constructor(
    private readonly table: TermTable,
    private readonly vocabulary: Vocabulary,
  ) {}

  /**
   * The terms that a word of a field stands for, as they are posted: itself where it exists, all words that begin so for
   * a prefix, else the nearest spelling; no terms where nothing is near.
   */
  resolve(
    field: WordField,
    { word, prefix }: QueryWord,
    posted: PostedIn,
    budget: PrefixBudget,
  ): ResolvedWord {
    if (prefix) return this.resolvePrefix(word, posted, budget);
    const exact = this.table.find(field, word);
    if (exact) return this.resolveTerm(exact, field, posted);
    if (editsAllowed(word) === 0) return { searched: word, terms: [] };
    if (!this.vocabulary.isFull) return { problem: 'vocabulary-filling', word };
    const nearest = this.findNearest(field, word);
    return nearest ? this.resolveTerm(nearest, field, posted) : { searched: word, terms: [] };
  }

  private resolveTerm(found: Term, field: WordField, posted: PostedIn): ResolvedWord {
    const term = posted.field === field ? found : this.table.find(posted.field, found.value);
    return { searched: found.value, terms: term === undefined ? [] : [term] };
  }

  /** The term of the fewest edits, of several the most frequent in the field, of several the first by the alphabet. */
  private findNearest(field: WordField, word: string): Term | undefined {
    let nearest: Term | undefined;
    let fewest = Number.POSITIVE_INFINITY;
    for (const near of this.vocabulary.findNear(word).sort((one, other) => one.edits - other.edits)) {
      if (near.edits > fewest) break;
      const term = this.table.find(field, near.word);
      if (term === undefined) continue;
      fewest = near.edits;
      if (nearest === undefined || isMoreFrequent(term, nearest)) nearest = term;
    }
    return nearest;
  }

  private resolvePrefix(word: string, { field, chunks }: PostedIn, budget: PrefixBudget): ResolvedWord {
    const terms = this.table.findBeginning(field, word, budget.tooManyWords);
    if (!budget.allows(terms, chunks)) return { problem: 'prefix-too-broad', word };
    return { searched: `${word}*`, terms };
  }
}

function isMoreFrequent(one: Term, other: Term): boolean {
  return one.count > other.count || (one.count === other.count && one.value < other.value);
}
