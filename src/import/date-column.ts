import type { ByteWriter } from './byte-writer.ts';
import { CodeColumn } from './code-column.ts';
import { type FieldPostings, NO_TERM } from './postings.ts';
import type { RowReader } from './row-reader.ts';
import { isoDate, type RowContext } from './rows/casts.ts';

/** A column of dates that are searched by: each is posted as a day, a month and a year, so that a range is few terms. */
export class DateColumn {
  private readonly days: CodeColumn;
  private readonly monthOfDay: number[] = [];
  private readonly yearOfDay: number[] = [];

  constructor(
    context: RowContext,
    days: FieldPostings,
    private readonly months: FieldPostings,
    private readonly years: FieldPostings,
  ) {
    this.days = new CodeColumn(isoDate, context, days);
  }

  /** Begins a range: terms are other ones from now on. */
  clear(): void {
    this.days.clear();
    this.monthOfDay.length = 0;
    this.yearOfDay.length = 0;
  }

  /** Goes to the reader's next field, writes it as `YYYY-MM-DD`, and returns its number for `post`. */
  copyNext(reader: RowReader, out: ByteWriter): number {
    return this.days.copyNext(reader, out);
  }

  /** Posts a date under a number. */
  post(date: number, number: number): void {
    const day = this.days.termOf(date);
    if (day === NO_TERM) return;
    // Terms of days are not ours alone: records that were learnt are posted in the same field.
    if (this.monthOfDay[day] === undefined) {
      const text = this.days.textOf(date);
      this.monthOfDay[day] = this.months.termOf(text.slice(0, 7));
      this.yearOfDay[day] = this.years.termOf(text.slice(0, 4));
    }
    this.days.post(date, number);
    this.months.post(this.monthOfDay[day] ?? NO_TERM, number);
    this.years.post(this.yearOfDay[day] ?? NO_TERM, number);
  }
}
