import SearchableMap from 'minisearch/SearchableMap';
import { FrequentWords } from './frequent-words.ts';
import { editsAllowed, isNumber } from './spelling.ts';
import type { TermTable, WordCount } from './terms.ts';

/**
 * How long the filling may hold up requests at a time, and how many rows it reads between looks at the clock: few pages,
 * each of which may have to come from the disk.
 */
const SLICE_MS = 4;
const ROWS_PER_READ = 250;

/** A word that is near to another, and by how many edits. */
export interface NearWord {
  readonly word: string;
  readonly edits: number;
}

/** Lets everything else that waits have its turn. */
function pause(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}

/** The index that MiniSearch keeps of its documents' words, without the documents: they took more than the words. */
type WordIndex = SearchableMap<true>;

/**
 * The most frequent words of all names, in memory, where a misspelt one is looked for. It fills in slices between the
 * requests, and takes about 420 bytes a word, so that one goes before another fills.
 */
export class Vocabulary {
  private state: 'empty' | 'filling' | 'full' | 'disposed' = 'empty';
  private index: WordIndex | undefined;

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
    const frequent = new FrequentWords(this.limit);
    const index: WordIndex = new SearchableMap();
    for (const steps of [readWords(terms, frequent), addWords(frequent.words, index)]) {
      for (const _ of steps) {
        await pause();
        if (this.isDisposed()) return;
      }
    }
    this.index = index;
    this.state = 'full';
  }

  /** The words that one may be a misspelling of, in no order: none where no edits are allowed. */
  findNear(word: string): NearWord[] {
    const allowed = editsAllowed(word);
    if (this.index === undefined || allowed === 0) return [];
    return [...this.index.fuzzyGet(word, allowed)].map(([near, [, edits]]) => ({ word: near, edits }));
  }

  /** Lets go of the memory, and ends a filling under way before its next slice. */
  dispose(): void {
    this.state = 'disposed';
    this.index = undefined;
  }

  /** Asked by a method, since the compiler does not see that the state changes in a pause. */
  private isDisposed(): boolean {
    return this.state === 'disposed';
  }
}

/** Reads all words of a registry and keeps the most frequent; yields when a slice of time is over. */
function* readWords(terms: TermTable, frequent: FrequentWords): Generator<void> {
  let word = '';
  let total = 0;
  const addWord = (): void => {
    if (word !== '' && !isNumber(word)) frequent.add(word, total);
  };
  for (let isMore = true; isMore; ) {
    const sliceEnd = performance.now() + SLICE_MS;
    do {
      // The last word's other fields may be past the limit, so it is read again with the next rows.
      const rows: readonly WordCount[] = terms.listWords(word, ROWS_PER_READ);
      isMore = rows.length === ROWS_PER_READ;
      const cut = isMore ? rows.at(-1)?.value : undefined;
      for (const { value, count } of rows) {
        if (value === cut) break;
        if (value !== word) {
          addWord();
          word = value;
          total = 0;
        }
        total += count;
      }
    } while (isMore && performance.now() < sliceEnd);
    if (isMore) yield;
  }
  addWord();
}

/** Adds words to the index; yields when a slice of time is over. */
function* addWords(words: readonly string[], index: WordIndex): Generator<void> {
  let sliceEnd = performance.now() + SLICE_MS;
  for (const word of words) {
    index.set(word, true);
    if (performance.now() < sliceEnd) continue;
    yield;
    sliceEnd = performance.now() + SLICE_MS;
  }
}
