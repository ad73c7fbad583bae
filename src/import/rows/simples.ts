import type { ByteWriter } from '../byte-writer.ts';
import { CodeColumn } from '../code-column.ts';
import type { RowReader } from '../row-reader.ts';
import { isoDate, type RowContext } from './casts.ts';

/** A Simples row as stored: `S`, `N` or empty, and ISO dates. */
export interface SimplesRow {
  readonly simples: string;
  readonly simplesFrom: string;
  readonly simplesUntil: string;
  readonly mei: string;
  readonly meiFrom: string;
  readonly meiUntil: string;
}

/** An option of Simples or MEI. One of neither letter is counted and taken as no. */
export function option(text: string, { oddities }: RowContext): string {
  const letter = text.toUpperCase();
  if (letter === 'S' || letter === 'N') return letter;
  oddities.add('badOption');
  return 'N';
}

const TAB = 9;
/** Two options and four dates with the separators between them. */
const ROOM = 64;

/** Writes rows of Simples, cast. */
export class SimplesColumns {
  private readonly options: CodeColumn;
  private readonly dates: CodeColumn;

  constructor(context: RowContext) {
    this.options = new CodeColumn(option, context);
    this.dates = new CodeColumn(isoDate, context);
  }

  /** Forgets what was cast. */
  clear(): void {
    this.options.clear();
    this.dates.clear();
  }

  /** Writes the fields from `simples` to `meiUntil`. */
  write(reader: RowReader, out: ByteWriter): void {
    out.reserve(ROOM);
    reader.skip(1);
    this.writeOption(reader, out);
    out.put(TAB);
    this.writeOption(reader, out);
  }

  /** Writes the same fields for a company that has no such row. */
  writeMissing(out: ByteWriter): void {
    out.text('\t\t\t\t\t', 'latin1');
  }

  private writeOption(reader: RowReader, out: ByteWriter): void {
    this.options.copyNext(reader, out);
    out.put(TAB);
    this.dates.copyNext(reader, out);
    out.put(TAB);
    this.dates.copyNext(reader, out);
  }
}
