import { describe, expect, test } from 'bun:test';
import fc from 'fast-check';
import { castDate, dayOfIso, isBlankDate, isDate } from '../../src/domain/date.ts';

const LAST_YEAR = 2027;

/** A day counted from 1970, by the platform's calendar. */
function isoOfDay(day: number): string {
  return new Date(day * 86_400_000).toISOString().slice(0, 10);
}

describe('castDate', () => {
  const cases: readonly (readonly [text: string, date: string | undefined, why: string])[] = [
    ['20050103', '2005-01-03', 'a day'],
    ['20240229', '2024-02-29', 'a leap day'],
    ['20000229', '2000-02-29', 'a leap day of a fourth century'],
    ['19690720', '1969-07-20', 'before 1970'],
    ['17000101', '1700-01-01', 'the first day that counts'],
    ['20271231', '2027-12-31', 'the last day that counts'],
    ['16991231', undefined, 'before that'],
    ['20280101', undefined, 'after that'],
    ['02020515', undefined, 'the year 0202'],
    ['41000101', undefined, 'the year 4100'],
    ['20230229', undefined, 'no leap year'],
    ['19000229', undefined, 'a century that has no leap day'],
    ['20210431', undefined, 'April has thirty'],
    ['20211301', undefined, 'no month'],
    ['20210001', undefined, 'month zero'],
    ['20210100', undefined, 'day zero'],
    ['2021010', undefined, 'a digit short'],
    ['202101011', undefined, 'a digit long'],
    ['2021-1-1', undefined, 'another form'],
    ['202101A1', undefined, 'a letter in the day'],
    ['2021A101', undefined, 'a letter in the month'],
    ['A0210101', undefined, 'a letter in the year'],
  ];
  test.each([...cases])('%p is %p: %s', (text, date) => {
    const day = castDate(text, LAST_YEAR);
    expect(day === undefined ? undefined : isoOfDay(day)).toBe(date);
    expect(isBlankDate(text)).toBe(false);
  });

  test.each(['', '0', '00000000'])('%p is no date, and not odd', (text) => {
    expect(castDate(text, LAST_YEAR)).toBeUndefined();
    expect(isBlankDate(text)).toBe(true);
  });
});

describe('dayOfIso', () => {
  test('counts from 1970', () => {
    expect(dayOfIso('1970-01-01')).toBe(0);
    expect(dayOfIso('1969-12-31')).toBe(-1);
    expect(dayOfIso('1970-01-02')).toBe(1);
    expect(dayOfIso('0001-01-01')).toBe(-719_162);
    expect(dayOfIso('9999-12-31')).toBe(2_932_896);
  });

  test("agrees with the platform's calendar", () => {
    fc.assert(
      fc.property(fc.integer({ min: -719_162, max: 2_932_896 }), (day) => {
        expect(dayOfIso(isoOfDay(day))).toBe(day);
      }),
    );
  });

  test("agrees on each day of the registry's centuries", () => {
    const wrong: string[] = [];
    for (let time = Date.UTC(1699, 11, 31); time <= Date.UTC(2028, 0, 1); time += 86_400_000) {
      const day = time / 86_400_000;
      if (dayOfIso(isoOfDay(day)) !== day) wrong.push(isoOfDay(day));
    }
    expect(wrong).toEqual([]);
  });
});

describe('isDate', () => {
  test('takes what dayOfIso takes: a day of the calendar as YYYY-MM-DD', () => {
    expect(['2026-08-08', '2024-02-29', '0001-01-01', '9999-12-31'].every(isDate)).toBe(true);
    const refused = [
      '2023-02-29',
      '2026-13-01',
      '2026-00-10',
      '2026-01-32',
      '0000-01-01',
      '2026-1-1',
      '20260808',
      '2026/08/08',
      '08-08-2026',
      '2026-08-08T00:00:00Z',
      ' 2026-08-08',
      '2026-08-0x',
      '',
    ];
    expect(refused.filter(isDate)).toEqual([]);
  });
});
