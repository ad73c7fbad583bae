import { type Calendar, dayOf, NO_DATE } from './calendar.ts';
import type { Company } from './company.ts';
import type { Random } from './random.ts';
import type { SimplesRow } from './rows.ts';

/** The Simples began in July 2007, the regime of the micro entrepreneur in July 2009. */
const SIMPLES_BEGAN = dayOf(2007, 7, 1);
const MEI_BEGAN = dayOf(2009, 7, 1);
const MEI_SHARE = 0.7;
const LEFT_WHILE_ACTIVE = 0.22;

interface Option {
  readonly chosen: string;
  readonly since: string;
  readonly until: string;
}

const NEVER: Option = { chosen: 'N', since: NO_DATE, until: NO_DATE };

function choose(firstDay: number, hasLeft: boolean, calendar: Calendar, random: Random): Option {
  if (firstDay > calendar.lastDay) return NEVER;
  const since = random.chance(0.8) ? firstDay : calendar.laterDay(firstDay, random);
  const until = hasLeft ? calendar.text(calendar.laterDay(since, random)) : NO_DATE;
  return { chosen: hasLeft ? 'N' : 'S', since: calendar.text(since), until };
}

/** A company's row of Simples, or undefined when it has none. */
export function makeSimplesRow(company: Company, calendar: Calendar, random: Random): SimplesRow | undefined {
  if (!random.chance(company.nature.simplesShare)) return undefined;
  const hasLeft = company.status !== 'active' || random.chance(LEFT_WHILE_ACTIVE);
  const simples = choose(Math.max(company.startDay, SIMPLES_BEGAN), hasLeft, calendar, random);
  const isMei = company.nature.pattern === 'trader' && random.chance(MEI_SHARE);
  const mei = isMei
    ? choose(Math.max(company.startDay, MEI_BEGAN), hasLeft || random.chance(0.1), calendar, random)
    : NEVER;
  return {
    root: company.root,
    simples: simples.chosen,
    simplesSince: simples.since,
    simplesUntil: simples.until,
    mei: mei.chosen,
    meiSince: mei.since,
    meiUntil: mei.until,
  };
}
