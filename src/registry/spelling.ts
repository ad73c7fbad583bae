/** From how many letters on another word is taken for one that differs by one edit, and by two. */
const ONE_EDIT_FROM = 4;
const TWO_EDITS_FROM = 8;

const DIGITS = /^[0-9]+$/;

/** Whether a word is of digits alone: it has no spelling, so no other is taken for it, nor it for another. */
export function isNumber(word: string): boolean {
  return DIGITS.test(word);
}

/** By how many edits a word may differ from the one that was meant. */
export function editsAllowed(word: string): number {
  if (word.length < ONE_EDIT_FROM || isNumber(word)) return 0;
  return word.length < TWO_EDITS_FROM ? 1 : 2;
}
