import type { Database } from 'bun:sqlite';
import type { UsageRow } from './usage.ts';
import { WANTED_CAPACITY, type WantedRow } from './wanted.ts';

/** What is written together or not at all. */
export type Batch = { readonly usage: readonly UsageRow[]; readonly wanted: readonly WantedRow[] };

/** What the recorder asks: to write a batch to a state.db, or to close it. Each is answered once, in order. */
export type WriterOrder =
  | { readonly kind: 'write'; readonly path: string; readonly batch: Batch }
  | { readonly kind: 'close' };

/** What the writer answers to a batch, with the new total of each row of usage, or to having closed. */
export type WriterReport =
  | { readonly kind: 'written'; readonly totals: readonly number[] }
  | { readonly kind: 'failed'; readonly reason: string }
  | { readonly kind: 'closed' };

const ADD_USAGE = `
  INSERT INTO usage (subscriber_id, month, operation, quantity, updated_at) VALUES (?, ?, ?, ?, ?)
  ON CONFLICT DO UPDATE SET quantity = quantity + excluded.quantity, updated_at = excluded.updated_at
  RETURNING quantity`;

/** How long a CNPJ has been waiting counts from when it was first asked for, so asking again moves nothing. */
const ADD_WANTED = `
  INSERT INTO wanted (cnpj, absent, asked_at) VALUES (?, ?, ?)
  ON CONFLICT DO UPDATE SET absent = excluded.absent WHERE absent <> excluded.absent`;

/** Keeps the absent before the stale, and those who came first. */
const TRIM_WANTED = `
  DELETE FROM wanted WHERE cnpj IN (
    SELECT cnpj FROM wanted ORDER BY absent DESC, asked_at ASC LIMIT -1 OFFSET ?
  )`;

/** Writes a batch in one transaction and returns the new total of each row of usage. */
export function writeBatch(sqlite: Database, batch: Batch, nowMs = Date.now()): readonly number[] {
  const addUsage = sqlite.query<{ quantity: number }, [number, number, string, number, number]>(ADD_USAGE);
  const addWanted = sqlite.query<null, [string, boolean, number]>(ADD_WANTED);
  const write = sqlite.transaction(() => {
    const totals = batch.usage.map((row) => {
      const { subscriberId, month, operation, quantity } = row;
      return addUsage.get(subscriberId, month, operation, quantity, nowMs)?.quantity ?? 0;
    });
    for (const row of batch.wanted) addWanted.run(row.cnpj, row.absent, nowMs);
    if (batch.wanted.length > 0) sqlite.query<null, [number]>(TRIM_WANTED).run(WANTED_CAPACITY);
    return totals;
  });
  return write.immediate();
}
