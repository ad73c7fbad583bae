import { and, asc, desc, eq, gt, lt, max, notInArray } from 'drizzle-orm';
import type { State } from './database.ts';
import { additions } from './tables.ts';

/** A record learnt from an upstream service. */
export type Addition = {
  /** 14 characters. */
  readonly cnpj: string;
  /** The JSON body as it was received. */
  readonly body: string;
  /** The record's own `atualizado_em`, ISO 8601. */
  readonly updatedAt: string;
};

/** The largest body that is kept, in characters; a record of thousands of partners has half of it. */
const BODY_LIMIT = 4 * 1024 * 1024;

/** How many records are kept: two hundred nights of asking 500 times each. */
export const ADDITIONS_CAPACITY = 100_000;

/** How many additions are read at a time. */
const PAGE = 200;

/**
 * Keeps a record, in the place of an older one of the same CNPJ; returns whether it was news, none being newer or as
 * new. Throws when its body is beyond all measure.
 */
export function saveAddition(state: State, addition: Addition, nowMs = Date.now()): boolean {
  if (addition.body.length > BODY_LIMIT) {
    throw new Error(
      `The record of ${addition.cnpj} has ${addition.body.length} characters; at most ${BODY_LIMIT} are kept.`,
    );
  }
  const { cnpj, ...rest } = addition;
  const values = { ...rest, learntAt: nowMs };
  const isOlder = lt(additions.updatedAt, addition.updatedAt);
  const saved = state.orm
    .insert(additions)
    .values({ cnpj, ...values })
    .onConflictDoUpdate({ target: additions.cnpj, set: values, setWhere: isOlder })
    .returning({ cnpj: additions.cnpj })
    .all();
  return saved.length > 0;
}

/** When the last addition was learnt, epoch milliseconds; 0 when there is none. */
export function lastLearntAt(state: State): number {
  return (
    state.orm
      .select({ at: max(additions.learntAt) })
      .from(additions)
      .get()?.at ?? 0
  );
}

/** Drops the additions that were learnt longest ago, beyond the number that is kept. */
export function trimAdditions(state: State, capacity = ADDITIONS_CAPACITY): void {
  const { cnpj, learntAt } = additions;
  const kept = state.orm.select({ cnpj }).from(additions).orderBy(desc(learntAt), cnpj).limit(capacity);
  state.orm.delete(additions).where(notInArray(cnpj, kept)).run();
}

/** The addition for a CNPJ, or undefined. */
export function findAddition(state: State, cnpj: string): Addition | undefined {
  const columns = { cnpj: additions.cnpj, body: additions.body, updatedAt: additions.updatedAt };
  return state.orm.select(columns).from(additions).where(eq(additions.cnpj, cnpj)).get();
}

/**
 * Every addition, by CNPJ, or those from one beginning of a CNPJ, inclusive, to another, exclusive. Read a page at a
 * time, so that no transaction stands open while a long import works through them.
 */
export function* eachAddition(state: State, from = '', to?: string): Generator<Addition, void, void> {
  const columns = { cnpj: additions.cnpj, body: additions.body, updatedAt: additions.updatedAt };
  // Whole CNPJs are longer than a beginning, and so come after it.
  let after = from;
  for (;;) {
    const isWithin = and(gt(additions.cnpj, after), to === undefined ? undefined : lt(additions.cnpj, to));
    const query = state.orm.select(columns).from(additions).where(isWithin);
    const page = query.orderBy(asc(additions.cnpj)).limit(PAGE).all();
    yield* page;
    const last = page.at(-1);
    if (last === undefined || page.length < PAGE) return;
    after = last.cnpj;
  }
}

/**
 * Drops the additions that are older than an extraction, ISO 8601, where `isInIt` says that it has a record of its own
 * for the CNPJ; returns how many.
 */
export function dropAdditions(state: State, olderThan: string, isInIt: (cnpj: string) => boolean): number {
  const { cnpj, updatedAt } = additions;
  const older = state.orm.select({ cnpj }).from(additions).where(lt(updatedAt, olderThan)).all();
  const overtaken = older.filter((addition) => isInIt(addition.cnpj));
  const drop = state.sqlite.transaction(() => {
    for (const addition of overtaken) state.orm.delete(additions).where(eq(cnpj, addition.cnpj)).run();
  });
  drop.immediate();
  return overtaken.length;
}
