import type { QueryWord } from '../domain/name-query.ts';
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

/** A prefix that would take longer is refused: the whole process waits while it is read. */
const MAX_COST_NS = 25_000_000;
const MAX_WORDS = MAX_COST_NS / WORD_COST_NS;

/** Why a word cannot be answered exactly now: it begins too many words, or the vocabulary is not full yet. */
export type WordProblem = 'prefix-too-broad' | 'vocabulary-filling';

/** What a word of a query stands for in a field: terms of which a name must have one, and the word as it is searched. */
export type ResolvedWord =
  | { readonly searched: string; readonly terms: readonly Term[]; readonly problem?: undefined }
  | { readonly problem: WordProblem; readonly word: string };

/** Turns words that were asked for into words that exist. */
export class WordResolver {
  constructor(
    private readonly table: TermTable,
    private readonly vocabulary: Vocabulary,
  ) {}

  /**
   * The terms that a word stands for: itself where it exists, all words that begin so for a prefix, else the nearest
   * spelling; no terms where nothing is near. `chunks` is how many chunks the field's numbers lie in.
   */
  resolve(field: WordField, { word, prefix }: QueryWord, chunks: number): ResolvedWord {
    if (prefix) return this.resolvePrefix(field, word, chunks);
    const exact = this.table.find(field, word);
    if (exact) return { searched: word, terms: [exact] };
    if (editsAllowed(word) === 0) return { searched: word, terms: [] };
    if (!this.vocabulary.isFull) return { problem: 'vocabulary-filling', word };
    const nearest = this.findNearest(field, word);
    return nearest ? { searched: nearest.value, terms: [nearest] } : { searched: word, terms: [] };
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

  private resolvePrefix(field: WordField, word: string, chunks: number): ResolvedWord {
    const terms = this.table.findBeginning(field, word, MAX_WORDS + 1);
    let costNs = 0;
    for (const { count, numbers } of terms) {
      costNs += WORD_COST_NS + Math.min(count * NUMBER_COST_NS, chunks * BITMAP_COST_NS);
      if (numbers === null) costNs += chunks * CHUNK_COST_NS;
    }
    if (costNs > MAX_COST_NS) return { problem: 'prefix-too-broad', word };
    return { searched: `${word}*`, terms };
  }
}

function isMoreFrequent(one: Term, other: Term): boolean {
  return one.count > other.count || (one.count === other.count && one.value < other.value);
}
