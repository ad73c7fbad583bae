import { asc, eq, gt, lt } from 'drizzle-orm';
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

/** How many additions are read at a time. */
const PAGE = 200;

/** Keeps a record, in the place of an older one of the same CNPJ. Throws when its body is beyond all measure. */
export function saveAddition(state: State, addition: Addition, nowMs = Date.now()): void {
  if (addition.body.length > BODY_LIMIT) {
    throw new Error(
      `The record of ${addition.cnpj} has ${addition.body.length} characters; at most ${BODY_LIMIT} are kept.`,
    );
  }
  const { cnpj, ...rest } = addition;
  const values = { ...rest, learntAt: nowMs };
  state.orm
    .insert(additions)
    .values({ cnpj, ...values })
    .onConflictDoUpdate({ target: additions.cnpj, set: values })
    .run();
}

/** The addition for a CNPJ, or undefined. */
export function findAddition(state: State, cnpj: string): Addition | undefined {
  const columns = { cnpj: additions.cnpj, body: additions.body, updatedAt: additions.updatedAt };
  return state.orm.select(columns).from(additions).where(eq(additions.cnpj, cnpj)).get();
}

/**
 * Every addition, by CNPJ. Read a page at a time, so that no transaction stands open while a long import
 * works through them.
 */
export function* eachAddition(state: State): Generator<Addition, void, void> {
  const columns = { cnpj: additions.cnpj, body: additions.body, updatedAt: additions.updatedAt };
  let after = '';
  for (;;) {
    const query = state.orm.select(columns).from(additions).where(gt(additions.cnpj, after));
    const page = query.orderBy(asc(additions.cnpj)).limit(PAGE).all();
    yield* page;
    const last = page.at(-1);
    if (last === undefined || page.length < PAGE) return;
    after = last.cnpj;
  }
}

/** Drops the additions that are older than an extraction, ISO 8601, and so in it; returns how many. */
export function dropAdditions(state: State, olderThan: string): number {
  const dropped = state.orm.delete(additions).where(lt(additions.updatedAt, olderThan));
  return dropped.returning({ cnpj: additions.cnpj }).all().length;
}
