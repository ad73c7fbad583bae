import { asc, desc, eq } from 'drizzle-orm';
import type { State } from './database.ts';
import { wanted } from './tables.ts';

/** How many CNPJs are kept in the database; beyond them the least urgent are dropped. */
export const WANTED_CAPACITY = 100_000;

/** How many are held in memory until the recorder's next batch; beyond them, until then, none is remembered. */
const BUFFER_CAPACITY = 10_000;

/** A CNPJ that was looked up. */
export type WantedRow = {
  readonly cnpj: string;
  /** Whether the registry lacks it; otherwise what the registry has is too old. */
  readonly absent: boolean;
};

/** CNPJs that requests have found wanting, held until the recorder writes them. */
export class WantedBuffer {
  readonly #held = new Map<string, boolean>();

  /** Remembers a CNPJ, in 14 characters. Synchronous and bounded; writes nothing itself. */
  remember(cnpj: string, absent: boolean): void {
    if (this.#held.size < BUFFER_CAPACITY || this.#held.has(cnpj)) this.#held.set(cnpj, absent);
  }

  /** Takes what is held, for a batch; what cannot be written comes back through `restore`. */
  takeBatch(): readonly WantedRow[] {
    const rows = Array.from(this.#held, ([cnpj, absent]) => ({ cnpj, absent }));
    this.#held.clear();
    return rows;
  }

  /** Takes a batch back that could not be written. */
  restore(rows: readonly WantedRow[]): void {
    for (const row of rows) if (!this.#held.has(row.cnpj)) this.remember(row.cnpj, row.absent);
  }
}

/** The most urgent CNPJs, at most `limit`: those absent from the registry first, then the longest waiting. */
export function takeWanted(state: State, limit: number): readonly WantedRow[] {
  const columns = { cnpj: wanted.cnpj, absent: wanted.absent };
  const order = [desc(wanted.absent), asc(wanted.askedAt), asc(wanted.cnpj)];
  return state.orm
    .select(columns)
    .from(wanted)
    .orderBy(...order)
    .limit(limit)
    .all();
}

/** Puts a CNPJ behind the others that are as urgent: it was asked for in vain, and must not hold them up. */
export function postponeWanted(state: State, cnpj: string, nowMs = Date.now()): void {
  state.orm.update(wanted).set({ askedAt: nowMs }).where(eq(wanted.cnpj, cnpj)).run();
}

/** Strikes a CNPJ off: it was learnt, or nobody has it. */
export function forgetWanted(state: State, cnpj: string): void {
  state.orm.delete(wanted).where(eq(wanted.cnpj, cnpj)).run();
}
