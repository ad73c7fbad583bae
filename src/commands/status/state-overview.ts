import { constants, Database } from 'bun:sqlite';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { count, desc, eq, sum } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/bun-sqlite';
import { monthAt } from '../../state/calendar.ts';
import type { State } from '../../state/database.ts';
import { findLastFailure, type ImportRun, listImports, listRefusedMonths } from '../../state/imports.ts';
import { MIGRATIONS } from '../../state/migrations.ts';
import { listTokens } from '../../state/subscribers.ts';
import {
  additions,
  OPERATIONS,
  type Operation,
  PLANS,
  type Plan,
  subscribers,
  usage,
  wanted,
} from '../../state/tables.ts';
import { explainFailure, findObstacle } from './access.ts';

/** How many of the subscribers that query most are named. */
const BUSIEST = 5;

/** What was queried in the current month of Brasília's calendar. */
export interface MonthlyUse {
  /** YYYY-MM. */
  readonly month: string;
  readonly queries: number;
  readonly byOperation: Readonly<Record<Operation, number>>;
  readonly busiest: readonly {
    readonly subscriber: number;
    readonly email: string | undefined;
    readonly plan: Plan | undefined;
    readonly queries: number;
  }[];
}

/** What state.db tells. */
export interface StateOverview {
  readonly lastRun: ImportRun | undefined;
  readonly lastFailure: ImportRun | undefined;
  /** Months that a rollback refused, YYYY-MM. */
  readonly refusedMonths: readonly string[];
  /** Subscribers with a token in force, by plan. */
  readonly subscribers: Readonly<Record<Plan, number>>;
  readonly activeTokens: number;
  readonly use: MonthlyUse;
  /** CNPJs that lookups found wanting. */
  readonly wanted: number;
  /** Records learnt upstream that the next import takes in. */
  readonly learnt: number;
}

/**
 * Opens state.db to read. Without a WAL beside it nobody has it open and it is whole; read as a file that does not
 * change, it gets none, so that an overview leaves nothing behind.
 */
function openReadOnly(path: string): State {
  const address = pathToFileURL(path).href + (existsSync(`${path}-wal`) ? '' : '?immutable=1');
  const sqlite = new Database(address, constants.SQLITE_OPEN_READONLY | constants.SQLITE_OPEN_URI);
  // Nothing is written here that could be lost.
  const requireInPlace = () => undefined;
  return { path, sqlite, orm: drizzle({ client: sqlite }), requireInPlace, close: () => sqlite.close() };
}

function readUse({ orm }: State, nowMs: number): MonthlyUse {
  const { year, month, key } = monthAt(nowMs);
  const ofMonth = eq(usage.month, key);
  const queries = sum(usage.quantity).mapWith(Number);
  const byOperation = orm
    .select({ operation: usage.operation, queries })
    .from(usage)
    .where(ofMonth)
    .groupBy(usage.operation)
    .all();
  const counts = new Map(byOperation.map((row) => [row.operation, row.queries]));
  const busiest = orm
    .select({
      subscriber: usage.subscriberId,
      email: subscribers.email,
      plan: subscribers.plan,
      queries,
    })
    .from(usage)
    .leftJoin(subscribers, eq(subscribers.id, usage.subscriberId))
    .where(ofMonth)
    .groupBy(usage.subscriberId)
    .orderBy(desc(queries))
    .limit(BUSIEST)
    .all();
  return {
    month: `${year}-${String(month).padStart(2, '0')}`,
    queries: byOperation.reduce((total, row) => total + row.queries, 0),
    // One entry an operation is what `fromEntries` cannot tell the compiler.
    byOperation: Object.fromEntries(OPERATIONS.map((name) => [name, counts.get(name) ?? 0])) as Record<
      Operation,
      number
    >,
    busiest: busiest.map((row) => ({ ...row, email: row.email ?? undefined, plan: row.plan ?? undefined })),
  };
}

function describe(state: State, nowMs: number): StateOverview {
  const active = listTokens(state, nowMs).filter(({ standing }) => standing === 'active');
  const holders = (plan: Plan) =>
    new Set(active.filter((token) => token.plan === plan).map((token) => token.subscriberId)).size;
  const countRows = (table: typeof wanted | typeof additions) =>
    state.orm.select({ rows: count() }).from(table).get()?.rows ?? 0;
  return {
    lastRun: listImports(state, 1)[0],
    lastFailure: findLastFailure(state),
    refusedMonths: listRefusedMonths(state).flatMap(({ month }) => month ?? []),
    // One entry a plan is what `fromEntries` cannot tell the compiler.
    subscribers: Object.fromEntries(PLANS.map((plan) => [plan, holders(plan)])) as Record<Plan, number>,
    activeTokens: active.length,
    use: readUse(state, nowMs),
    wanted: countRows(wanted),
    learnt: countRows(additions),
  };
}

function explainVersion(path: string, version: number): string {
  const newest = MIGRATIONS.length;
  return version < newest
    ? `${path} has version ${version} and this program ${newest}: the next \`cnpj serve\` or import brings it up.`
    : `${path} has version ${version}, but this program knows versions up to ${newest}: run the newer program.`;
}

/** What state.db tells, or why nothing can be told of it; neither where there is none yet. */
export function readState(
  dataDir: string,
  nowMs: number,
): { readonly state: StateOverview | undefined; readonly stateFault: string | undefined } {
  const path = join(dataDir, 'state.db');
  const obstacle = findObstacle(path, 'file');
  if (obstacle !== undefined) return { state: undefined, stateFault: obstacle.what };
  if (!existsSync(path)) return { state: undefined, stateFault: undefined };
  let state: State | undefined;
  try {
    state = openReadOnly(path);
    const row = state.sqlite.query<{ user_version: number }, []>('PRAGMA user_version').get();
    const version = row?.user_version ?? 0;
    if (version !== MIGRATIONS.length) {
      return { state: undefined, stateFault: explainVersion(path, version) };
    }
    return { state: describe(state, nowMs), stateFault: undefined };
  } catch (cause) {
    const { kind, what } = explainFailure(path, cause);
    const stateFault = kind === 'damaged' ? `${what} Put a backup of it in its place.` : what;
    return { state: undefined, stateFault };
  } finally {
    state?.close();
  }
}
