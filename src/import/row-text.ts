import { cleanText } from '../domain/text.ts';
import { MAX_ROW_BYTES } from './csv.ts';

/**
 * The UTF-8 of U+0080 to U+00FF read as Latin-1: `Ç` has become `Ã` and a control character. No Portuguese word
 * has `Ã` or `Â` before such a character, so the pair is always the slip; but many end in `Ã`, and a no-break space may
 * follow, so that a small `à`, rare in files of capitals, stays as it came.
 */
const MOJIBAKE = /\u00c2[\u0080-\u00bf]|\u00c3[\u0080-\u009f\u00a1-\u00bf]/;
const MOJIBAKE_PAIRS = new RegExp(MOJIBAKE, 'g');

/** What became of a row: its length in bytes once it is clean, and whether letters had to be put right. */
export interface CleanedRow {
  readonly length: number;
  readonly repaired: boolean;
}

/**
 * Cleans, in place, a row in which the scanner saw more than plain ASCII: the two Latin-1 characters that one accented
 * letter became are that letter again, and control characters beyond ASCII go. A byte that is no UTF-8 becomes three:
 * the row has room for the longest there is, and a longer one loses its end.
 */
export function cleanRow(row: Buffer, length: number, encoding: 'latin1' | 'utf8'): CleanedRow {
  const text = row.toString(encoding, 0, length);
  const repaired = MOJIBAKE.test(text);
  const right = repaired
    ? text.replace(MOJIBAKE_PAIRS, (pair) => Buffer.from(pair, 'latin1').toString('utf8'))
    : text;
  const clean = right.split('\t').map(cleanText).join('\t');
  return clean === text
    ? { length, repaired: false }
    : { length: row.write(clean, 0, MAX_ROW_BYTES, encoding), repaired };
}
