import type { OwnValues, QueryValues } from './query-values.ts';

/** What kinds of query are made of. */

/** Parameters of the search; a kind whose values the registry lacks leaves one undefined. */
export type Filters = Readonly<Record<string, string | undefined>>;

/** A kind of query. */
export interface QueryKind {
  readonly name: string;
  /** The page asked for; the first unless said otherwise. */
  readonly page?: number;
  make(values: QueryValues): Filters;
}

const PREFIX_LENGTH = 5;
/** More words than these are refused. */
const MAX_WORDS = 10;

/** The days of a date's month, year or decade. */
type Span = 'day' | 'month' | 'year' | 'decade';

/** The parameters of a range of days about a date. */
export function about(
  parameter: 'data_inicio_atividade' | 'data_situacao_cadastral',
  date: string | undefined,
  span: Span,
) {
  const [year = 0, month = 0] = (date ?? '').split('-').map(Number);
  const lastOfMonth = new Date(Date.UTC(year, month, 0)).toISOString().slice(0, 10);
  const decade = year - (year % 10);
  const ranges: Readonly<Record<Span, readonly [string | undefined, string | undefined]>> = {
    day: [date, date],
    month: [date && `${date.slice(0, 7)}-01`, date && lastOfMonth],
    year: [date && `${year}-01-01`, date && `${year}-12-31`],
    decade: [date && `${decade}-01-01`, date && `${decade + 9}-12-31`],
  };
  const [from, until] = ranges[span];
  return { [`${parameter}_de`]: from, [`${parameter}_ate`]: until };
}

/** Activity begun in the day, month, year or decade in which an establishment's did. */
export function startedIn(span: Span) {
  return (values: QueryValues) => about('data_inicio_atividade', values.drawEstablishment().startDate, span);
}

/** A status had since the day, month, year or decade since which an establishment has its own. */
export function statusSince(span: Span) {
  return (values: QueryValues) =>
    about('data_situacao_cadastral', values.drawEstablishment().statusDate, span);
}

/** A query of values that one establishment has. */
export function ofOne(pick: (own: OwnValues, values: QueryValues) => Filters) {
  return (values: QueryValues) => pick(values.drawEstablishment(), values);
}

/** The words as they are asked for; undefined for none, and where one of them is missing. */
export function phrase(...words: readonly (string | undefined)[]): string | undefined {
  return words.length === 0 || words.includes(undefined) ? undefined : words.slice(0, MAX_WORDS).join(' ');
}

/** The beginning of a word. */
export function prefix(word: string | undefined, length = PREFIX_LENGTH): string | undefined {
  return word === undefined || word.length <= length ? undefined : `${word.slice(0, length)}*`;
}
