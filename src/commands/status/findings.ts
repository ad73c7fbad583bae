import type { Config } from '../../config.ts';
import { daysOfLag, LATE_AFTER_DAYS } from '../../wire/status.ts';
import type { Fault } from './access.ts';
import { showBytes, showMoment } from './figures.ts';
import type { Overview } from './overview.ts';

/** Something that needs attention. A problem keeps people from right answers; a note is worth knowing. */
export interface Finding {
  readonly level: 'problem' | 'note';
  /** Names the kind of finding, for programs. */
  readonly code: string;
  readonly what: string;
  readonly todo: string;
}

/** What the rules judge by. */
interface View {
  readonly overview: Overview;
  readonly config: Config;
  readonly nowMs: number;
}

type Judgement = readonly [level: Finding['level'], what: string, todo: string] | undefined;

/** An import builds the new registry, and what it sorts, beside the two that are kept: about so often its size. */
const IMPORT_NEEDS = 3;
/** One row in so many set aside is the files' own noise. */
const REJECTED_ALLOWED = 1_000;
const DAY_MS = 86_400_000;
/** A night's job that has not run for so long does not run. */
const NIGHTS_MISSED = 2;

const AGAIN = 'Run that import once more and read what it says; what a night runs is cnpj import --nightly';

/** Of such a file it is not known whether anything is wrong with it. */
const UNKNOWN: ReadonlySet<Fault['kind']> = new Set(['denied', 'failed']);

function judgeRegistry({ overview: { registryFault, state, isImporting, dataDir } }: View): Judgement {
  if (registryFault === undefined) return undefined;
  const { kind, what } = registryFault;
  if (UNKNOWN.has(kind)) return ['problem', what, 'Until then nothing is known of the registry.'];
  if (isImporting && kind === 'missing') {
    return ['note', 'There is no registry yet: an import is at work.', 'Wait until it is done.'];
  }
  if (isImporting && kind === 'damaged') {
    return ['problem', what, 'An import is at work, and puts another in its place when it is done.'];
  }
  const first = kind === 'wrong-kind' ? 'Move it away first. ' : '';
  const real = `${first}Fetch and import the Receita's data: cnpj import --download --data ${dataDir}`;
  const invented =
    '. To try things on, `cnpj sample --companies 20000 --out sample` and `cnpj import --from sample` make an invented registry';
  return ['problem', what, `${real}${state?.lastRun === undefined ? invented : ''}.`];
}

function judgeLock({ overview: { lockFault } }: View): Judgement {
  if (lockFault === undefined) return undefined;
  const { kind, what } = lockFault;
  if (UNKNOWN.has(kind)) return ['problem', what, 'Until then it is not known whether an import is at work.'];
  return ['problem', what, 'No import can begin until it is removed; the next one makes it anew.'];
}

function judgeAge({ overview: { registry, state }, nowMs }: View): Judgement {
  if (registry === undefined) return undefined;
  const days = daysOfLag(registry.facts.extractedOn, nowMs);
  if (days <= LATE_AFTER_DAYS) return undefined;
  const tried = state?.lastRun?.startedAt;
  const missed = tried === undefined || nowMs - tried > NIGHTS_MISSED * DAY_MS;
  return [
    'problem',
    `The data is ${days} days old, and should be no more than ${LATE_AFTER_DAYS}.`,
    missed
      ? 'No import has been tried for days: see that the timer runs (systemctl list-timers), or run cnpj import --nightly.'
      : "See that the Receita's newest month can be fetched: cnpj import --nightly says which it finds.",
  ];
}

function judgeLastImport({ overview: { state, isImporting } }: View): Judgement {
  const failure = state?.lastFailure;
  if (failure === undefined || isImporting) return undefined;
  const at = showMoment(failure.endedAt ?? failure.startedAt);
  return ['problem', `The last import failed, ${at}: ${failure.message ?? failure.kind}`, AGAIN];
}

function judgeUnfinishedImport({ overview: { state, isImporting, lockFault } }: View): Judgement {
  const run = state?.lastRun;
  const mayBeAtWork = isImporting || (lockFault !== undefined && UNKNOWN.has(lockFault.kind));
  if (run === undefined || run.outcome !== undefined || mayBeAtWork) return undefined;
  return [
    'problem',
    `The import that began ${showMoment(run.startedAt)} ended without a word: its process died.`,
    `${AGAIN}. Whether memory was short, journalctl -k tells.`,
  ];
}

function judgeState({ overview: { stateFault } }: View): Judgement {
  if (stateFault === undefined) return undefined;
  return ['problem', stateFault, 'Until then nothing is known of subscribers, their use and past imports.'];
}

function judgeDisk({ overview: { registry, freeBytes, dataDir, isImporting } }: View): Judgement {
  // One that is at work has taken what it needs, which the next one finds free again.
  if (isImporting) return undefined;
  const needed = (registry?.bytes ?? 0) * IMPORT_NEEDS;
  if (freeBytes >= needed) return undefined;
  return [
    'problem',
    `The disk of ${dataDir} has ${showBytes(freeBytes)} left, and the next import may take ${showBytes(needed)}.`,
    'Make room there, or move the data folder to a larger disk and name it by --data or DATA_DIR.',
  ];
}

function judgeRejected({ overview: { registry } }: View): Judgement {
  if (registry === undefined) return undefined;
  const { rejected, rows } = registry.facts;
  const all = Object.values(rows).reduce((sum, count) => sum + count, rejected);
  if (rejected * REJECTED_ALLOWED <= all) return undefined;
  return [
    'note',
    `${rejected.toLocaleString('en')} rows of ${all.toLocaleString('en')} were set aside as unusable.`,
    `See what is wrong with them: sqlite3 -readonly ${registry.path} 'SELECT * FROM rejected_row LIMIT 20'`,
  ];
}

/** Kinds of row that the Receita's monthly files do not have, by the files that bring them. */
const OPTIONAL_KINDS = { suframa: 'Suframa.csv', stateRegistrations: 'InscricoesEstaduais.csv' } as const;

function judgeOptionalKinds({ overview: { registry, dataDir } }: View): Judgement {
  const files = Object.entries(OPTIONAL_KINDS).flatMap(([kind, file]) =>
    registry?.facts.rows[kind] === 0 ? [file] : [],
  );
  if (files.length === 0) return undefined;
  return [
    'note',
    `The registry has nothing of ${files.join(' or ')}, which no public server offers.`,
    `If you have such a file, put it into ${dataDir}/inbox: the next cnpj import --nightly takes it in.`,
  ];
}

function judgeRefused({ overview: { state } }: View): Judgement {
  const months = state?.refusedMonths ?? [];
  if (months.length === 0) return undefined;
  return [
    'note',
    `A rollback refused ${months.join(', ')}: the nightly job waits until its files change.`,
    'To publish it all the same: cnpj import --nightly --accept',
  ];
}

function judgeMail({ config: { SMTP_URL, MAIL_FROM, OPERATOR_EMAIL } }: View): Judgement {
  const settings = { SMTP_URL, MAIL_FROM, OPERATOR_EMAIL };
  const missing = Object.entries(settings).flatMap(([name, value]) => (value === undefined ? [name] : []));
  if (missing.length === 0) return undefined;
  const lost = [
    ...(SMTP_URL === undefined || MAIL_FROM === undefined ? ['tokens cannot be sent by e-mail'] : []),
    'nobody is told when a night fails',
  ];
  return [
    'note',
    `${missing.join(', ')} ${missing.length === 1 ? 'is' : 'are'} not set here: ${lost.join(', and ')}.`,
    'Set them where the service and its timer get their settings; this command sees only its own environment.',
  ];
}

function judgeAddresses({ config: { PUBLIC_BASE_URL, COMMERCIAL_BASE_URL } }: View): Judgement {
  const isLocal = (address: string) => /^(localhost|127\.|\[::1\])/.test(new URL(address).hostname);
  if (!isLocal(PUBLIC_BASE_URL) && !isLocal(COMMERCIAL_BASE_URL)) return undefined;
  return [
    'note',
    'PUBLIC_BASE_URL or COMMERCIAL_BASE_URL names this machine alone: documentation and e-mails show it to everyone.',
    'Before others use the service, set both to the addresses that they will ask.',
  ];
}

/** Everything that is looked at, the gravest first. */
const RULES: Readonly<Record<string, (view: View) => Judgement>> = {
  registry: judgeRegistry,
  lock: judgeLock,
  age: judgeAge,
  'last-import': judgeLastImport,
  'unfinished-import': judgeUnfinishedImport,
  state: judgeState,
  disk: judgeDisk,
  rejected: judgeRejected,
  'optional-files': judgeOptionalKinds,
  refused: judgeRefused,
  mail: judgeMail,
  addresses: judgeAddresses,
};

/** What needs attention in a data folder and its settings, and what to do about it. */
export function findNeeds(overview: Overview, config: Config, nowMs: number): readonly Finding[] {
  return Object.entries(RULES).flatMap(([code, judge]) => {
    const judgement = judge({ overview, config, nowMs });
    if (judgement === undefined) return [];
    const [level, what, todo] = judgement;
    return [{ level, code, what, todo }];
  });
}
