import { and, desc, eq, inArray, isNull, max, notInArray } from 'drizzle-orm';
import type { FailureKind } from '../domain/failure-kind.ts';
import type { State } from './database.ts';
import { imports, type Outcome } from './tables.ts';

/** How many runs are remembered. */
const HISTORY = 1_000;

/** One run of the import. */
export type ImportRun = {
  readonly id: number;
  /** Epoch milliseconds. */
  readonly startedAt: number;
  /** Absent while it runs. */
  readonly endedAt: number | undefined;
  /** The month of the data, `YYYY-MM`, once known. */
  readonly month: string | undefined;
  readonly outcome: Outcome | undefined;
  readonly rows: number | undefined;
  readonly message: string | undefined;
  /** What kind of failure it was; absent unless it failed or was interrupted. */
  readonly kind: FailureKind | undefined;
  /** A digest of the files that it was made of, once known. */
  readonly inbox: string | undefined;
};

/** How a run ended. */
export type ImportEnd = {
  readonly outcome: Exclude<Outcome, 'interrupted'>;
  readonly month?: string | undefined;
  readonly rows?: number | undefined;
  readonly message?: string | undefined;
  readonly kind?: FailureKind | undefined;
  readonly inbox?: string | undefined;
};

/** A row as callers see it: what is absent is undefined. */
function castRun(row: typeof imports.$inferSelect): ImportRun {
  return {
    id: row.id,
    startedAt: row.startedAt,
    endedAt: row.endedAt ?? undefined,
    month: row.month ?? undefined,
    outcome: row.outcome ?? undefined,
    rows: row.rows ?? undefined,
    message: row.message ?? undefined,
    kind: row.kind ?? undefined,
    inbox: row.inbox ?? undefined,
  };
}

/**
 * Notes that an import begins and returns the run's id. Only one runs at a time, so a run without an end is
 * one whose process died: it is noted as interrupted.
 */
export function startImport(state: State, month?: string, nowMs = Date.now()): number {
  const { orm } = state;
  const start = state.sqlite.transaction(() => {
    const message = 'The process ended before it.';
    const lost = { outcome: 'interrupted', kind: 'interrupted', endedAt: nowMs, message } as const;
    orm.update(imports).set(lost).where(isNull(imports.outcome)).run();
    const kept = orm
      .select({ id: imports.id })
      .from(imports)
      .orderBy(desc(imports.id))
      .limit(HISTORY - 1);
    orm.delete(imports).where(notInArray(imports.id, kept)).run();
    const values = { startedAt: nowMs, month: month ?? null };
    return orm.insert(imports).values(values).returning({ id: imports.id }).get().id;
  });
  return start.immediate();
}

/** Notes how a run ended. */
export function finishImport(state: State, id: number, end: ImportEnd, nowMs = Date.now()): void {
  state.orm
    .update(imports)
    .set({ ...end, endedAt: nowMs })
    .where(eq(imports.id, id))
    .run();
}

/** The last runs, newest first. */
export function listImports(state: State, limit: number): readonly ImportRun[] {
  return state.orm.select().from(imports).orderBy(desc(imports.id)).limit(limit).all().map(castRun);
}

/**
 * The last run that ended, if it failed or was interrupted; undefined when it went well. What an operator refused was
 * no failure.
 */
export function findLastFailure(state: State): ImportRun | undefined {
  const ended = inArray(imports.outcome, ['failed', 'interrupted', 'published', 'unchanged']);
  const row = state.orm.select().from(imports).where(ended).orderBy(desc(imports.id)).get();
  return row?.kind ? castRun(row) : undefined;
}

/** Whether this state of the inbox, by its digest, was refused and has not been published since. */
export function isRefusedInbox(state: State, inbox: string): boolean {
  const decided = and(eq(imports.inbox, inbox), inArray(imports.outcome, ['refused', 'published']));
  const row = state.orm.select().from(imports).where(decided).orderBy(desc(imports.id)).get();
  return row?.outcome === 'refused';
}

/** The runs that refused a month which no later run has published, newest month first. */
export function listRefusedMonths(state: State): readonly ImportRun[] {
  const { orm } = state;
  const decided = inArray(imports.outcome, ['refused', 'published']);
  const last = orm
    .select({ id: max(imports.id) })
    .from(imports)
    .where(decided)
    .groupBy(imports.month);
  const rows = orm.select().from(imports).where(inArray(imports.id, last)).orderBy(desc(imports.month)).all();
  return rows.filter((row) => row.outcome === 'refused' && row.month !== null).map(castRun);
}
