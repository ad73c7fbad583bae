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
  /** Values are years, each with all dates of that year and before. */
  readonly until: FieldName;
  readonly year: FieldName;
  readonly month: FieldName;
  readonly day: FieldName;
}

/** The fields of the date of the status, and of the start of activity. */
export const DATE_FIELDS = {
  status: { until: 'statusUntil', year: 'statusYear', month: 'statusMonth', day: 'statusDay' },
  start: { until: 'startUntil', year: 'startYear', month: 'startMonth', day: 'startDay' },
} as const satisfies Record<string, DateFields>;

const FIRST_DAY = '0000-01-01';
const LAST_DAY = '9999-12-31';

/** What reading one more term costs, in numbers that could be read instead. */
const TERM_COST = 2_000;

/** A bitmap of all numbers costs as much as reading one number in so many by steps. */
const NUMBERS_PER_STEP = 20;

/** More than a year has months, a month days, and the registry years. */
const MAX_CHILDREN = 10_000;

/** Terms which, each turned over in its turn, come to certain days, and what that costs. */
interface Cover {
  readonly terms: readonly Term[];
  readonly cost: number;
}

const NOTHING: Cover = { terms: [], cost: 0 };

/** Covers of all days of a year, month or day, of those in the range, and of those that are not. */
interface Split {
  readonly whole: Cover;
  readonly wanted: Cover;
  readonly rest: Cover;
}

/** Covers as one, no two of which share a day unless one lies within the other. */
function join(covers: readonly Cover[]): Cover {
  return {
    terms: covers.flatMap(({ terms }) => terms),
    cost: covers.reduce((sum, { cost }) => sum + cost, 0),
  };
}

function cheaper(one: Cover, other: Cover): Cover {
  return one.cost <= other.cost ? one : other;
}

/** What is wanted, by its parts or by the whole with the rest turned over. */
function coverWanted({ whole, wanted, rest }: Split): Cover {
  return cheaper(wanted, join([whole, rest]));
}

/** The rest, by its parts or by the whole with what is wanted turned over. */
function coverRest({ whole, wanted, rest }: Split): Cover {
  return cheaper(rest, join([whole, wanted]));
}

/**
 * Finds the cheapest terms that make up a range of days. An establishment has one date, so months lie apart and within
 * their year, and a year within all until its end. All of 2020 but January is 2020 with January turned over; 2001 to
 * 2020 is all until 2020 with all until 2000 turned over. What comes out is to be joined as `odd`.
 */
export class DayCover {
  private readonly years: readonly Term[];
  /** For each year all until its end. */
  private readonly untils: readonly Term[];
  private readonly levels: readonly FieldName[];

  /** `numbers` is how many numbers there are in all. */
  constructor(
    private readonly table: TermTable,
    { until, year, month, day }: DateFields,
    private readonly numbers: number,
  ) {
    this.years = table.findBeginning(year, '', MAX_CHILDREN);
    this.untils = table.findBeginning(until, '', MAX_CHILDREN);
    this.levels = [month, day];
  }

  /** The terms of a range's days; none when nothing has such a date. */
  find({ from = FIRST_DAY, until = LAST_DAY }: DayRange): readonly Term[] {
    if (from > until) return [];
    const splits = this.years.map((year) => this.split(year, 0, { from, until }));
    return cheaper(join(splits.map(coverWanted)), this.coverRun(splits)).terms;
  }

  /** The days of the range by the difference of two untils, mended in the years where it begins and ends. */
  private coverRun(splits: readonly Split[]): Cover {
    const isTaken = ({ wanted, rest }: Split): boolean => rest.cost < wanted.cost;
    const last = this.untils[splits.findLastIndex(isTaken)];
    const before = this.untils[splits.findIndex(isTaken) - 1];
    const ends = [last, before].map((term) => (term === undefined ? NOTHING : this.coverWhole(term)));
    return join([...ends, ...splits.map((split) => (isTaken(split) ? split.rest : split.wanted))]);
  }

  /** Splits what lies in a term of a level by what lies in the levels below. */
  private split(term: Term, level: number, range: Days): Split {
    // A year's first day is the first of all days with the year in its place, and so with a month's.
    const first = term.value + FIRST_DAY.slice(term.value.length);
    const last = term.value + LAST_DAY.slice(term.value.length);
    const whole = this.coverWhole(term);
    if (range.from <= first && last <= range.until) return { whole, wanted: whole, rest: NOTHING };
    if (last < range.from || range.until < first) return { whole, wanted: NOTHING, rest: whole };
    const field = this.levels[level];
    const parts = field === undefined ? [] : this.table.findBeginning(field, term.value, MAX_CHILDREN);
    const splits = parts.map((part) => this.split(part, level + 1, range));
    return { whole, wanted: join(splits.map(coverWanted)), rest: join(splits.map(coverRest)) };
  }

  private coverWhole(term: Term): Cover {
    return { terms: [term], cost: TERM_COST + Math.min(term.count, this.numbers / NUMBERS_PER_STEP) };
  }
}
