/**
 * A streaming, quote-aware CSV reader that works on bytes: what it hands on is a cleaned row, fields separated by
 * TAB. Cleaned means: runs of blanks, line breaks among them, are one; ends are trimmed; NUL is dropped; doubled
 * quotes are one. A stray quote inside a quoted field is taken as text; rows that run together for want of a last quote
 * are cut apart by who knows the columns, so that one bad byte costs one row at most.
 */

const TAB = 9;
const LF = 10;
const CR = 13;
const BLANK = 32;
const QUOTE = 34;

/** Added to a byte and gathered, tells of DEL and of everything beyond ASCII. */
const BEYOND_PLAIN = 0x180;

/** The longest cleaned row, in bytes; a longer one reports `overflow`. */
export const MAX_ROW_BYTES = 65_000;
/** What is kept of a row that is too long, so that a person can tell which it was. */
const KEPT_OF_OVERFLOW = 1000;

/**
 * Called with each row: its bytes (valid until the next), how many, how many fields, the line it began on, whether
 * it was too long, and whether all of it is plain: ASCII without control characters.
 */
export type RowHandler = (
  row: Buffer,
  length: number,
  columns: number,
  line: number,
  overflow: boolean,
  plain: boolean,
) => void;

enum State {
  FieldStart = 0,
  Plain = 1,
  Quoted = 2,
  QuoteInQuoted = 3,
}

/** Cuts chunks of one CSV file in rows. */
export class RowScanner {
  private readonly row = Buffer.allocUnsafe(MAX_ROW_BYTES + 64);
  private state = State.FieldStart;
  private length = 0;
  private fieldStart = 0;
  private columns = 1;
  private line = 1;
  private rowLine = 1;
  private overflow = false;
  private seen = 0;

  constructor(
    private readonly separator: number,
    private readonly onRow: RowHandler,
  ) {}

  /** Reads the next bytes of the file. */
  push(chunk: Uint8Array): void {
    const { separator } = this;
    const end = chunk.length;
    for (let index = 0; index < end; ) {
      if (this.state === State.Quoted) {
        index = this.copyQuoted(chunk, index);
        if (index === end) return;
      }
      const byte = chunk[index++] ?? 0;
      if (this.state === State.Quoted) this.endQuotedRun(byte);
      else if (byte === separator) this.endField();
      else if (byte === LF) this.endLine();
      else if (byte === QUOTE && this.state === State.FieldStart) this.state = State.Quoted;
      else if (byte !== 0 && byte !== CR) this.addUnquoted(byte);
      // NUL is no text, and CR ends a line only together with the LF that follows.
    }
  }

  /** Ends the file: a last row without a line break is a row too. */
  end(): void {
    if (this.length > 0 || this.columns > 1 || this.overflow) this.endRow();
  }

  /**
   * Copies what is plain text inside quotes, and goes on across `";"`: nearly every byte of a file. Returns where
   * something else stands.
   */
  private copyQuoted(chunk: Uint8Array, start: number): number {
    const { row, separator } = this;
    let { length, fieldStart, columns, seen } = this;
    const end = Math.min(chunk.length, start + MAX_ROW_BYTES - length);
    let index = start;
    for (; index < end; index++) {
      const byte = chunk[index] ?? 0;
      if (byte <= QUOTE) {
        if (byte === QUOTE) {
          if (chunk[index + 1] !== separator || chunk[index + 2] !== QUOTE) break;
          if (length > fieldStart && row[length - 1] === BLANK) length--;
          row[length++] = TAB;
          fieldStart = length;
          columns++;
          index += 2;
          continue;
        }
        if (byte < BLANK) break;
        // A blank at the start of a field, or after another, is none.
        if (byte === BLANK && (length === fieldStart || row[length - 1] === BLANK)) continue;
      }
      row[length++] = byte;
      seen |= byte + 1;
    }
    this.length = length;
    this.fieldStart = fieldStart;
    this.columns = columns;
    this.seen = seen;
    if (length >= MAX_ROW_BYTES) this.dropOverflow();
    return index;
  }

  /** Takes the byte that ended a run of plain text inside quotes. */
  private endQuotedRun(byte: number): void {
    if (byte === QUOTE) {
      this.state = State.QuoteInQuoted;
    } else if (byte > BLANK) {
      // The run ended at the longest row's end.
      this.addText(byte);
    } else if (byte !== 0) {
      if (byte === LF) this.line++;
      this.addBlank();
    }
  }

  private addUnquoted(byte: number): void {
    if (this.state === State.QuoteInQuoted) {
      // A quote followed by neither separator nor line break is text, and a doubled one is text once.
      this.addText(QUOTE);
      this.state = State.Quoted;
      if (byte === QUOTE) return;
    }
    if (byte <= BLANK) {
      this.addBlank();
      return;
    }
    this.addText(byte);
    if (this.state === State.FieldStart) this.state = State.Plain;
  }

  private addText(byte: number): void {
    if (this.length >= MAX_ROW_BYTES) this.dropOverflow();
    this.row[this.length++] = byte;
    this.seen |= byte + 1;
  }

  private addBlank(): void {
    if (this.length > this.fieldStart && this.row[this.length - 1] !== BLANK) this.addText(BLANK);
  }

  private trimField(): void {
    if (this.length > this.fieldStart && this.row[this.length - 1] === BLANK) this.length--;
  }

  private endField(): void {
    this.trimField();
    if (this.length >= MAX_ROW_BYTES) this.dropOverflow();
    this.row[this.length++] = TAB;
    this.fieldStart = this.length;
    this.columns++;
    this.state = State.FieldStart;
  }

  private endLine(): void {
    this.line++;
    this.endRow();
  }

  private endRow(): void {
    this.trimField();
    // An empty line is no row: the Receita's files end in one now and then.
    if (this.length > 0 || this.columns > 1) {
      const plain = (this.seen & BEYOND_PLAIN) === 0;
      this.onRow(this.row, this.length, this.columns, this.rowLine, this.overflow, plain);
    }
    this.length = 0;
    this.fieldStart = 0;
    this.columns = 1;
    this.rowLine = this.line;
    this.overflow = false;
    this.seen = 0;
    this.state = State.FieldStart;
  }

  private dropOverflow(): void {
    this.overflow = true;
    this.length = Math.min(this.fieldStart, KEPT_OF_OVERFLOW);
    this.fieldStart = this.length;
  }
}
