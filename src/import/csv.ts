/**
 * A streaming, quote-aware CSV reader that works on bytes: what it hands on is a cleaned row, fields separated by
 * TAB. Cleaned means: runs of blanks, line breaks among them, are one; ends are trimmed; NUL is dropped; doubled
 * quotes are one. A stray quote inside a quoted field is taken as text, so that one bad byte costs one row at most.
 */

const TAB = 9;
const LF = 10;
const CR = 13;
const BLANK = 32;
const QUOTE = 34;

/** The longest cleaned row, in bytes; a longer one reports `overflow`. */
export const MAX_ROW_BYTES = 65_000;

/** Called with each row: its bytes (valid until the next), how many, how many fields, and the line it began on. */
export type RowHandler = (
  row: Buffer,
  length: number,
  columns: number,
  line: number,
  overflow: boolean,
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
  private blank = false;
  private columns = 1;
  private line = 1;
  private rowLine = 1;
  private overflow = false;

  constructor(
    private readonly separator: number,
    private readonly onRow: RowHandler,
  ) {}

  /** Reads the next bytes of the file. */
  push(chunk: Uint8Array): void {
    const { row, separator } = this;
    let { state, length, fieldStart, blank } = this;
    const end = chunk.length;
    for (let index = 0; index < end; index++) {
      const byte = chunk[index] ?? 0;
      if (state === State.Quoted) {
        if (byte > QUOTE || byte === 33) {
          if (blank) {
            row[length++] = BLANK;
            blank = false;
          }
          row[length++] = byte;
          if (length > MAX_ROW_BYTES) {
            this.overflow = true;
            length = fieldStart;
          }
        } else if (byte === QUOTE) {
          state = State.QuoteInQuoted;
        } else if (byte !== 0) {
          if (byte === LF) this.line++;
          blank = length > fieldStart;
        }
        continue;
      }
      if (byte === separator) {
        row[length++] = TAB;
        fieldStart = length;
        blank = false;
        this.columns++;
        state = State.FieldStart;
      } else if (byte === LF) {
        this.line++;
        this.endRow(length);
        length = 0;
        fieldStart = 0;
        blank = false;
        state = State.FieldStart;
      } else if (byte === QUOTE && state === State.FieldStart) {
        state = State.Quoted;
      } else if (byte === 0 || byte === CR) {
        // NUL is no text, and CR ends a line only together with the LF that follows.
      } else {
        const quoteAsText = state === State.QuoteInQuoted;
        if (quoteAsText || byte > BLANK) {
          if (blank) row[length++] = BLANK;
          blank = false;
        }
        if (quoteAsText) row[length++] = QUOTE;
        if (byte > BLANK) {
          if (!quoteAsText || byte !== QUOTE) row[length++] = byte;
          if (state === State.FieldStart) state = State.Plain;
        } else {
          blank = length > fieldStart;
        }
        if (quoteAsText) state = State.Quoted;
        if (length > MAX_ROW_BYTES) {
          this.overflow = true;
          length = fieldStart;
        }
      }
    }
    this.state = state;
    this.length = length;
    this.fieldStart = fieldStart;
    this.blank = blank;
  }

  /** Ends the file: a last row without a line break is a row too. */
  end(): void {
    if (this.length > 0 || this.columns > 1 || this.overflow) this.endRow(this.length);
    this.length = 0;
  }

  private endRow(length: number): void {
    // An empty line is no row: the Receita's files end in one now and then.
    if (length > 0 || this.columns > 1) {
      this.onRow(this.row, length, this.columns, this.rowLine, this.overflow);
    }
    this.columns = 1;
    this.rowLine = this.line;
    this.overflow = false;
  }
}
