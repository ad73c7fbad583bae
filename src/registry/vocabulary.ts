import MiniSearch from 'minisearch';
import { FIELDS } from './fields.ts';
import { FrequentWords } from './frequent-words.ts';
import { countEdits, editsAllowed, isNumber } from './spelling.ts';
import type { TermTable, WordCount } from './terms.ts';

/** The fields of words, in the order of their counts. */
const WORD_FIELDS = ['companyWord', 'tradeWord', 'partnerWord'] as const;

/** A field of words. */
export type WordField = (typeof WORD_FIELDS)[number];

const PLACES: ReadonlyMap<number, number> = new Map(
  WORD_FIELDS.map((field, place) => [FIELDS[field], place]),
);

/** How long the filling may hold up requests at a time, and how many rows it reads between looks at the clock. */
const SLICE_MS = 4;
const ROWS_PER_READ = 1_000;
const WORDS_PER_LOOK = 32;

/** Lets everything else that waits have its turn. */
function pause(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}

/**
 * The most frequent words of all names, in memory, where a misspelt one is looked for. It fills in slices beside the
 * requests, and takes about 1.3 kB a word, so that one goes before another fills.
 */
export class Vocabulary {
  private state: 'empty' | 'filling' | 'full' | 'disposed' = 'empty';
  private search: MiniSearch<{ id: number }> | undefined;
  private words: readonly string[] = [];
  private counts: Uint32Array = new Uint32Array();

  /** `limit` is how many words are kept; with none, no word is taken for another. */
  constructor(private readonly limit: number) {}

  /** Whether it is full: until then it finds nothing. */
  get isFull(): boolean {
    return this.state === 'full';
  }

  /** Fills itself from a registry's terms, once. Ends early, without error, when disposed of in between. */
  async fill(terms: TermTable): Promise<void> {
    if (this.state !== 'empty') return;
    this.state = 'filling';
    const frequent = new FrequentWords(this.limit, WORD_FIELDS.length);
    for (const _ of readWords(terms, frequent)) {
      await pause();
      if (this.isDisposed()) return;
    }
    const { words } = frequent;
    const search = new MiniSearch<{ id: number }>({
      fields: ['word'],
      extractField: (document, name) => (name === 'id' ? document.id : (words[document.id] ?? '')),
      tokenize: (word) => [word],
      processTerm: (word) => word,
      autoVacuum: false,
    });
    for (const _ of addWords(search, words.length)) {
      await pause();
      if (this.isDisposed()) return;
    }
    this.search = search;
    this.words = words;
    this.counts = frequent.counts;
    this.state = 'full';
  }

  /**
   * The word of a field's names that is nearest to one that is none of them: by the fewest edits, of several the most
   * frequent, of several the first by the alphabet; undefined when none is near enough.
   */
  findNearest(field: WordField, word: string): string | undefined {
    const allowed = editsAllowed(word);
    if (this.search === undefined || allowed === 0) return undefined;
    const place = WORD_FIELDS.indexOf(field);
    let nearest: string | undefined;
    let fewest = allowed;
    let most = 0;
    for (const { id } of this.search.search(word, { fuzzy: allowed, prefix: false })) {
      const candidate = this.words[id] ?? '';
      const count = this.counts[id * WORD_FIELDS.length + place] ?? 0;
      if (count === 0) continue;
      const edits = countEdits(word, candidate);
      if (edits > fewest) continue;
      const isNearer = edits < fewest || nearest === undefined;
      if (isNearer || count > most || (count === most && candidate < (nearest ?? ''))) {
        nearest = candidate;
        fewest = edits;
        most = count;
      }
    }
    return nearest;
  }

  /** Lets go of the memory, and ends a filling under way before its next slice. */
  dispose(): void {
    this.state = 'disposed';
    this.search = undefined;
    this.words = [];
    this.counts = new Uint32Array();
  }

  /** Asked by a method, since the compiler does not see that a pause changes the state. */
  private isDisposed(): boolean {
    return this.state === 'disposed';
  }
}

/** Reads all words of a registry and keeps the most frequent; yields when a slice of time is over. */
function* readWords(terms: TermTable, frequent: FrequentWords): Generator<void> {
  const counts = new Uint32Array(WORD_FIELDS.length);
  let last = '';
  let word: string | undefined;
  for (let rows: WordCount[] = []; ; ) {
    const sliceEnd = performance.now() + SLICE_MS;
    do {
      rows = terms.listWords(last, ROWS_PER_READ);
      const end = rows.at(-1)?.value;
      for (const { value, field, count } of rows) {
        // The last word's other fields may be past the limit, so it is read again with the next rows.
        if (value === end && rows.length === ROWS_PER_READ) break;
        if (value !== word) {
          if (word !== undefined && !isNumber(word)) frequent.add(word, counts);
          counts.fill(0);
          word = value;
        }
        counts[PLACES.get(field) ?? 0] = count;
        last = value;
      }
    } while (rows.length === ROWS_PER_READ && performance.now() < sliceEnd);
    if (rows.length < ROWS_PER_READ) break;
    yield;
  }
  if (word !== undefined && !isNumber(word)) frequent.add(word, counts);
}

/** Adds words to the search by their places; yields when a slice of time is over. */
function* addWords(search: MiniSearch<{ id: number }>, count: number): Generator<void> {
  let sliceEnd = performance.now() + SLICE_MS;
  for (let id = 0; id < count; id++) {
    search.add({ id });
    if (id % WORDS_PER_LOOK > 0 || performance.now() < sliceEnd) continue;
    yield;
    sliceEnd = performance.now() + SLICE_MS;
  }
}
