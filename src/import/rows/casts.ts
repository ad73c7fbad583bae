import { castCountryCode } from '../../domain/country.ts';
import { castDate, isBlankDate } from '../../domain/date.ts';
import type { Oddity, OddityCounter } from '../oddities.ts';

/** The codes that the month's tables have labels for. */
export interface KnownCodes {
  readonly activities: ReadonlySet<string>;
  readonly reasons: ReadonlySet<string>;
  readonly cities: ReadonlySet<string>;
  readonly legalNatures: ReadonlySet<string>;
  readonly qualifications: ReadonlySet<string>;
  readonly countries: ReadonlySet<string>;
}

/** What every row function gets beside the row: where to count, what is known, and the last year a date may have. */
export interface RowContext {
  readonly oddities: OddityCounter;
  readonly known: KnownCodes;
  readonly lastYear: number;
}

/** A date of the source (`20050524`) as `2005-05-24`; none, or one that cannot be, as empty text. */
export function isoDate(text: string, context: RowContext): string {
  if (isBlankDate(text)) return '';
  if (castDate(text, context.lastYear) === undefined) {
    context.oddities.add('badDate');
    return '';
  }
  return `${text.slice(0, 4)}-${text.slice(4, 6)}-${text.slice(6)}`;
}

/** A country's three digits, unpadded ones padded; empty for blank or for what is no code. */
export function countryCode(text: string, context: RowContext): string {
  if (text === '') return '';
  const code = castCountryCode(text);
  if (code === undefined) {
    context.oddities.add('badCountry');
    return '';
  }
  if (text.length < 3) context.oddities.add('unpaddedCountry');
  if (!context.known.countries.has(code)) context.oddities.add('unknownCountry');
  return code;
}

const QUALIFICATION = /^\d{2}$/;

/** A two-digit qualification with its leading zero; blank stays empty. */
export function qualificationCode(text: string, context: RowContext): string {
  const code = text.length === 1 ? `0${text}` : text;
  if (code === '' || context.known.qualifications.has(code)) return code;
  return unlabelled(code, QUALIFICATION, 'unknownQualification', context);
}

/** A code that no table knows: counted and kept where it has the form of its kind, else left empty. */
export function unlabelled(code: string, form: RegExp, oddity: Oddity, context: RowContext): string {
  const isCode = form.test(code);
  context.oddities.add(isCode ? oddity : 'badCode');
  return isCode ? code : '';
}
