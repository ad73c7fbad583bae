import { copyFile, mkdir, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import { ImportFailure } from '../failure.ts';
import type { Patience } from '../http-client.ts';
import type { DownloadListener } from './event.ts';
import { RemoteChangedError } from './fetch-file.ts';
import { type ChosenMonth, listMonth } from './month-choice.ts';
import { isUntouched, type MonthManifest, readManifest, saveManifest } from './month-manifest.ts';
import {
  countMissingBytes,
  type MonthDownload,
  planZips,
  rememberZip,
  settleZip,
  type ZipTask,
} from './month-zip.ts';
import { partOf, sealPart } from './part-file.ts';
import type { MonthShare } from './share.ts';
import { runStreams } from './streams.ts';
import { verifyZip } from './verify-zip.ts';

/** A month that is republished while it is read is listed this often, and then left for another day. */
const MAX_ROUNDS = 3;

/** What is the same for all files of a download. */
interface Means {
  readonly inbox: string;
  readonly patience: Patience;
  readonly streams: number;
  readonly listener: DownloadListener;
}

/**
 * Makes the month's folder in the inbox whole, listing the month again as long as it changes meanwhile.
 * Throws ImportFailure that says which file, which address and what to do.
 */
export async function bringMonth(
  means: Means,
  found: MonthShare,
  chosen: ChosenMonth,
): Promise<MonthDownload> {
  const { inbox, patience } = means;
  const { month, etag } = chosen;
  await mkdir(join(inbox, month), { recursive: true });
  const files = readManifest(inbox, month)?.files ?? {};
  const manifest: MonthManifest = { month, folder: found.folder, etag, complete: false, files };
  const download: MonthDownload = { ...means, manifest, downloaded: [], bytes: 0 };
  let listed = chosen;
  for (let round = 1; await bringRound(download, found, listed); round++) {
    if (round === MAX_ROUNDS) {
      throw new ImportFailure(`${month} keeps changing at the server. Run the import again in some hours.`);
    }
    listed = await listMonth(inbox, found, month, etag, patience);
  }
  manifest.extractionDate = findCommonDate(manifest);
  manifest.complete = true;
  saveManifest(inbox, manifest);
  return download;
}

/** Brings what is listed and not there; returns whether something changed at the server meanwhile. */
async function bringRound(download: MonthDownload, found: MonthShare, chosen: ChosenMonth): Promise<boolean> {
  const { inbox, listener, manifest, patience } = download;
  const tasks = planZips(download, found, chosen);
  const bytes = await countMissingBytes(tasks);
  listener({
    kind: 'planned',
    month: chosen.month,
    files: tasks.filter((task) => !task.isThere).length,
    bytes,
  });
  await requireSpace(inbox, chosen.month, bytes);
  saveManifest(inbox, manifest);
  await borrowTables(download, chosen);
  let hasChanged = false;
  await runStreams(tasks, download.streams, patience.signal, async (task, signal) => {
    try {
      await settleZip(download, task, { ...patience, signal });
    } catch (error) {
      if (signal.aborted) throw error;
      if (!(error instanceof RemoteChangedError)) throw explain(error, task, chosen.month);
      hasChanged = true;
      listener({ kind: 'changed', file: task.name, reason: error.message });
    }
  });
  return hasChanged;
}

/** Throws when the disk has no room for what is to come. */
async function requireSpace(inbox: string, month: string, bytes: number): Promise<void> {
  const disk = await statfs(inbox);
  const free = disk.bavail * disk.bsize;
  if (free >= bytes) return;
  const inMegabytes = (count: number) => `${Math.ceil(count / 1_000_000)} MB`;
  throw new ImportFailure(
    `The zips of ${month} take ${inMegabytes(bytes)} more, and ${inbox} has ${inMegabytes(free)} free. ` +
      'Free some, or move DATA_DIR to a larger disk.',
  );
}

/** Copies each code table that the month lacks from the earlier month that has it. */
async function borrowTables(download: MonthDownload, chosen: ChosenMonth): Promise<void> {
  const { inbox, manifest } = download;
  for (const [name, from] of chosen.borrowed) {
    const target = join(inbox, chosen.month, name);
    const known = manifest.files[name];
    if (known?.borrowedFrom === from && isUntouched(target, known)) continue;
    await copyFile(join(inbox, from, name), partOf(target));
    const members = await verifyZip(partOf(target), download.patience.signal);
    await sealPart(partOf(target), target);
    await rememberZip(download, name, target, members, { borrowedFrom: from });
    download.downloaded.push(name);
    download.listener({ kind: 'borrowed', file: name, from });
  }
}

/** The one date of all zips but the borrowed ones. Throws when there are several, naming the files of each. */
function findCommonDate(manifest: MonthManifest): string | undefined {
  const filesByDate = new Map<string, string[]>();
  for (const [name, { extractionDates, borrowedFrom }] of Object.entries(manifest.files)) {
    if (borrowedFrom !== undefined) continue;
    for (const date of extractionDates) filesByDate.set(date, [...(filesByDate.get(date) ?? []), name]);
  }
  if (filesByDate.size > 1) {
    const groups = [...filesByDate].sort(([a], [b]) => (a < b ? -1 : 1));
    throw new ImportFailure(
      `The zips of ${manifest.month} are of different extractions: ` +
        `${groups.map(([date, names]) => `${date} in ${names.sort().join(', ')}`).join('; ')}. The server mixes ` +
        'two months: run the import again when it is put right, or ask for another month with --month.',
    );
  }
  return [...filesByDate.keys()][0];
}

/** The failure of one zip, with what to do about it. */
function explain(error: unknown, task: ZipTask, month: string): ImportFailure {
  const reason = error instanceof Error ? error.message : String(error);
  return new ImportFailure(
    `${task.name} of ${month} could not be downloaded to ${task.target}: ${reason}. ` +
      'What has arrived is kept: run the import again to go on from there.',
    { cause: error },
  );
}
