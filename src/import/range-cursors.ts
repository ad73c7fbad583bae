import { KeyedRows } from './keyed-rows.ts';
import type { Oddity, OddityCounter } from './oddities.ts';
import { ROW_KINDS, type RowKind } from './protocol.ts';
import type { RangeRows } from './range-reader.ts';
import { RowCursor } from './row-cursor.ts';

const ORPHANS: Readonly<Record<RowKind, Oddity | undefined>> = {
  companies: undefined,
  establishments: undefined,
  partners: 'orphanPartner',
  simples: 'orphanSimples',
  regimes: 'orphanRegime',
  suframa: 'orphanSuframa',
  stateRegistrations: 'orphanStateRegistration',
};

/** One cursor a kind over the rows of a range. */
export type RangeCursors = Readonly<Record<RowKind, RowCursor>>;

/** Begins at the first row of each kind. */
export function openCursors({ bytes, kinds }: RangeRows, oddities: OddityCounter): RangeCursors {
  const cursors = ROW_KINDS.map((kind, number) => {
    const rows = kinds[number] ?? new KeyedRows();
    return [kind, new RowCursor(bytes, rows, oddities, ORPHANS[kind])];
  });
  // One entry a kind was made just now.
  return Object.fromEntries(cursors) as RangeCursors;
}
