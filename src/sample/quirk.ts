import type { Random } from './random.ts';

/** What a quirk may need besides the row. */
export interface QuirkTools {
  readonly random: Random;
  /** A root that no company of the sample has, another one at every call. */
  readonly missingRoot: () => string;
}

/**
 * One way in which published rows differ from what a reader expects. It either changes a row, or has another row written
 * after it; a row has at most one quirk, so that the counts say exactly what an importer must meet.
 */
export interface Quirk<Row, Name extends string = string> {
  readonly name: Name;
  /** Rows from one occurrence to the next; the first one comes early, so that small samples have it as well. */
  readonly every: number;
  /** Which rows it may befall; any, where it does not say. */
  readonly fits?: (row: Row) => boolean;
  /** The columns that are written otherwise than the row has them. */
  readonly change?: (row: Row, tools: QuirkTools) => Partial<Row>;
  /** Another row that is written after it. */
  readonly add?: (row: Row, tools: QuirkTools) => Row;
  /** How many columns the added row has, where it is cut short. */
  readonly columns?: number;
  /** The fewest rows expected of a file for the quirk to occur at all. */
  readonly fromRows?: number;
}

const EARLY_STEP = 12;
const EARLY_SHARE = 0.7;

/** Says for every row of a kind which quirk it has, if any. */
export class QuirkSchedule<Row, Name extends string> {
  readonly #quirks: readonly Quirk<Row, Name>[];
  readonly #due: number[];
  #soonest = Number.POSITIVE_INFINITY;

  constructor(quirks: readonly Quirk<Row, Name>[], expectedRows: number) {
    this.#quirks = quirks.filter((quirk) => (quirk.fromRows ?? 0) <= expectedRows);
    const step = Math.min(EARLY_STEP, (expectedRows * EARLY_SHARE) / Math.max(1, quirks.length));
    this.#due = this.#quirks.map((_, place) => 1 + Math.floor(place * step));
    this.#findSoonest();
  }

  /** The quirk of the row of this number, counted from 1, which it may not have again before its period is over. */
  take(rowNumber: number, row: Row): Quirk<Row, Name> | undefined {
    if (rowNumber < this.#soonest) return undefined;
    const place = this.#quirks.findIndex(
      ({ fits }, index) => (this.#due[index] ?? 0) <= rowNumber && (fits?.(row) ?? true),
    );
    const quirk = this.#quirks[place];
    if (quirk) this.#due[place] = rowNumber + quirk.every;
    this.#findSoonest();
    return quirk;
  }

  #findSoonest(): void {
    this.#soonest = Math.min(...this.#due, Number.POSITIVE_INFINITY);
  }
}

/** Text whose latin-1 letters were written as UTF-8 and read as latin-1: two characters for each. */
export function toMojibake(text: string): string {
  return Buffer.from(text, 'utf8').toString('latin1');
}

/** Text whose latin-1 letters were read as UTF-8: what could not be read became the sign for it, in UTF-8 again. */
export function toReplacements(text: string): string {
  return Buffer.from(Buffer.from(text, 'latin1').toString('utf8'), 'utf8').toString('latin1');
}

/** Text with another text between its first word and the rest. */
export function insertAfterFirstWord(text: string, inserted: string): string {
  const end = text.indexOf(' ');
  return end < 0 ? text + inserted : text.slice(0, end) + inserted + text.slice(end + 1);
}
