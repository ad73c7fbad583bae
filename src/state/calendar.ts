/** A month of Brasília's calendar and the instants, in epoch milliseconds, between which it lies. */
export type CalendarMonth = {
  readonly year: number;
  readonly month: number;
  /** `year * 100 + month`, such as 202611: how a month is stored and compared. */
  readonly key: number;
  readonly startsAt: number;
  /** The first instant that is no longer in the month. */
  readonly endsAt: number;
};

/**
 * Brasília has kept three hours behind UTC since 2019, but summer time has come and gone by decree, so the
 * offset is asked of the time zone's table. It is slow; nothing on a request's path comes here.
 */
const WALL_CLOCK = new Intl.DateTimeFormat('en-CA', {
  timeZone: 'America/Sao_Paulo',
  hourCycle: 'h23',
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
});

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/** What Brasília's clocks show at an instant, read as if it were UTC; milliseconds are dropped. */
function readWallClock(atMs: number): number {
  const parts = new Map(WALL_CLOCK.formatToParts(atMs).map((part) => [part.type, part.value]));
  const day = `${parts.get('year')}-${parts.get('month')}-${parts.get('day')}`;
  return Date.parse(`${day}T${parts.get('hour')}:${parts.get('minute')}:${parts.get('second')}Z`);
}

/** The day, `YYYY-MM-DD`, that Brasília's calendars show at an instant. */
export function dayAt(atMs: number): string {
  return new Date(readWallClock(atMs)).toISOString().slice(0, 10);
}

/** The instant at which a day, `YYYY-MM-DD`, begins in Brasília. */
export function startOfDay(day: string): number {
  const midnightUtc = Date.parse(`${day}T00:00:00Z`);
  const guess = midnightUtc + 3 * HOUR_MS;
  const start = guess + (midnightUtc - readWallClock(guess));
  // On the night that summer time began, clocks sprang from midnight to one: the day began with that leap.
  return dayAt(start) === day ? start : guess;
}

/** The instant at which a day, `YYYY-MM-DD`, is over in Brasília. */
export function endOfDay(day: string): number {
  return startOfDay(new Date(Date.parse(`${day}T00:00:00Z`) + DAY_MS).toISOString().slice(0, 10));
}

/** The month of Brasília's calendar in which an instant lies. */
export function monthAt(atMs: number): CalendarMonth {
  const day = dayAt(atMs);
  const year = Number(day.slice(0, 4));
  const month = Number(day.slice(5, 7));
  const next = new Date(Date.UTC(year, month, 1)).toISOString().slice(0, 10);
  return {
    year,
    month,
    key: year * 100 + month,
    startsAt: startOfDay(`${day.slice(0, 7)}-01`),
    endsAt: startOfDay(next),
  };
}

/** Whether a text is a day, `YYYY-MM-DD`, that the calendar has. */
export function isDay(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false;
  const at = Date.parse(`${text}T00:00:00Z`);
  return !Number.isNaN(at) && new Date(at).toISOString().slice(0, 10) === text;
}
