import { join } from 'node:path';
import { Command, CommanderError, InvalidArgumentError } from 'commander';
import { FILES } from '../import/data-folder.ts';
import { downloadMonth } from '../import/download.ts';
import { type ImportSettings, importEdition } from '../import/edition.ts';
import { asDownloadFailure, ImportFailure } from '../import/failure.ts';
import { withImportLock } from '../import/lock.ts';
import { isMonth } from '../import/months.ts';
import { type Refused, runNight } from '../import/nightly.ts';
import { type Rollback, rollBack } from '../import/rollback.ts';
import { listFolder } from '../import/source-folder.ts';
import { openState, type State } from '../state/database.ts';
import { finishImport, isRefusedInbox, listRefusedMonths, startImport } from '../state/imports.ts';
import type { CommandContext } from './context.ts';
import {
  type CoverageFlags,
  coverageOf,
  readActivities,
  readStates,
  readStatuses,
} from './coverage-flags.ts';
import { type ImportProgress, showProgress } from './import-progress.ts';
import { mailFailure, type RecordedJob, type RecordedResult, recordImport } from './import-record.ts';
import { writeReport } from './import-report.ts';

interface ImportFlags extends CoverageFlags {
  readonly from?: string;
  readonly download?: boolean;
  readonly month?: string;
  readonly nightly?: boolean;
  readonly offline?: boolean;
  readonly accept?: boolean;
  readonly rollback?: boolean;
  readonly allowShrink?: boolean;
  readonly ignoreSpace?: boolean;
}

/** What one way of importing does, within a run that is recorded. */
type Job = (
  context: CommandContext,
  flags: ImportFlags,
  settings: ImportSettings,
  progress: ImportProgress,
) => Promise<RecordedResult>;

/** Where the Receita's files are, as the configuration has it. */
function downloadOf({ config }: CommandContext, progress: ImportProgress) {
  return {
    baseUrl: config.RECEITA_URL,
    token: config.RECEITA_TOKEN,
    tabmunUrl: config.TABMUN_URL,
    regimesUrl: config.REGIMES_URL,
    onEvent: progress.download,
  };
}

const importFolder: Job = async (_context, { from = '' }, settings) => ({
  report: await importEdition(settings, [from]),
});

const importDownload: Job = async (context, { month }, settings, progress) => {
  const inbox = join(context.dataDir, FILES.inbox);
  const { folder } = await downloadMonth({ ...downloadOf(context, progress), inbox, month }).catch(
    (cause: unknown) => {
      throw cause instanceof ImportFailure ? asDownloadFailure(cause) : cause;
    },
  );
  return { report: await importEdition(settings, [folder, inbox]) };
};

function readRefused(state: State): Refused {
  return {
    months: new Set(listRefusedMonths(state).flatMap(({ month }) => month ?? [])),
    isInbox: (digest) => isRefusedInbox(state, digest),
  };
}

const NOTHING_REFUSED: Refused = { months: new Set(), isInbox: () => false };

const importNightly: Job = async (context, { accept, offline }, settings, progress) => {
  const { UPSTREAM_PER_MINUTE: perMinute, UPSTREAM_URL: baseUrl } = context.config;
  return await runNight({
    ...settings,
    download: offline ? undefined : downloadOf(context, progress),
    upstream: baseUrl === undefined ? undefined : { baseUrl, perMinute },
    refused: accept ? NOTHING_REFUSED : readRefused(settings.state),
    tell: (sentence) => context.out(`${sentence}\n`),
    nowMs: Date.now(),
  });
};

/** Notes both ends of a rollback, or neither. Throws ImportFailure. */
function noteRollback(state: State, { refused, restored }: Rollback): void {
  const note = state.sqlite.transaction(() => {
    for (const [outcome, subject] of [
      ['refused', refused],
      ['published', restored],
    ] as const) {
      const { month, inbox } = subject ?? {};
      finishImport(state, startImport(state), { outcome, month, inbox });
    }
  });
  try {
    note.immediate();
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new ImportFailure(
      `The rollback could not be noted in ${state.path} (${reason}): nothing was changed.`,
    );
  }
}

/** Goes back, and notes which month is not to come again by itself and which is served by the operator's word. */
async function importRollback(context: CommandContext): Promise<void> {
  await withImportLock(context.dataDir, async (lock) => {
    const state = openState(context.dataDir);
    try {
      // Noted first: were it the other way round, a night might publish again what was just taken out of service.
      const { refused, restored } = rollBack(lock, (rollback) => noteRollback(state, rollback));
      const month = refused?.month;
      const imported = restored.importedAt.replace(/^(.{10})T(.{5}).*/, '$1 at $2 UTC');
      const taken = month === undefined ? '' : ` The nightly job does not publish ${month} as it is again.`;
      context.out(
        `The registry of ${restored.extractedOn}, imported on ${imported}, is back in place.${taken}\n`,
      );
    } finally {
      state.close();
    }
  });
}

async function perform(context: CommandContext, flags: ImportFlags, job: Job): Promise<void> {
  const startedMs = performance.now();
  const progress = showProgress(process.stderr.isTTY === true, context.err);
  const run = ({ lock, state, onSubject }: RecordedJob) => {
    const { allowShrink = false, ignoreSpace = false } = flags;
    const settings = { lock, state, onSubject, allowShrink, ignoreSpace, events: progress };
    return job(context, flags, { ...settings, coverage: coverageOf(flags) }, progress);
  };
  let result: RecordedResult;
  try {
    result = await withImportLock(context.dataDir, (lock) => recordImport(context, lock, run));
  } finally {
    progress.stop();
  }
  const { downloadFailure, report } = result;
  if (report !== undefined) writeReport(report, (performance.now() - startedMs) / 1000, context.out);
  if (downloadFailure !== undefined) throw downloadFailure;
}

/** Each way of importing by its flag. */
const JOBS = { from: importFolder, download: importDownload, nightly: importNightly } as const;
const WAYS = ['from', 'download', 'nightly', 'rollback'] as const;

/** Flags that mean something with some of the ways only. */
const COMPANIONS = {
  month: ['download'],
  offline: ['nightly'],
  accept: ['nightly'],
  allowShrink: ['from', 'download', 'nightly'],
  ignoreSpace: ['from', 'download', 'nightly'],
  uf: ['from', 'download', 'nightly'],
  cnae: ['from', 'download', 'nightly'],
  status: ['from', 'download', 'nightly'],
} as const satisfies Partial<Record<keyof ImportFlags, readonly (typeof WAYS)[number][]>>;

function dashed(name: string): string {
  return `--${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
}

/** The one way that the flags name. Ends with wrong usage when they name none or several, or do not go together. */
function chooseWay(command: Command, flags: ImportFlags): (typeof WAYS)[number] {
  const [way, ...others] = WAYS.filter((name) => flags[name] !== undefined);
  if (way === undefined || others.length > 0) {
    command.error(`error: give exactly one of ${WAYS.map(dashed).join(', ')}`);
  }
  for (const [name, ways] of Object.entries(COMPANIONS)) {
    // The keys are those of COMPANIONS, which `entries` forgets.
    const isGiven = flags[name as keyof typeof COMPANIONS] !== undefined;
    if (isGiven && !ways.some((candidate) => candidate === way)) {
      command.error(`error: ${dashed(name)} goes with ${ways.map(dashed).join(', ')} only`);
    }
  }
  return way;
}

function readMonth(text: string): string {
  if (!isMonth(text)) throw new InvalidArgumentError('It must be a month as YYYY-MM, such as 2026-08.');
  return text;
}

const EXAMPLES = `
Examples:
  cnpj import --download                       the newest month, fetched and imported
  cnpj import --from /mnt/receita/2026-08      files that are there already
  cnpj import --nightly                        what cron runs: only if anything is new
  cnpj import --nightly --uf SP,RJ --status ativa
  cnpj import --rollback                       the registry before, back in place
`;

/** `cnpj import`: builds a registry from the Receita's files and puts it in place. */
export function importCommand(context: CommandContext): Command {
  return new Command('import')
    .description(
      "build a registry from the Receita's files and put it in the place of the one that is served",
    )
    .option('--from <folder>', 'import the zips and CSVs of this folder')
    .option('--download', 'fetch a month into the inbox and import it')
    .option('--month <month>', 'with --download: this month, YYYY-MM, rather than the newest', readMonth)
    .option('--nightly', 'fetch what is new, and import if anything in the inbox is')
    .option('--offline', 'with --nightly: fetch nothing, the inbox is filled by hand')
    .option('--accept', 'with --nightly: publish even what a rollback refused')
    .option('--rollback', 'put the registry before back in place')
    .option('--uf <list>', 'only establishments of these states', readStates)
    .option('--cnae <list>', 'only primary activities that begin so', readActivities)
    .option('--status <list>', 'only these registration statuses', readStatuses)
    .option('--allow-shrink', 'publish even if the registry has shrunk by more than 5 %')
    .option('--ignore-space', 'begin even if disk or memory seem too small')
    .addHelpText('after', EXAMPLES)
    .action(async (flags: ImportFlags, command: Command) => {
      const way = chooseWay(command, flags);
      try {
        // A folder that is not there is a slip of the hand, and not an import that failed, which /status would tell.
        if (flags.from !== undefined) await listFolder(flags.from);
        if (way === 'rollback') await importRollback(context);
        else await perform(context, flags, JOBS[way]);
      } catch (cause) {
        if (way === 'nightly') await mailFailure(context, cause);
        if (!(cause instanceof ImportFailure)) throw cause;
        context.err(`The import failed, and what was served is served on: ${cause.message}\n`);
        throw new CommanderError(1, 'cnpj.import', cause.message);
      }
    });
}
