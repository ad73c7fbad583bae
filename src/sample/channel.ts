import { type Quirk, QuirkSchedule, type QuirkTools } from './quirk.ts';
import type { Random } from './random.ts';
import type { RowFile } from './row-file.ts';
import { formatRow, type Row } from './rows.ts';

/** The first part of a kind of file is so many times larger than each of the others. */
const FIRST_PART_WEIGHT = 6;

/** What a channel is made of. */
export interface ChannelSettings<Column extends string, Name extends string> {
  readonly columns: readonly Column[];
  /** The files that the rows are dealt over. */
  readonly parts: readonly RowFile[];
  readonly quirks: readonly Quirk<Row<Column>, Name>[];
  /** Whether the quirks are written at all. */
  readonly hasQuirks: boolean;
  /** About how many rows will come: it spreads the first occurrences of the quirks. */
  readonly expectedRows: number;
}

/** Writes the rows of one kind into its parts, with their quirks, and counts both. */
export class Channel<Column extends string, Name extends string> {
  /** Rows written so far, those that quirks added included. */
  rows = 0;
  /** Blank lines written at the ends of the files. */
  blankLines = 0;
  /** How often each quirk was written. */
  readonly tally: Record<Name, number>;
  readonly #settings: ChannelSettings<Column, Name>;
  #lastFile: RowFile | undefined;
  readonly #schedule: QuirkSchedule<Row<Column>, Name>;

  constructor(settings: ChannelSettings<Column, Name>) {
    this.#settings = settings;
    const names = settings.quirks.map((quirk) => [quirk.name, 0] as const);
    // Object.fromEntries forgets the names of the keys, which are exactly those of the quirks.
    this.tally = Object.fromEntries(names) as Record<Name, number>;
    this.#schedule = new QuirkSchedule(settings.hasQuirks ? settings.quirks : [], settings.expectedRows);
  }

  /** Writes a row, with the quirk it may have, into the part of this number. */
  write(row: Row<Column>, part: number, tools: QuirkTools): void {
    const { columns } = this.#settings;
    const quirk = this.#schedule.take(this.rows + 1, row);
    if (!quirk) {
      this.#put(formatRow(row, columns), part);
      return;
    }
    this.tally[quirk.name]++;
    const changed = quirk.change ? { ...row, ...quirk.change(row, tools) } : row;
    this.#put(formatRow(changed, columns), part);
    if (quirk.add) {
      this.#put(formatRow(quirk.add(row, tools), columns.slice(0, quirk.columns)), part);
    }
  }

  /** The number of any part, the first one more likely than the others. */
  pickPart(random: Random): number {
    const { parts } = this.#settings;
    const ticket = random.below(FIRST_PART_WEIGHT + parts.length - 1);
    return Math.max(0, ticket - FIRST_PART_WEIGHT + 1);
  }

  /** Ends the part that was written last with a blank line, as published files sometimes do. */
  finish(): void {
    if (!this.#lastFile || !this.#settings.hasQuirks) return;
    this.#lastFile.write('\n');
    this.blankLines++;
  }

  #put(line: string, part: number): void {
    const file = this.#settings.parts[part];
    if (!file) throw new RangeError(`There is no part ${part} of ${this.#settings.parts.length}.`);
    file.write(line);
    this.#lastFile = file;
    this.rows++;
  }
}
