import MiniSearch from 'minisearch';
import { FrequentWords } from './frequent-words.ts';
import { countEdits, editsAllowed, isNumber } from './spelling.ts';
import type { TermTable, WordCount } from './terms.ts';

/** How long the filling may hold up requests at a time, and how many rows it reads between looks at the clock. */
const SLICE_MS = 4;
const ROWS_PER_READ = 1_000;

/** Words come to the search in documents of so many, which took a quarter less memory than a document a word. */
const WORDS_PER_DOCUMENT = 64;
const BLANK = ' ';

interface WordDocument {
  readonly id: number;
  /** Words separated by blanks, which no word has. */
  readonly words: string;
}

/** A word that is near to another, and by how many edits. */
export interface NearWord {
  readonly word: string;
  readonly edits: number;
}

/** Lets everything else that waits have its turn. */
function pause(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}

/**
 * The most frequent words of all names, in memory, where a misspelt one is looked for. It fills in slices between the
 * requests, and takes about a kilobyte a word, so that one goes before another fills.
 */
export class Vocabulary {
  private state: 'empty' | 'filling' | 'full' | 'disposed' = 'empty';
  private search: MiniSearch<WordDocument> | undefined;

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
    const search = new MiniSearch<WordDocument>({
      fields: ['words'],
      tokenize: (words) => words.split(BLANK),
      processTerm: (word) => word,
      autoVacuum: false,
    });
    for (const steps of [readWords(terms, frequent), addWords(frequent.words, search)]) {
      for (const _ of steps) {
        await pause();
        if (this.isDisposed()) return;
      }
    }
    this.search = search;
    this.state = 'full';
  }

  /** The words that one may be a misspelling of, in no order: none where no edits are allowed. */
  findNear(word: string): NearWord[] {
    const allowed = editsAllowed(word);
    if (this.search === undefined || allowed === 0) return [];
    const found = this.search.search(word, { fuzzy: allowed, prefix: false });
    // The search counts edits too, but tells only documents and their words.
    const words = new Set(found.flatMap(({ terms }) => terms));
    return [...words].map((near) => ({ word: near, edits: countEdits(word, near) }));
  }

  /** Lets go of the memory, and ends a filling under way before its next slice. */
  dispose(): void {
    this.state = 'disposed';
    this.search = undefined;
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

/** Adds words to the search; yields when a slice of time is over. */
function* addWords(words: readonly string[], search: MiniSearch<WordDocument>): Generator<void> {
  let sliceEnd = performance.now() + SLICE_MS;
  for (let start = 0; start < words.length; start += WORDS_PER_DOCUMENT) {
    search.add({ id: start, words: words.slice(start, start + WORDS_PER_DOCUMENT).join(BLANK) });
    if (performance.now() < sliceEnd) continue;
    yield;
    sliceEnd = performance.now() + SLICE_MS;
  }
}
