/**
 * What was typed to find a name: words that must all be in it, the last letters of which may be left open by a star. A
 * query is answered exactly or refused, so whatever the index cannot answer is an error here: all but the number that a
 * sole trader's name ends with, which is part of the name as it is pasted and of no index.
 */

import { foldText, isElevenDigits, splitWords } from './text.ts';

/** The largest number of words in a query. */
export const MAX_QUERY_WORDS = 10;

/** The largest number of characters in a word of a query, the star not counted. */
export const MAX_WORD_LENGTH = 60;

/** The smallest number of characters before a star. */
export const MIN_PREFIX_LENGTH = 3;

/** A word that a name must have, or with `prefix` the beginning of one. */
export interface QueryWord {
  /** Folded as the index's words are. */
  readonly word: string;
  readonly prefix: boolean;
}

/**
 * Why a query is refused: no word in it; nothing but numbers of eleven digits, which no index holds; too many words; a
 * word too long; too few characters before a star; a star that does not end a word.
 */
export type NameQueryProblem =
  | 'empty'
  | 'only-number'
  | 'too-many-words'
  | 'word-too-long'
  | 'prefix-too-short'
  | 'misplaced-star';

/** A query's words, each once, or its first problem with the part of the text that has it. */
export type NameQuery =
  | { readonly words: readonly QueryWord[]; readonly problem?: undefined }
  | { readonly problem: NameQueryProblem; readonly word?: string };

const BLANKS = /\s+/;
const STAR = '*';
const ENDS_IN_WORD = /[\p{L}\p{N}]$/u;

/** The words of a part between blanks, the last one a beginning when a star ends the part; undefined for another star. */
function readPart(part: string): QueryWord[] | undefined {
  const starred = part.endsWith(STAR);
  const bare = starred ? part.slice(0, -1) : part;
  if (bare.includes(STAR)) return undefined;
  const words = splitWords(bare);
  if (!starred) return words.map((word) => ({ word, prefix: false }));
  // The folded text is asked, since folding takes away accents that a text may carry as characters of their own.
  if (!ENDS_IN_WORD.test(foldText(bare))) return undefined;
  return words.map((word, index) => ({ word, prefix: index === words.length - 1 }));
}

/** What keeps one word from being looked up, or undefined. Length is in characters, not in units of UTF-16. */
function problemOfWord({ word, prefix }: QueryWord): NameQueryProblem | undefined {
  const length = [...word].length;
  if (length > MAX_WORD_LENGTH) return 'word-too-long';
  return prefix && length < MIN_PREFIX_LENGTH ? 'prefix-too-short' : undefined;
}

/**
 * Reads a query of words separated by blanks, such as `padaria PETRO*`. A number of eleven digits beside other words is
 * left out: the names of half the companies end with one, and whoever searches is told which words were searched.
 */
export function parseNameQuery(text: string): NameQuery {
  const typed: QueryWord[] = [];
  for (const part of text.split(BLANKS)) {
    const read = readPart(part);
    if (!read) return { problem: 'misplaced-star', word: part };
    typed.push(...read);
  }
  if (typed.length === 0) return { problem: 'empty' };
  const words = typed.filter(({ word }) => !isElevenDigits(word));
  if (words.length === 0) return { problem: 'only-number' };
  if (words.length > MAX_QUERY_WORDS) return { problem: 'too-many-words' };
  for (const queryWord of words) {
    const problem = problemOfWord(queryWord);
    if (problem) return { problem, word: queryWord.word };
  }
  const distinct = new Map(
    words.map((queryWord) => [`${queryWord.word}${queryWord.prefix ? STAR : ''}`, queryWord]),
  );
  return { words: [...distinct.values()] };
}
