import { describe, expect, test } from 'bun:test';
import fc from 'fast-check';
import { dayAt, endOfDay, isDay, monthAt, startOfDay } from '../../src/state/calendar.ts';

describe("Brasília's calendar", () => {
  test.each([
    ['2026-11-21T02:59:59.999Z', '2026-11-20'],
    ['2026-11-21T03:00:00Z', '2026-11-21'],
    ['2027-01-01T02:59:59Z', '2026-12-31'],
    // Summer time: two hours behind UTC.
    ['2018-12-01T02:00:00Z', '2018-12-01'],
    ['2018-12-01T01:59:59Z', '2018-11-30'],
  ])('at %s it is %s', (instant, day) => {
    expect(dayAt(Date.parse(instant))).toBe(day);
  });

  test.each([
    ['2026-11-21', '2026-11-21T03:00:00.000Z', '2026-11-22T03:00:00.000Z'],
    ['2027-12-31', '2027-12-31T03:00:00.000Z', '2028-01-01T03:00:00.000Z'],
    // Summer time began in this night: the day has 23 hours and begins at one.
    ['2018-11-04', '2018-11-04T03:00:00.000Z', '2018-11-05T02:00:00.000Z'],
    ['2019-02-16', '2019-02-16T02:00:00.000Z', '2019-02-17T03:00:00.000Z'],
  ])('%s lasts from %s to %s', (day, start, end) => {
    expect(new Date(startOfDay(day)).toISOString()).toBe(start);
    expect(new Date(endOfDay(day)).toISOString()).toBe(end);
  });

  test.each([
    ['2026-12-01T02:59:59Z', 202611, '2026-11-01T03:00:00.000Z', '2026-12-01T03:00:00.000Z'],
    ['2026-12-01T03:00:00Z', 202612, '2026-12-01T03:00:00.000Z', '2027-01-01T03:00:00.000Z'],
  ])('at %s the month is %d, from %s to %s', (instant, key, start, end) => {
    const month = monthAt(Date.parse(instant));
    expect(month.key).toBe(key);
    expect(month.year * 100 + month.month).toBe(key);
    expect(new Date(month.startsAt).toISOString()).toBe(start);
    expect(new Date(month.endsAt).toISOString()).toBe(end);
  });

  test('every instant lies in its month and in its day', () => {
    const instants = fc.date({
      min: new Date('2000-01-02'),
      max: new Date('2099-01-01'),
      noInvalidDate: true,
    });
    const property = fc.property(instants, (date) => {
      const at = date.getTime();
      const { startsAt, endsAt } = monthAt(at);
      expect(startsAt <= at && at < endsAt).toBeTrue();
      expect(startOfDay(dayAt(at)) <= at && at < endOfDay(dayAt(at))).toBeTrue();
    });
    fc.assert(property);
  });

  test.each([
    ['2026-02-28', true],
    ['2028-02-29', true],
    ['2026-02-29', false],
    ['2026-13-01', false],
    ['2026-1-1', false],
    ['21/11/2026', false],
    ['2026-11-21T00:00', false],
    ['', false],
  ])('%s is a day: %p', (text, expected) => {
    expect(isDay(text)).toBe(expected);
  });
});
