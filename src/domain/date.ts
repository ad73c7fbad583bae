/**
 * Calendar days. Inside the registry a day is a whole number, the days since 1970-01-01 (negative before), by the
 * Gregorian calendar throughout. Both directions are plain arithmetic, because an import reads some 200 million dates and
 * a lookup writes a dozen.
 */

/** Companies older than this do not exist; years like 0202 are slips of the keyboard. */
const FIRST_YEAR = 1700;

const MONTH_LENGTHS = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];

/** Days from 0000-03-01, where the arithmetic below counts from, to 1970-01-01. */
const EPOCH_OFFSET = 719_468;

function isLeapYear(year: number): boolean {
  return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
}

/** The length of a month counted from 1, or 0 for a month that no calendar has. */
function monthLength(year: number, month: number): number {
  if (month === 2 && isLeapYear(year)) return 29;
  return MONTH_LENGTHS[month - 1] ?? 0;
}

/**
 * The day's number, or undefined for a date that no calendar has. Years run from March to February, so that the leap day
 * comes last and the months before it have lengths that one linear formula gives.
 */
function dayOf(year: number, month: number, dayOfMonth: number): number | undefined {
  // Written so that NaN, from a character that is no digit, fails too.
  if (!(dayOfMonth >= 1 && dayOfMonth <= monthLength(year, month))) return undefined;
  const marchYear = month > 2 ? year : year - 1;
  const marchMonth = month > 2 ? month - 3 : month + 9;
  const dayOfYear = Math.floor((153 * marchMonth + 2) / 5) + dayOfMonth - 1;
  const leapDays = Math.floor(marchYear / 4) - Math.floor(marchYear / 100) + Math.floor(marchYear / 400);
  return marchYear * 365 + leapDays + dayOfYear - EPOCH_OFFSET;
}

/** The number that `length` digits from `start` make, or NaN where one of them is no digit. */
function digitsAt(text: string, start: number, length: number): number {
  let number = 0;
  for (let index = start; index < start + length; index++) {
    const digit = text.charCodeAt(index) - 48;
    if (digit < 0 || digit > 9) return Number.NaN;
    number = number * 10 + digit;
  }
  return number;
}

/** Whether a date of the Receita's files says "none": blank, `0` or zeros. */
export function isBlankDate(text: string): boolean {
  return text === '' || text === '0' || text === '00000000';
}

/**
 * The day that a date of the Receita's files (`YYYYMMDD`) means, or undefined when there is none (`isBlankDate`) or it is
 * odd and to be counted: a day that no calendar has, a year before 1700 or after `lastYear`, which should be the year
 * after the extraction's.
 */
export function castDate(text: string, lastYear: number): number | undefined {
  if (text.length !== 8) return undefined;
  const year = digitsAt(text, 0, 4);
  if (!(year >= FIRST_YEAR && year <= lastYear)) return undefined;
  return dayOf(year, digitsAt(text, 4, 2), digitsAt(text, 6, 2));
}

/** The day that a text of the form `YYYY-MM-DD` means, or undefined for another form or a date no calendar has. */
export function dayOfIso(text: string): number | undefined {
  if (text.length !== 10 || text[4] !== '-' || text[7] !== '-') return undefined;
  const year = digitsAt(text, 0, 4);
  return year >= 1 ? dayOf(year, digitsAt(text, 5, 2), digitsAt(text, 8, 2)) : undefined;
}

/** Whether the text is a date of the calendar written as `YYYY-MM-DD`, from the year 1 on. */
export function isDate(text: string): boolean {
  return dayOfIso(text) !== undefined;
}
