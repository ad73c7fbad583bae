import { isDate } from '../domain/date.ts';
import { itemAt, type Random } from './random.ts';

const DAY_MS = 86_400_000;
const FIRST_DAY = Date.UTC(1966, 0, 1) / DAY_MS;
/** The first day on which roots with letters are given out. */
const FIRST_LETTERED_DAY = dayOf(2026, 7, 1);
const MEAN_AGE_DAYS = 9.5 * 365;

/** A date as the Receita writes it where there is none, in files of the Simples. */
export const NO_DATE = '00000000';

/** The days from 1966 to the day of the extraction, counted from 1970 and written as the Receita writes them. */
export class Calendar {
  /** The day of the extraction: nothing happens after it. */
  readonly lastDay: number;
  /** The extraction as `YYYY-MM-DD`. */
  readonly extraction: string;
  /** The extraction as the names of the files carry it: `D60808`. */
  readonly mark: string;
  readonly #texts: string[] = [];

  /** Throws a RangeError for a text that is no `YYYY-MM-DD` of the calendar from 1990 to 2099. */
  constructor(extraction: string) {
    const [year = '', month = '', dayOfMonth = ''] = extraction.split('-');
    if (!isDate(extraction) || year < '1990' || year > '2099') {
      throw new RangeError(
        `The extraction "${extraction}" is no date from 1990 to 2099: write it as 2026-08-08.`,
      );
    }
    this.lastDay = dayOf(Number(year), Number(month), Number(dayOfMonth));
    this.extraction = extraction;
    this.mark = `D${year.slice(3)}${month}${dayOfMonth}`;
    for (let day = FIRST_DAY; day <= this.lastDay; day++) {
      this.#texts.push(new Date(day * DAY_MS).toISOString().slice(0, 10).replaceAll('-', ''));
    }
  }

  /** A day as `YYYYMMDD`. */
  text(day: number): string {
    return itemAt(this.#texts, day - FIRST_DAY);
  }

  /** A day on which a company began: the nearer to the extraction, the likelier. */
  startDay(random: Random): number {
    const ageDays = Math.floor(-Math.log(1 - random.unit()) * MEAN_AGE_DAYS);
    return this.lastDay - 1 - (ageDays % (this.lastDay - FIRST_DAY));
  }

  /** A day on which a company began whose root has letters: none is given out before July 2026. */
  letteredStartDay(random: Random): number {
    const lastStart = this.lastDay - 1;
    return lastStart < FIRST_LETTERED_DAY
      ? this.startDay(random)
      : random.between(FIRST_LETTERED_DAY, lastStart);
  }

  /** Any day from the given one to the extraction. */
  laterDay(day: number, random: Random): number {
    return random.between(day, this.lastDay);
  }
}

/** The number of a day, counted from 1970, of a calendar date. */
export function dayOf(year: number, month: number, dayOfMonth: number): number {
  return Date.UTC(year, month - 1, dayOfMonth) / DAY_MS;
}
