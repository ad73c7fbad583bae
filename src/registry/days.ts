import type { FieldName } from './fields.ts';
import type { Term, TermTable } from './terms.ts';

/** Days from one to another, both inclusive, as `YYYY-MM-DD`; an end that is absent is open. */
export interface DayRange {
  readonly from?: string | undefined;
  readonly until?: string | undefined;
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

const FIRST_DAY = '0000-00-00';
const LAST_DAY = '9999-99-99';
/** The first and last day of a year or month by the order of texts; no calendar need have them. */
const FIRST_REST = '-00-00';
const LAST_REST = '-99-99';

/** What reading one more term costs, in numbers that could be read instead. */
const TERM_COST = 2_000;

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
  private readonly children = new Map<string, Term[]>();

  constructor(
    private readonly table: TermTable,
    fields: DateFields,
    /** How many numbers there are: a bitmap of them costs about a twentieth of so many steps. */
    private readonly numbers: number,
  ) {
    this.levels = [fields.year, fields.month, fields.day];
  }

  /** The terms of the days of a range; none when no establishment has such a date. */
  find({ from = FIRST_DAY, until = LAST_DAY }: DayRange): readonly Term[] {
    return from <= until ? this.coverChildren('', 0, from, until, true).terms : [];
  }

  /** Covers of what lies in a term those days that are in the range, or with `wanted` false those that are not. */
  private cover(term: Term, level: number, from: string, until: string, wanted: boolean): Cover {
    const first = `${term.value}${FIRST_REST}`.slice(0, FIRST_DAY.length);
    const last = `${term.value}${LAST_REST}`.slice(0, LAST_DAY.length);
    const isOutside = last < from || first > until;
    const isInside = from <= first && last <= until;
    if (isOutside || isInside) return isInside === wanted ? this.whole(term) : NOTHING;
    // A day lies inside or outside, so only years and months come here.
    const parts = this.coverChildren(term.value, level + 1, from, until, wanted);
    const rest = this.coverChildren(term.value, level + 1, from, until, !wanted);
    const whole = this.whole(term);
    if (parts.cost <= whole.cost + rest.cost) return parts;
    return { terms: [...whole.terms, ...rest.terms], cost: whole.cost + rest.cost };
  }

  private coverChildren(value: string, level: number, from: string, until: string, wanted: boolean): Cover {
    const terms: Term[] = [];
    let cost = 0;
    for (const child of this.childrenOf(value, level)) {
      const cover = this.cover(child, level, from, until, wanted);
      terms.push(...cover.terms);
      cost += cover.cost;
    }
    return { terms, cost };
  }

  private whole(term: Term): Cover {
    return { terms: [term], cost: TERM_COST + Math.min(term.count, this.numbers / 20) };
  }

  private childrenOf(value: string, level: number): Term[] {
    const known = this.children.get(value);
    if (known) return known;
    const field = this.levels[level];
    const found = field ? this.table.findBeginning(field, value, MAX_CHILDREN) : [];
    this.children.set(value, found);
    return found;
  }
}

/** More than any year has months, any month days, and the calendar years. */
const MAX_CHILDREN = 10_000;
