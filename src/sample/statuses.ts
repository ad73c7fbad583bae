import { type Calendar, dayOf } from './calendar.ts';
import { type Random, Weighted } from './random.ts';

/** The registration status of an establishment. */
export type Status = 'active' | 'closed' | 'inactive' | 'suspended' | 'null';

interface StatusFacts {
  readonly code: string;
  readonly motives: Weighted<string>;
}

const FACTS: Readonly<Record<Status, StatusFacts>> = {
  active: { code: '02', motives: new Weighted([['00', 1]]) },
  closed: {
    code: '08',
    motives: new Weighted([
      ['01', 68],
      ['71', 13],
      ['73', 12],
      ['54', 3],
      ['09', 1],
      ['02', 1],
      ['05', 0.3],
      ['31', 0.3],
    ]),
  },
  inactive: {
    code: '04',
    motives: new Weighted([
      ['63', 90],
      ['14', 4],
      ['13', 4],
      ['15', 1],
    ]),
  },
  suspended: {
    code: '03',
    motives: new Weighted([
      ['18', 60],
      ['21', 30],
      ['35', 5],
    ]),
  },
  null: {
    code: '01',
    motives: new Weighted([
      ['11', 70],
      ['12', 10],
      ['34', 12],
      ['16', 2],
    ]),
  },
};

const statuses = new Weighted<Status>([
  ['active', 38],
  ['closed', 50],
  ['inactive', 8],
  ['null', 3.2],
  ['suspended', 0.8],
]);

/** The days on which the Receita closed many companies at once, by the motive it gave. */
const MASS_CLOSINGS: Readonly<Record<string, number>> = {
  '71': dayOf(2008, 12, 31),
  '73': dayOf(2015, 2, 9),
};

const SINCE_START = 0.62;

/** Any status, as frequent as among real companies. */
export function pickStatus(random: Random): Status {
  return statuses.pick(random);
}

/** How a status stands in a row: its code, a motive and the day it was reached, counted from 1970. */
export interface StatusEntry {
  readonly code: string;
  readonly motive: string;
  readonly day: number;
}

/** What the row of an establishment with this status says, given the day it began. */
export function enterStatus(
  status: Status,
  startDay: number,
  calendar: Calendar,
  random: Random,
): StatusEntry {
  const { code, motives } = FACTS[status];
  if (status === 'active') {
    const day = random.chance(SINCE_START) ? startDay : calendar.laterDay(startDay, random);
    return { code, motive: motives.pick(random), day };
  }
  const motive = motives.pick(random);
  const massDay = MASS_CLOSINGS[motive];
  if (massDay === undefined) return { code, motive, day: calendar.laterDay(startDay, random) };
  // Who began after a mass closing was closed for the usual reason.
  if (massDay < startDay || massDay > calendar.lastDay)
    return { code, motive: '01', day: calendar.laterDay(startDay, random) };
  return { code, motive, day: massDay };
}
