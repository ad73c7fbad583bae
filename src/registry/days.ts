import type { FieldName } from './fields.ts';
import type { Term, TermTable } from './terms.ts';

/** Days from one to another, both inclusive, as `YYYY-MM-DD`; an end that is absent is open. */
export interface DayRange {
  readonly from?: string | undefined;
  readonly until?: string | undefined;
}

/** A range with both its ends. */
interface Days {
  readonly from: string;
  readonly until: string;
}

/** The fields in which one date of an establishment is posted. */
export interface DateFields {
  readonly year: FieldName;
  readonly month: FieldName;
  readonly day: FieldName;
}

/** The fields of the date of the status, and of the start of activity. */
export const DATE_FIELDS = {
  status: { year: 'statusYear', month: 'statusMonth', day: 'statusDay' },
  start: { year: 'startYear', month: 'startMonth', day: 'startDay' },
} as const satisfies Record<string, DateFields>;

const FIRST_DAY = '0000-01-01';
const LAST_DAY = '9999-12-31';

/** What reading one more term costs, in numbers that could be read instead. */
const TERM_COST = 2_000;

/** A bitmap of all numbers costs as much as reading one number in so many by steps. */
const NUMBERS_PER_STEP = 20;

/** More than a year has months, a month days, and the registry years. */
const MAX_CHILDREN = 10_000;

/** Terms which, each turned over in its turn, come to the wanted days, and what that costs. */
interface Cover {
  readonly terms: readonly Term[];
  readonly cost: number;
}

const NOTHING: Cover = { terms: [], cost: 0 };

/**
 * Finds the cheapest terms that make up a range of days. An establishment has one date, so a month's set lies within its
 * year's and apart from other months': February and March may be had by joining two months, and all but January by
 * turning January over within the year. What comes out is to be joined as `odd`.
 */
export class DayCover {
  private readonly levels: readonly FieldName[];
  /** The months and days looked at for one range, by the year or month they are of; and the years, by nothing. */
  private readonly children = new Map<string, readonly Term[]>();
  private readonly years: readonly Term[];

  /** `numbers` is how many numbers there are in all. */
  constructor(
    private readonly table: TermTable,
    { year, month, day }: DateFields,
    private readonly numbers: number,
  ) {
    this.levels = [year, month, day];
    this.years = table.findBeginning(year, '', MAX_CHILDREN);
  }

  /** The terms of a range's days; none when nothing has such a date. */
  find({ from = FIRST_DAY, until = LAST_DAY }: DayRange): readonly Term[] {
    this.children.clear();
    this.children.set('', this.years);
    return from <= until ? this.coverChildren('', 0, { from, until }, true).terms : [];
  }

  /** The days of a term that are in the range, or, when not `wanted`, those that are not. */
  private cover(term: Term, level: number, range: Days, wanted: boolean): Cover {
    // A year's first day is the first of all days with the year in its place, and so with a month's.
    const first = term.value + FIRST_DAY.slice(term.value.length);
    const last = term.value + LAST_DAY.slice(term.value.length);
    const isInside = range.from <= first && last <= range.until;
    const isOutside = last < range.from || range.until < first;
    const whole = this.coverWhole(term);
    if (isInside || isOutside) return isInside === wanted ? whole : NOTHING;
    const parts = this.coverChildren(term.value, level + 1, range, wanted);
    const rest = this.coverChildren(term.value, level + 1, range, !wanted);
    if (parts.cost <= whole.cost + rest.cost) return parts;
    return { terms: [...whole.terms, ...rest.terms], cost: whole.cost + rest.cost };
  }

  private coverWhole(term: Term): Cover {
    return { terms: [term], cost: TERM_COST + Math.min(term.count, this.numbers / NUMBERS_PER_STEP) };
  }

  private coverChildren(value: string, level: number, range: Days, wanted: boolean): Cover {
    const covers = this.childrenOf(value, level).map((child) => this.cover(child, level, range, wanted));
    return {
      terms: covers.flatMap(({ terms }) => terms),
      cost: covers.reduce((sum, { cost }) => sum + cost, 0),
    };
  }

  private childrenOf(value: string, level: number): readonly Term[] {
    const field = this.levels[level];
    if (field === undefined) return [];
    const known = this.children.get(value) ?? this.table.findBeginning(field, value, MAX_CHILDREN);
    this.children.set(value, known);
    return known;
  }
}
