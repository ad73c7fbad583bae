/**
 * JSON written by hand, piece by piece: a lookup's answer is mostly constant text, and writing it so was measured at
 * a third of what building an object and JSON.stringify take.
 */

/** How a text becomes a JSON string. */
export type Quote = (text: string) => string;

/** Text that needs no escape: the registry's texts hold no control character, so only `"` and `\` could. */
export const quotePlain: Quote = (text) => `"${text}"`;

/** Any text. */
export const quoteAny: Quote = (text) => JSON.stringify(text);

/** A text that may be absent: null for empty. */
export function quoteOrNull(text: string, quote: Quote): string {
  return text === '' ? 'null' : quote(text);
}

/** A code or date, which never needs an escape: null for empty. */
export function plainOrNull(text: string): string {
  return text === '' ? 'null' : `"${text}"`;
}

const BEYOND_LATIN1 = /[\u0100-\uffff]/;

/** The same characters as an 8-bit string where they fit: what SQLite hands over takes two bytes a character. */
export function narrow(text: string): string {
  return BEYOND_LATIN1.test(text) ? text : Buffer.from(text, 'latin1').toString('latin1');
}
