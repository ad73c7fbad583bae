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

/** How many letters must be added, left out or exchanged to make one word of the other: Levenshtein's distance. */
export function countEdits(one: string, other: string): number {
  let previous = Array.from({ length: other.length + 1 }, (_, column) => column);
  for (let row = 1; row <= one.length; row++) {
    const current = [row];
    for (let column = 1; column <= other.length; column++) {
      const exchanged = (previous[column - 1] ?? 0) + (one[row - 1] === other[column - 1] ? 0 : 1);
      const added = (current[column - 1] ?? 0) + 1;
      const leftOut = (previous[column] ?? 0) + 1;
      current.push(Math.min(exchanged, added, leftOut));
    }
    previous = current;
  }
  return previous[other.length] ?? 0;
}
