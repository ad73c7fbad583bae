import type { Oddity, OddityCounter } from './oddities.ts';
import { type RangeRows, ROW_HEADER, sortRows } from './spill.ts';

const KEY_START = 3;

/**
 * The UTF-8 of U+0080 to U+00FF read as Latin-1: `Ç` has become `Ã` and a control character. No Portuguese word
 * has `Ã` or `Â` before such a character, so the pair is always the slip.
 */
const MOJIBAKE = /[\u00c2\u00c3][\u0080-\u00bf]/;
const MOJIBAKE_PAIRS = /[\u00c2\u00c3][\u0080-\u00bf]/g;

/** Walks the rows of one kind in the order of their keys: the root, or root and order. */
export class RowCursor {
  private readonly bytes: Buffer;
  private readonly starts: Uint32Array;
  private next = 0;
  private current: string | undefined;

  constructor(
    rows: RangeRows,
    kind: number,
    private readonly length: 8 | 12,
    private readonly encoding: 'latin1' | 'utf8',
    private readonly oddities: OddityCounter,
    private readonly orphan: Oddity | undefined,
  ) {
    this.bytes = rows.bytes;
    this.starts = sortRows(rows.bytes, rows.starts[kind] ?? new Uint32Array(0), length);
    this.current = this.keyAt(0);
  }

  /** The key of the next row, or undefined at the end. */
  get key(): string | undefined {
    return this.current;
  }

  /**
   * Takes the rows of one key, each split in its columns and those repeated exactly once only. Rows of smaller keys
   * belong to nothing and are counted as orphans.
   */
  take(key: string): string[][] {
    this.skipBefore(key);
    if (this.current !== key) return [];
    const first = this.takeText();
    if (this.current !== key) return [first.split('\t')];
    const texts = new Set([first]);
    let taken = 1;
    for (; this.current === key; taken++) texts.add(this.takeText());
    if (taken > texts.size) this.oddities.add('repeatedRow', taken - texts.size);
    return [...texts].map((text) => text.split('\t'));
  }

  /** Takes the one row of a key; of several that differ, the last by their text, whatever the files' order was. */
  takeOne(key: string): string[] | undefined {
    const rows = this.take(key);
    if (rows.length <= 1) return rows[0];
    this.oddities.add('conflictingRow', rows.length - 1);
    const last = rows.map((row) => row.join('\t')).sort()[rows.length - 1];
    return last?.split('\t');
  }

  /** Counts all that is left as orphans. */
  finish(): void {
    this.skipBefore(undefined);
  }

  private skipBefore(key: string | undefined): void {
    while (this.current !== undefined && (key === undefined || this.current < key)) {
      if (this.orphan !== undefined) this.oddities.add(this.orphan);
      this.current = this.keyAt(++this.next);
    }
  }

  private keyAt(index: number): string | undefined {
    const start = this.starts[index];
    if (start === undefined) return undefined;
    return this.bytes.toString('latin1', start + KEY_START, start + KEY_START + this.length);
  }

  private takeText(): string {
    const start = this.starts[this.next] ?? 0;
    const length = this.bytes.readUInt16LE(start + 1);
    this.current = this.keyAt(++this.next);
    const text = this.bytes.toString(this.encoding, start + ROW_HEADER, start + ROW_HEADER + length);
    return MOJIBAKE.test(text) ? this.repair(text) : text;
  }

  /** The two Latin-1 characters that one accented letter became, taken back to that letter. */
  private repair(text: string): string {
    this.oddities.add('repairedText');
    return text.replace(MOJIBAKE_PAIRS, (pair) => Buffer.from(pair, 'latin1').toString('utf8'));
  }
}
