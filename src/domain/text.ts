/**
 * Texts as the registry keeps them, and the words that names are found by.
 */

const BLANK = 0x20;
const DELETE = 0x7f;
const NO_BREAK_SPACE = 0xa0;
const LAST_ASCII = 0x7f;
const LAST_LATIN_1 = 0xff;

/** Control characters that separate: tabs, line breaks and the next-line mark stand where a blank should. */
const SEPARATING_CONTROLS = /[\t-\r\u0085]/g;
const CONTROLS = /\p{Cc}/gu;
const BLANK_RUNS = /\s+/g;

/** Whether a text has nothing to clean, found in one scan; beyond Latin-1 the careful way decides. */
function isClean(text: string): boolean {
  let previous = BLANK;
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index);
    if (code <= BLANK) {
      if (code !== BLANK || previous === BLANK) return false;
    } else if (code >= DELETE && (code <= NO_BREAK_SPACE || code > LAST_LATIN_1)) {
      return false;
    }
    previous = code;
  }
  return previous !== BLANK;
}

/**
 * The text without control characters (NUL among them), with every run of blanks as one and none at the ends. A text
 * that has nothing to clean comes back as it is, since an import asks a thousand million times.
 */
export function cleanText(text: string): string {
  if (text === '' || isClean(text)) return text;
  return text.replace(SEPARATING_CONTROLS, ' ').replace(CONTROLS, '').replace(BLANK_RUNS, ' ').trim();
}

const MARKS = /\p{M}/gu;

/** Whether a text has neither small letters nor anything beyond ASCII. */
function isPlain(text: string): boolean {
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index);
    if (code > LAST_ASCII || (code >= 0x61 && code <= 0x7a)) return false;
  }
  return true;
}

/**
 * The text in capitals without accents (`São João` → `SAO JOAO`). Letters that are letters of their own stay (`Ø`, `Æ`),
 * and `ß` becomes `SS`.
 */
export function foldText(text: string): string {
  if (isPlain(text)) return text;
  return text.toUpperCase().normalize('NFD').replace(MARKS, '');
}

/** Abbreviations that a label in sentence case keeps in capitals. */
const ACRONYMS: ReadonlySet<string> = new Set([
  'CNPJ',
  'CPF',
  'CVM',
  'EPP',
  'IBGE',
  'MEI',
  'RFB',
  'SPE',
  'UF',
]);

const LETTER_RUNS = /\p{L}+/gu;
const FIRST_LETTER = /\p{L}/u;

/**
 * A label published in capitals as a sentence (`BAIXA INDEFERIDA PELA RFB` → `Baixa indeferida pela RFB`); one that has
 * small letters was written by a person and stays. Accents that the source dropped cannot be guessed.
 */
export function sentenceCase(label: string): string {
  if (label !== label.toUpperCase()) return label;
  const lowered = label.replace(LETTER_RUNS, (run) => (ACRONYMS.has(run) ? run : run.toLowerCase()));
  return lowered.replace(FIRST_LETTER, (letter) => letter.toUpperCase());
}

const ELEVEN_DIGITS = /^[0-9]{11}$/;

/** Whether a word is a number of eleven digits: a CPF, in all likelihood, by which nobody should be found. */
export function isElevenDigits(word: string): boolean {
  return word.length === 11 && ELEVEN_DIGITS.test(word);
}

function isAsciiLetter(code: number): boolean {
  return code >= 0x41 && code <= 0x5a;
}

function isAsciiWordCode(code: number): boolean {
  return isAsciiLetter(code) || (code >= 0x30 && code <= 0x39);
}

/** Whether a point or slash and a letter that stands alone follow at the index: `.A` in `S.A.`, `/A` in `S/A`. */
function isJoinedLetter(text: string, index: number): boolean {
  const joint = text.charCodeAt(index);
  if (joint !== 0x2e && joint !== 0x2f) return false;
  return isAsciiLetter(text.charCodeAt(index + 1)) && !isAsciiWordCode(text.charCodeAt(index + 2));
}

/** The words of a folded text of ASCII alone, or undefined as soon as another character appears. */
function splitAscii(folded: string): string[] | undefined {
  const words: string[] = [];
  const { length } = folded;
  let index = 0;
  while (index < length) {
    const start = index;
    let code = folded.charCodeAt(index);
    while (isAsciiWordCode(code)) code = ++index < length ? folded.charCodeAt(index) : BLANK;
    if (code > LAST_ASCII) return undefined;
    if (index > start) {
      let word = folded.slice(start, index);
      if (index === start + 1 && isAsciiLetter(folded.charCodeAt(start))) {
        for (; isJoinedLetter(folded, index); index += 2) word += folded.charAt(index + 1);
      }
      words.push(word);
    } else {
      index++;
    }
  }
  return words;
}

const JOINED_LETTERS = /(?<![\p{L}\p{N}])\p{L}(?:[./]\p{L})+(?![\p{L}\p{N}])/gu;
const JOINTS = /[./]/g;
const WORDS = /[\p{L}\p{N}]+/gu;

/**
 * Every word of a text in the order of the text, repeated ones and numbers of any length too. The text is folded and split
 * at everything that is neither letter nor digit by Unicode, after single letters joined by `.` or `/` have become one
 * word: `S/A` is `SA`, `J B` stays two.
 */
export function splitWords(text: string): string[] {
  const folded = foldText(text);
  const words = splitAscii(folded);
  if (words) return words;
  return folded.replace(JOINED_LETTERS, (letters) => letters.replace(JOINTS, '')).match(WORDS) ?? [];
}

function isIndexed(word: string, index: number, words: readonly string[]): boolean {
  return !isElevenDigits(word) && words.indexOf(word) === index;
}

/** The words that a name is indexed by: each of `splitWords` once, without numbers of eleven digits. */
export function wordsOf(name: string): string[] {
  const words = splitWords(name);
  return words.every(isIndexed) ? words : words.filter(isIndexed);
}
