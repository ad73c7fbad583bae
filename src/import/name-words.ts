import { wordsOf } from '../domain/text.ts';
import { type FieldPostings, NO_TERM } from './postings.ts';

const BLANK = 32;
const POINT = 46;
const SLASH = 47;
const ELEVEN_DIGITS = 11;

/** What stands in `FOLDED` for a byte that takes more than a table to fold. */
const BEYOND_ASCII = 0;

/** Every byte as it is in a folded text: capitals, digits, the two joints of single letters, else a blank. */
const FOLDED = Uint8Array.from({ length: 256 }, (_, byte) => {
  if (byte > 127) return BEYOND_ASCII;
  const capital = byte >= 97 && byte <= 122 ? byte - 32 : byte;
  return isWordByte(capital) || byte === POINT || byte === SLASH ? capital : BLANK;
});

function isDigit(byte: number): boolean {
  return byte >= 48 && byte <= 57;
}

function isLetter(byte: number): boolean {
  return byte >= 65 && byte <= 90;
}

function isWordByte(byte: number): boolean {
  return isDigit(byte) || isLetter(byte);
}

/**
 * The words of names as terms of one field: `wordsOf` of domain/text.ts, on bytes for names of ASCII alone, which
 * ninety-nine in a hundred are, and which make three quarters of what is posted.
 */
export class NameWords {
  private terms = new Int32Array(64);
  private count = 0;
  private readonly folded = new Uint8Array(1 << 16);

  constructor(private readonly postings: FieldPostings) {}

  /** Forgets the words taken. */
  clear(): void {
    this.count = 0;
  }

  /** Takes the words of the name that stands in `source`, in Latin-1. */
  add(source: Buffer, start: number, end: number): void {
    const { folded } = this;
    const length = end - start;
    for (let index = 0; index < length; index++) {
      const byte = FOLDED[source[start + index] ?? 0] ?? 0;
      if (byte === BEYOND_ASCII) {
        this.addText(source.toString('latin1', start, end));
        return;
      }
      folded[index] = byte;
    }
    // Nothing of an earlier, longer name may seem to follow.
    folded[length] = BLANK;
    folded[length + 1] = BLANK;
    this.addFolded(length);
  }

  /** Takes the words that others have, of a field that shares its terms with this one. */
  addAll({ terms, count }: NameWords): void {
    for (let index = 0; index < count; index++) this.addTerm(terms[index] ?? NO_TERM);
  }

  /** Posts the words taken under a number. */
  post(number: number): void {
    for (let index = 0; index < this.count; index++) this.postings.post(this.terms[index] ?? NO_TERM, number);
  }

  private addFolded(length: number): void {
    const { folded } = this;
    for (let index = 0; index < length; ) {
      const start = index;
      while (isWordByte(folded[index] ?? 0)) index++;
      let end = index;
      if (end === start + 1 && isLetter(folded[start] ?? 0)) {
        // The letters of `S.A.` move together, which leaves what follows them where it is.
        for (; this.isJoinedLetter(index); index += 2) folded[end++] = folded[index + 1] ?? 0;
      }
      if (end === start) index++;
      else if (!this.isElevenDigits(start, end)) this.addTerm(this.postings.termAt(folded, start, end));
    }
  }

  /** Whether a point or slash and a letter that stands alone follow. */
  private isJoinedLetter(index: number): boolean {
    const { folded } = this;
    const joint = folded[index];
    if (joint !== POINT && joint !== SLASH) return false;
    return isLetter(folded[index + 1] ?? 0) && !isWordByte(folded[index + 2] ?? 0);
  }

  /** Whether a word is a number of eleven digits, which is a person's and found by nobody. */
  private isElevenDigits(start: number, end: number): boolean {
    if (end - start !== ELEVEN_DIGITS) return false;
    for (let index = start; index < end; index++) if (!isDigit(this.folded[index] ?? 0)) return false;
    return true;
  }

  private addText(name: string): void {
    for (const word of wordsOf(name)) this.addTerm(this.postings.termOf(word));
  }

  private addTerm(term: number): void {
    if (this.count === this.terms.length) {
      const larger = new Int32Array(this.terms.length * 2);
      larger.set(this.terms);
      this.terms = larger;
    }
    this.terms[this.count++] = term;
  }
}
