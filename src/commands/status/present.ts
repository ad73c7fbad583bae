import { ODDITIES } from '../../import/oddities.ts';
import { STATUS_LABELS } from '../../wire/labels.ts';
import { daysOfLag } from '../../wire/status.ts';
import { showBytes, showMoment } from './figures.ts';
import type { Finding } from './findings.ts';
import type { Overview, RegistryOverview } from './overview.ts';
import type { StateOverview } from './state-overview.ts';

/** How a text looks on a terminal; elsewhere every text is itself. */
export type Paint = (look: 'bold' | 'red' | 'yellow' | 'green', text: string) => string;

/** A line: its name in a column of its own, and what it says. */
type Line = readonly [name: string, text: string];

const NAME_WIDTH = 20;

function layLines(lines: readonly Line[]): string {
  return lines.map(([name, text]) => `  ${name.padEnd(NAME_WIDTH)}${text}\n`).join('');
}

function showCount(count: number): string {
  return count.toLocaleString('en');
}

/** The names of the kinds of row, as people say them. */
const KINDS: Readonly<Record<string, string>> = {
  simples: 'Simples',
  regimes: 'tax regimes',
  suframa: 'Suframa',
  stateRegistrations: 'state registrations',
};

function showCoverage({ states, activities, statuses }: RegistryOverview['facts']['coverage']): string {
  const parts = [
    states.length > 0 ? `states ${states.join(', ')}` : '',
    activities.length > 0 ? `activities ${activities.join(', ')}` : '',
    statuses.length > 0 ? `statuses ${statuses.map((code) => STATUS_LABELS[code] ?? code).join(', ')}` : '',
  ].filter((part) => part !== '');
  return parts.length > 0 ? parts.join('; ') : 'the whole country';
}

function presentRegistry({ path, bytes, facts, hasPrevious }: RegistryOverview, nowMs: number): string {
  const days = daysOfLag(facts.extractedOn, nowMs);
  const lines: Line[] = [
    ['file', `${path}, ${showBytes(bytes)}`],
    ['data of', `${facts.extractedOn}, ${days === 1 ? '1 day' : `${days} days`} old`],
    ['imported', showMoment(Date.parse(facts.importedAt))],
    ['covers', showCoverage(facts.coverage)],
    ...Object.entries(facts.rows).map(([kind, rows]): Line => [KINDS[kind] ?? kind, showCount(rows)]),
    ['set aside', `${showCount(facts.rejected)} unusable rows`],
  ];
  if (hasPrevious) lines.push(['the one before', 'is kept: cnpj import --rollback puts it back']);
  const oddities = Object.entries(facts.oddities).map(
    // The names were written by an import, of another version maybe, which knew other oddities.
    ([oddity, count]) => `    ${showCount(count)} ${ODDITIES[oddity as keyof typeof ODDITIES] ?? oddity}\n`,
  );
  return layLines(lines) + (oddities.length > 0 ? `  oddities of the files\n${oddities.join('')}` : '');
}

function presentLastRun(state: StateOverview | undefined, isImporting: boolean): string {
  if (isImporting) return layLines([['now', 'an import is at work']]);
  const run = state?.lastRun;
  if (run === undefined) return layLines([['last', 'none yet']]);
  const parts = [run.outcome ?? 'without an end', run.month, run.rows && `${showCount(run.rows)} rows`];
  const at = showMoment(run.endedAt ?? run.startedAt);
  return layLines([['last', `${at}, ${parts.filter(Boolean).join(', ')}`]]);
}

function presentPeople(state: StateOverview, paint: Paint): string {
  const { subscribers, activeTokens, use, wanted, learnt } = state;
  const plans = Object.entries(subscribers).map(([plan, count]): Line => [plan, showCount(count)]);
  const operations = Object.entries(use.byOperation).map(([name, count]): Line => [name, showCount(count)]);
  const busiest = use.busiest.map(({ subscriber, email, plan, queries }): Line => {
    const name = email === undefined ? `subscriber ${subscriber}` : `${email} (${plan})`;
    return ['', `${showCount(queries)} by ${name}`];
  });
  return [
    `${paint('bold', 'Subscribers')}\n${layLines([...plans, ['tokens in force', showCount(activeTokens)]])}`,
    `${paint('bold', `Use in ${use.month}`)}\n`,
    layLines([['queries', showCount(use.queries)], ...operations, ...busiest]),
    `${paint('bold', 'Found wanting by lookups')}\n`,
    layLines([
      ['to be asked for', showCount(wanted)],
      ['learnt, to import', showCount(learnt)],
    ]),
  ].join('');
}

function presentFindings(findings: readonly Finding[], paint: Paint): string {
  if (findings.length === 0) return `${paint('green', 'Nothing needs attention.')}\n`;
  const texts = findings.map(({ level, what, todo }) => {
    const mark = paint(level === 'problem' ? 'red' : 'yellow', level.padEnd(9));
    return `  ${mark}${what}\n           ${todo}\n`;
  });
  return `${paint('bold', 'Needs attention')}\n${texts.join('')}`;
}

/** An overview for people. */
export function presentOverview(
  overview: Overview,
  findings: readonly Finding[],
  nowMs: number,
  paint: Paint,
): string {
  const { registry, state, isImporting, freeBytes, dataDir } = overview;
  return [
    `${paint('bold', 'Registry')}\n`,
    registry ? presentRegistry(registry, nowMs) : layLines([['file', 'none']]),
    `${paint('bold', 'Imports')}\n${presentLastRun(state, isImporting)}`,
    state ? presentPeople(state, paint) : '',
    `${paint('bold', 'Disk')}\n${layLines([['free', `${showBytes(freeBytes)} at ${dataDir}`]])}`,
    presentFindings(findings, paint),
  ].join('');
}

function moment(atMs: number | undefined): string | null {
  return atMs === undefined ? null : new Date(atMs).toISOString();
}

function presentRun(run: StateOverview['lastRun']) {
  if (run === undefined) return null;
  const { outcome, month, rows, kind, message } = run;
  const begun = { startedAt: moment(run.startedAt), endedAt: moment(run.endedAt) };
  return {
    ...begun,
    outcome: outcome ?? null,
    month: month ?? null,
    rows: rows ?? null,
    kind: kind ?? null,
    message: message ?? null,
  };
}

/** An overview for programs: one JSON object, what is absent as null. */
export function presentOverviewJson(
  overview: Overview,
  findings: readonly Finding[],
  nowMs: number,
  version: string,
): string {
  const { registry, state, isImporting, freeBytes, dataDir } = overview;
  const body = {
    version,
    dataDir,
    registry: registry
      ? {
          path: registry.path,
          bytes: registry.bytes,
          extractedOn: registry.facts.extractedOn,
          ageDays: daysOfLag(registry.facts.extractedOn, nowMs),
          importedAt: registry.facts.importedAt,
          coverage: registry.facts.coverage,
          rows: registry.facts.rows,
          served: registry.facts.served,
          rejected: registry.facts.rejected,
          oddities: registry.facts.oddities,
          hasPrevious: registry.hasPrevious,
        }
      : null,
    imports: {
      isRunning: isImporting,
      last: presentRun(state?.lastRun),
      lastFailure: presentRun(state?.lastFailure),
      refusedMonths: state?.refusedMonths ?? [],
    },
    subscribers: state ? { ...state.subscribers, activeTokens: state.activeTokens } : null,
    use: state
      ? {
          ...state.use,
          busiest: state.use.busiest.map((row) => ({
            ...row,
            email: row.email ?? null,
            plan: row.plan ?? null,
          })),
        }
      : null,
    wanted: state?.wanted ?? null,
    learnt: state?.learnt ?? null,
    freeBytes,
    attention: findings,
  };
  return `${JSON.stringify(body, undefined, 2)}\n`;
}
