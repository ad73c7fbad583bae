import { join } from 'node:path';
import type { RegistryFacts } from '../registry/database.ts';
import { lastLearntAt } from '../state/additions.ts';
import { FILES, pathOf } from './data-folder.ts';
import { type DownloadRequest, downloadMonth } from './download.ts';
import { type ImportSettings, importEdition, monthOf } from './edition.ts';
import { asDownloadFailure, ImportFailure } from './failure.ts';
import { showAddress } from './http-client.ts';
import { chooseInboxMonth, pruneInbox } from './inbox.ts';
import { learnWanted, type UpstreamService } from './learn.ts';
import { describeSources, digestFiles, listChangedFiles } from './made-of.ts';
import type { ImportReport } from './publish.ts';
import { readFacts } from './verify.ts';

/** What a night's job is told. */
export interface NightRequest extends ImportSettings {
  /** What to fetch before; undefined fetches nothing. */
  readonly download: Omit<DownloadRequest, 'inbox'> | undefined;
  /** Whom to ask for what lookups found wanting; undefined asks nobody. */
  readonly upstream: UpstreamService | undefined;
  /** What a rollback took out of service and is not to come back by itself. */
  readonly refused: Refused;
  /** Hears, a sentence each, what is decided on the way. */
  readonly tell: (sentence: string) => void;
  readonly nowMs: number;
}

/** What was refused. */
export interface Refused {
  readonly months: ReadonlySet<string>;
  /** Whether these files, by their digest, were. */
  isInbox(digest: string): boolean;
}

/** What came of a night. */
export interface NightResult {
  /** Undefined when nothing was published. */
  readonly report: ImportReport | undefined;
  /** Why there was no download, though one was wanted; what the inbox had was imported all the same. */
  readonly downloadFailure: ImportFailure | undefined;
}

/** A failed download stops nothing: what the operator has changed in the inbox is worth a registry without it. */
async function download(request: NightRequest, inbox: string): Promise<ImportFailure | undefined> {
  if (request.download === undefined) return undefined;
  try {
    await downloadMonth({ ...request.download, inbox });
    return undefined;
  } catch (cause) {
    const failure = asDownloadFailure(cause);
    request.tell(`${failure.message} What the inbox has is imported all the same, if it is new.`);
    return failure;
  }
}

async function learn(request: NightRequest): Promise<void> {
  const { lock, state, tell, upstream } = request;
  if (upstream === undefined) return;
  const registry = pathOf(lock.dataDir, 'registry');
  const result = await learnWanted(state, upstream, registry, (count) => {
    const minutes = Math.ceil(count / upstream.perMinute);
    tell(`${showAddress(upstream.baseUrl)} is asked for ${count} CNPJs; that takes ${minutes} min or more.`);
  });
  if (result === undefined) return;
  const { absent, failed, learnt, stopped } = result;
  const end = stopped === undefined ? '' : ` It ended before all were asked for: ${stopped}.`;
  tell(`${learnt} records learnt, ${absent} absent there too, ${failed} could not be had.${end}`);
}

const BRASILIA_BEHIND_MS = 3 * 3_600_000;

function dayOf(atMs: number): string {
  return new Date(atMs - BRASILIA_BEHIND_MS).toISOString().slice(0, 10);
}

/** Why these folders are to be imported, or what keeps them from it. */
async function judge(
  request: NightRequest,
  folders: readonly string[],
  served: RegistryFacts | undefined,
): Promise<{ readonly isDue: boolean; readonly reason: string }> {
  const { coverage, refused, state } = request;
  const now = await describeSources(folders, lastLearntAt(state));
  request.onSubject({ month: now.month ?? undefined, inbox: digestFiles(now) });
  if (refused.isInbox(digestFiles(now))) {
    const reason = 'The inbox is as it was when a rollback refused it; --accept takes it all the same.';
    return { isDue: false, reason };
  }
  if (served?.madeOf === undefined) return { isDue: true, reason: 'There is no registry of the inbox yet.' };
  if (JSON.stringify(served.coverage) !== JSON.stringify(coverage)) {
    return { isDue: true, reason: 'The registry is to cover something else.' };
  }
  if (now.month !== served.madeOf.month) return { isDue: true, reason: `${now.month} is new.` };
  const changed = listChangedFiles(served.madeOf, now);
  if (changed.length > 0) {
    const names = changed.slice(0, 5).join(', ');
    const more = changed.length > 5 ? ` and ${changed.length - 5} more` : '';
    return { isDue: true, reason: `New or changed: ${names}${more}.` };
  }
  if (now.lastLearntAt <= served.madeOf.lastLearntAt) return { isDue: false, reason: 'Nothing new.' };
  // What lookups teach trickles in all day, and a build takes minutes: once a night is enough for it.
  const isToday = dayOf(Date.parse(served.importedAt)) === dayOf(request.nowMs);
  return isToday
    ? {
        isDue: false,
        reason: 'Records were learnt since the last build, which was today: they wait a night.',
      }
    : { isDue: true, reason: 'Records were learnt since the last build.' };
}

/**
 * The job of a night: fetches what the Receita has published, asks for what lookups found wanting, and imports the
 * newest whole month of the inbox if anything there is new; then old months go. Throws ImportFailure.
 */
export async function runNight(request: NightRequest): Promise<NightResult> {
  const { lock, refused, tell } = request;
  const inbox = join(lock.dataDir, FILES.inbox);
  const downloadFailure = await download(request, inbox);
  await learn(request);
  const served = readFacts(pathOf(lock.dataDir, 'registry'));
  const servedMonth = served && monthOf(served);
  const { month, passedOver } = await chooseInboxMonth(inbox, servedMonth, refused.months);
  for (const sentence of passedOver) tell(sentence);
  if (month === undefined) {
    if (served !== undefined) {
      tell('Nothing new.');
      return { report: undefined, downloadFailure };
    }
    throw downloadFailure ?? new ImportFailure(`There is no month to import in ${inbox}.`);
  }
  const folders = [join(inbox, month), inbox];
  const { isDue, reason } = await judge(request, folders, served);
  tell(reason);
  const report = isDue ? await importEdition(request, folders) : undefined;
  const pruned = await pruneInbox(inbox, report ? month : servedMonth);
  if (pruned.length > 0) tell(`Removed from the inbox: ${pruned.join(', ')}.`);
  return { report, downloadFailure };
}
