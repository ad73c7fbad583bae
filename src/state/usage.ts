import { eq } from 'drizzle-orm';
import { type CalendarMonth, monthAt } from './calendar.ts';
import type { State } from './database.ts';
import { OPERATIONS, type Operation, usage } from './tables.ts';

/** Queries to be added to one row of the usage table. */
export type UsageRow = {
  readonly subscriberId: number;
  /** `year * 100 + month`. */
  readonly month: number;
  readonly operation: Operation;
  readonly quantity: number;
};

/** What a subscriber queried in a month. */
export type MonthUsage = {
  readonly year: number;
  readonly month: number;
  /** All operations together. */
  readonly quantity: number;
  readonly byOperation: Readonly<Record<Operation, number>>;
  /** When the counts were last written, or now for the current month; epoch milliseconds. */
  readonly updatedAt: number;
};

const WIDTH = OPERATIONS.length;

/** The place of each operation among a subscriber's counters. */
const PLACE: Readonly<Record<Operation, number>> = { cnpj: 0, raiz: 1, pesquisa: 2, suframa: 3 };

/** Room for this many counters at first; it doubles as subscribers come. */
const FIRST_ROOM = 1_024;

/**
 * One month's counters. Subscribers are numbered from 1 without gaps, so a counter's place follows from the
 * subscriber's number, and counting is two additions in two arrays.
 */
class Tally {
  /** All queries of the month, those in the database among them. */
  counts = new Float64Array(FIRST_ROOM);
  /** Those of them that no batch has taken yet. */
  pending = new Float64Array(FIRST_ROOM);
  /** The places where something is pending. */
  touched: number[] = [];

  constructor(readonly month: CalendarMonth) {}

  /** Makes room for a place. */
  reserve(place: number): void {
    if (place < this.counts.length) return;
    const room = 2 ** Math.ceil(Math.log2(place + 1));
    const counts = new Float64Array(room);
    const pending = new Float64Array(room);
    counts.set(this.counts);
    pending.set(this.pending);
    this.counts = counts;
    this.pending = pending;
  }

  /** Adds queries that are still to be written, at a place that is reserved. */
  owe(place: number, quantity: number): void {
    const before = this.pending[place] ?? 0;
    if (before === 0) this.touched.push(place);
    this.pending[place] = before + quantity;
  }
}

/** The place of a row's counter. */
function placeOf(row: UsageRow): number {
  return row.subscriberId * WIDTH + PLACE[row.operation];
}

/** What a month's four counters say. */
function sumUp(key: number, counts: ArrayLike<number>, first: number, updatedAt: number): MonthUsage {
  const byOperation = { cnpj: 0, raiz: 0, pesquisa: 0, suframa: 0 };
  let quantity = 0;
  for (const [place, operation] of OPERATIONS.entries()) {
    const count = counts[first + place] ?? 0;
    byOperation[operation] = count;
    quantity += count;
  }
  return { year: Math.floor(key / 100), month: key % 100, quantity, byOperation, updatedAt };
}

/**
 * Queries counted by subscriber, operation and month of Brasília's calendar. The current month is counted in
 * memory and is exact there; the recorder carries batches of it to the database.
 */
export class Usage {
  readonly #state: State;
  readonly #now: () => number;
  #current: Tally;
  /** The month before, kept in memory because its last batches may still be under way. */
  #previous: Tally | undefined;

  constructor(state: State, now: () => number = Date.now) {
    this.#state = state;
    this.#now = now;
    this.#current = new Tally(monthAt(now()));
    this.#load(this.#current);
  }

  /** When the current month, and with it a monthly quota, ends; epoch milliseconds. */
  get monthEndsAt(): number {
    this.#turnPage();
    return this.#current.month.endsAt;
  }

  /** Counts one query. Synchronous, without allocation, far below a microsecond. */
  count(subscriberId: number, operation: Operation): void {
    this.#turnPage();
    const place = subscriberId * WIDTH + PLACE[operation];
    const tally = this.#current;
    if (place >= tally.counts.length) tally.reserve(place);
    tally.counts[place] = (tally.counts[place] ?? 0) + 1;
    tally.owe(place, 1);
  }

  /** How many queries a subscriber has made this month, all operations together, from memory. */
  countedThisMonth(subscriberId: number): number {
    this.#turnPage();
    const { counts } = this.#current;
    const first = subscriberId * WIDTH;
    let sum = 0;
    for (let place = first; place < first + WIDTH; place++) sum += counts[place] ?? 0;
    return sum;
  }

  /**
   * A subscriber's months, oldest first, with what is not yet written; the current month is always among
   * them unless the year or month asked for excludes it.
   */
  usageByMonth(subscriberId: number, year?: number, month?: number): readonly MonthUsage[] {
    this.#turnPage();
    const months = this.#readMonths(subscriberId);
    const first = subscriberId * WIDTH;
    const held = [this.#previous, this.#current].filter((tally) => tally !== undefined);
    for (const tally of held) {
      const { key } = tally.month;
      const summed = sumUp(key, tally.counts, first, months.get(key)?.updatedAt ?? this.#now());
      if (tally === this.#current) months.set(key, { ...summed, updatedAt: this.#now() });
      else if (summed.quantity > 0) months.set(key, summed);
    }
    return [...months.values()]
      .filter((found) => (year ?? found.year) === found.year && (month ?? found.month) === found.month)
      .sort((a, b) => a.year - b.year || a.month - b.month);
  }

  /** Takes what is pending, for a batch; what cannot be written comes back through `restore`. */
  takeBatch(): readonly UsageRow[] {
    const rows: UsageRow[] = [];
    for (const tally of [this.#previous, this.#current]) {
      if (tally === undefined) continue;
      const { key: month } = tally.month;
      for (const place of tally.touched) {
        const operation = OPERATIONS[place % WIDTH];
        const quantity = tally.pending[place] ?? 0;
        if (operation === undefined || quantity === 0) continue;
        rows.push({ subscriberId: Math.floor(place / WIDTH), month, operation, quantity });
        tally.pending[place] = 0;
      }
      tally.touched = [];
    }
    return rows;
  }

  /** Takes a batch back that could not be written, to be written with the next one. */
  restore(rows: readonly UsageRow[]): void {
    for (const row of rows) this.#tallyOf(row.month)?.owe(placeOf(row), row.quantity);
  }

  /**
   * Learns what the database held after a batch was added, one total a row: should another process have
   * counted for the same subscriber, as around a restart, its queries are seen here.
   */
  settle(rows: readonly UsageRow[], totals: readonly number[]): void {
    for (const [index, row] of rows.entries()) {
      const tally = this.#tallyOf(row.month);
      const total = totals[index];
      if (tally === undefined || total === undefined) continue;
      const place = placeOf(row);
      tally.counts[place] = total + (tally.pending[place] ?? 0);
    }
  }

  #tallyOf(month: number): Tally | undefined {
    return [this.#current, this.#previous].find((tally) => tally?.month.key === month);
  }

  /**
   * Begins a new month when the current one is over, with counters of zero: a request never waits for the
   * database here. A clock set back goes on counting in the same month.
   */
  #turnPage(): void {
    const now = this.#now();
    if (now < this.#current.month.endsAt) return;
    this.#previous = this.#current;
    this.#current = new Tally(monthAt(now));
  }

  /** Fills a month's counters from the database. */
  #load(tally: Tally): void {
    const rows = this.#state.orm.select().from(usage).where(eq(usage.month, tally.month.key)).all();
    for (const row of rows) {
      const place = placeOf(row);
      tally.reserve(place);
      tally.counts[place] = row.quantity;
    }
  }

  /** The months that the database has for a subscriber, by key. */
  #readMonths(subscriberId: number): Map<number, MonthUsage> {
    const { orm } = this.#state;
    const rows = orm.select().from(usage).where(eq(usage.subscriberId, subscriberId)).all();
    const months = new Map<number, MonthUsage>();
    for (const [key, ofMonth] of Map.groupBy(rows, (row) => row.month)) {
      const counts = new Float64Array(WIDTH);
      for (const row of ofMonth) counts[PLACE[row.operation]] = row.quantity;
      months.set(key, sumUp(key, counts, 0, Math.max(...ofMonth.map((row) => row.updatedAt))));
    }
    return months;
  }
}
