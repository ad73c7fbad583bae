import { ROW_HEADER } from './spill.ts';

const TAB = 9;

/** Steps through the fields of one spilled row; after `next`, the field lies from `start` to `end` in `bytes`. */
export class RowReader {
  start = 0;
  end = 0;
  /** How many bytes the row has. */
  length = 0;
  private after = 0;
  private rowEnd = 0;

  /** `bytes` are those of a whole range. */
  constructor(readonly bytes: Buffer) {}

  /** Goes to the beginning of the row that begins at `row`, before its first field. */
  open(row: number): void {
    this.after = row + ROW_HEADER;
    this.length = this.bytes.readUInt16LE(row + 1);
    this.rowEnd = this.after + this.length;
  }

  /** Goes to the next field, an empty one past the last. */
  next(): void {
    const { bytes, rowEnd, after } = this;
    let end = after;
    while (end < rowEnd && bytes[end] !== TAB) end++;
    this.start = after;
    this.end = end;
    this.after = end < rowEnd ? end + 1 : end;
  }

  /** Passes over some fields. */
  skip(fields: number): void {
    for (let count = 0; count < fields; count++) this.next();
  }

  /** The field as text. */
  text(): string {
    return this.bytes.toString('latin1', this.start, this.end);
  }
}

/** The whole text of the row that begins at `row`. */
export function rowText(bytes: Buffer, row: number, encoding: 'latin1' | 'utf8'): string {
  const start = row + ROW_HEADER;
  return bytes.toString(encoding, start, start + bytes.readUInt16LE(row + 1));
}
