import type { Statement } from 'bun:sqlite';
import type { RegistryDatabase } from './database.ts';
import { FIELDS, type FieldName } from './fields.ts';

/** One value of a field, and where its numbers are: beside it, or in chunks from `firstPosting` on. */
export interface Term {
  readonly value: string;
  readonly count: number;
  readonly firstPosting: number | null;
  readonly numbers: Uint8Array | null;
}

/** A word of one of the fields of names and how often it is there. */
export interface WordCount {
  readonly value: string;
  readonly count: number;
}

/** The highest character there is: no value that begins with a prefix comes after the prefix and it. */
const LAST_CHARACTER = '\u{10ffff}';

const COLUMNS = 'SELECT value, count, first_posting AS firstPosting, numbers FROM term WHERE field = ?';

const WORD_FIELDS = ['companyWord', 'tradeWord', 'partnerWord'] as const satisfies readonly FieldName[];

/** A field of words. */
export type WordField = (typeof WORD_FIELDS)[number];

/** The three fields of words in one order of words, which SQLite merges without sorting. */
const WORDS = `${WORD_FIELDS.map(
  (field) => `SELECT value, count FROM term WHERE field = ${FIELDS[field]} AND value > ?1`,
).join(' UNION ALL ')} ORDER BY value LIMIT ?2`;

/** The values that a registry can be searched by. */
export class TermTable {
  private readonly one: Statement<Term, [number, string]>;
  private readonly beginning: Statement<Term, [number, string, string, number]>;
  private readonly words: Statement<WordCount, [string, number]>;

  constructor(database: RegistryDatabase) {
    this.one = database.prepare(`${COLUMNS} AND value = ?`);
    this.beginning = database.prepare(`${COLUMNS} AND value >= ? AND value < ? ORDER BY value LIMIT ?`);
    this.words = database.prepare(WORDS);
  }

  /** The term of a value, or undefined when nothing has it. */
  find(field: FieldName, value: string): Term | undefined {
    return this.one.get(FIELDS[field], value) ?? undefined;
  }

  /** The terms whose values begin so, in the order of values, at most `limit`. */
  findBeginning(field: FieldName, prefix: string, limit: number): Term[] {
    return this.beginning.all(FIELDS[field], prefix, `${prefix}${LAST_CHARACTER}`, limit);
  }

  /** The words of all names after one, a row a word and field, in the order of words; at most `limit` rows. */
  listWords(after: string, limit: number): WordCount[] {
    return this.words.all(after, limit);
  }
}
