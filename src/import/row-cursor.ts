import type { KeyedRows } from './keyed-rows.ts';
import type { Oddity, OddityCounter } from './oddities.ts';
import { ROW_HEADER } from './spill.ts';

const NONE: readonly number[] = [];

/** Walks the rows of one kind in the order of their keys: the root, and for some kinds the order number. */
export class RowCursor {
  /** The root of the next row; infinite at the end. */
  root: number;
  /** The order number of the next row; zero for kinds that belong to a whole company. */
  order: number;
  private place = 0;
  private readonly taken: number[] = [];

  constructor(
    private readonly bytes: Buffer,
    private readonly rows: KeyedRows,
    private readonly oddities: OddityCounter,
    private readonly orphan: Oddity | undefined,
  ) {
    this.root = rows.rootAt(0);
    this.order = rows.orderAt(0);
  }

  /**
   * Takes the rows of one key: where each begins, in the order of their text, those repeated exactly once only. Rows
   * of smaller keys belong to nothing and are counted as orphans. What comes back is good until the next call.
   */
  take(root: number, order: number): readonly number[] {
    if (this.root > root || (this.root === root && this.order > order)) return NONE;
    const { taken } = this;
    taken.length = 0;
    this.skipBefore(root, order);
    while (this.root === root && this.order === order) {
      taken.push(this.rows.startAt(this.place));
      this.advance();
    }
    if (taken.length > 1) this.sortOut();
    return taken;
  }

  /** Takes the one row of a key; of several that differ, the last by their text, whatever the files' order was. */
  takeOne(root: number, order: number): number | undefined {
    const rows = this.take(root, order);
    if (rows.length > 1) this.oddities.add('conflictingRow', rows.length - 1);
    return rows[rows.length - 1];
  }

  /** Counts all that is left as orphans. */
  finish(): void {
    this.skipBefore(Number.POSITIVE_INFINITY, 0);
  }

  private advance(): void {
    this.place++;
    this.root = this.rows.rootAt(this.place);
    this.order = this.rows.orderAt(this.place);
  }

  private skipBefore(root: number, order: number): void {
    while (this.root < root || (this.root === root && this.order < order)) {
      if (this.orphan !== undefined) this.oddities.add(this.orphan);
      this.advance();
    }
  }

  /** Leaves of the rows taken each text once, in order, so that nothing hangs on which thread read which file. */
  private sortOut(): void {
    const { taken } = this;
    taken.sort((one, other) => this.compare(one, other));
    let kept = 1;
    for (let index = 1; index < taken.length; index++) {
      const row = taken[index] ?? 0;
      if (this.compare(taken[kept - 1] ?? 0, row) !== 0) taken[kept++] = row;
    }
    if (kept < taken.length) this.oddities.add('repeatedRow', taken.length - kept);
    taken.length = kept;
  }

  private compare(one: number, other: number): number {
    const { bytes } = this;
    const first = one + ROW_HEADER;
    const second = other + ROW_HEADER;
    const firstEnd = first + bytes.readUInt16LE(one + 1);
    const secondEnd = second + bytes.readUInt16LE(other + 1);
    return bytes.compare(bytes, second, secondEnd, first, firstEnd);
  }
}
