const TAB = 9;
const BLANK = 32;
const QUOTE = 34;

/**
 * Cuts rows apart that ran together because the last quote of all but the last was missing, single or followed by a
 * blank: the line break was taken for text then, and the quote that the next row begins with, too. Undefined for a row
 * that is no such run. The rows are copies, cleaned as their run is.
 */
export function splitTornRow(
  row: Buffer,
  length: number,
  columns: number,
  due: number,
): Buffer[] | undefined {
  // Where rows meet, two fields are one.
  const count = (columns - 1) / (due - 1);
  if (!Number.isInteger(count) || count < 2) return undefined;
  const rows: Buffer[] = [];
  let start = 0;
  let fieldStart = 0;
  let field = 0;
  for (let at = 0; at < length; at++) {
    if (row[at] !== TAB) continue;
    if (field > 0 && field % (due - 1) === 0) {
      const quote = findSeam(row, fieldStart, at);
      if (quote < 0) return undefined;
      rows.push(copyWithout(row, start, fieldStart, quote));
      start = quote + 1;
    }
    field++;
    fieldStart = at + 1;
  }
  rows.push(Buffer.from(row.subarray(start, length)));
  return rows;
}

/** The quote that the next row began with: behind the blank that is left of a line break, or alone in the field. */
function findSeam(row: Buffer, start: number, end: number): number {
  for (let at = end - 1; at > start; at--) if (row[at] === QUOTE && row[at - 1] === BLANK) return at;
  return row[start] === QUOTE ? start : -1;
}

/** A copy of a row up to a quote, without the quotes and blanks that its last field ends in. */
function copyWithout(row: Buffer, start: number, lastField: number, quote: number): Buffer {
  let end = quote;
  while (end > lastField && (row[end - 1] === QUOTE || row[end - 1] === BLANK)) end--;
  return Buffer.from(row.subarray(start, end));
}
