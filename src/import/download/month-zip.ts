import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { extractionDateOf } from '../extraction-date.ts';
import { ImportFailure } from '../failure.ts';
import type { Patience } from '../http-client.ts';
import { MONTH_ZIPS } from '../months.ts';
import type { DownloadListener } from './event.ts';
import { fetchFile, type RemoteFile } from './fetch-file.ts';
import type { ChosenMonth } from './month-choice.ts';
import { isUntouched, type MonthManifest, saveManifest, type VerifiedFile } from './month-manifest.ts';
import { isSameVersion, partOf, readPart } from './part-file.ts';
import type { MonthShare } from './share.ts';
import { verifyZip } from './verify-zip.ts';
import { addressOf, authorize } from './webdav.ts';

/** One month on its way into the inbox: how to go about it, and what has come of it so far. */
export interface MonthDownload {
  readonly inbox: string;
  readonly patience: Patience;
  readonly streams: number;
  readonly listener: DownloadListener;
  readonly manifest: MonthManifest;
  /** The names of the zips that came, or were borrowed, in this run. */
  readonly downloaded: string[];
  /** The bytes that came over the network. */
  bytes: number;
}

/** A zip of the month that has still to be made sure of. */
export interface ZipTask {
  readonly name: string;
  readonly target: string;
  readonly remote: RemoteFile;
  /** Whether a file of that size lies there already, unverified: it is read before it is downloaded again. */
  readonly isThere: boolean;
}

/** The zips that are not there as listed, the largest first, so that no long one is left alone at the end. */
export function planZips(download: MonthDownload, found: MonthShare, chosen: ChosenMonth): ZipTask[] {
  const { inbox, manifest } = download;
  const tasks = chosen.files.flatMap((entry): ZipTask[] => {
    const { name, size, etag, lastModified } = entry;
    if (size === undefined || !MONTH_ZIPS.includes(name) || chosen.borrowed.has(name)) return [];
    const target = join(inbox, chosen.month, name);
    const version = { size, etag, lastModified };
    const verified = manifest.files[name];
    const isSame =
      verified !== undefined && verified.borrowedFrom === undefined && isSameVersion(verified, version);
    if (isSame && isUntouched(target, verified)) return [];
    const isThere = (isSame || verified === undefined) && Bun.file(target).size === size;
    const address = addressOf(found.share, `${found.folder}${chosen.month}/${name}`);
    return [{ name, target, isThere, remote: { ...version, address, headers: authorize(found.share) } }];
  });
  return tasks.sort((a, b) => b.remote.size - a.remote.size);
}

/** The bytes that the tasks have still to bring over the network, less what earlier runs left to resume. */
export async function countMissingBytes(tasks: readonly ZipTask[]): Promise<number> {
  let bytes = 0;
  for (const { isThere, remote, target } of tasks) {
    if (!isThere) bytes += remote.size - (await readPart(partOf(target), remote)).offset;
  }
  return bytes;
}

/** Makes sure of one zip: verifies the one that lies there, or else downloads it. Throws as fetchFile does. */
export async function settleZip(download: MonthDownload, task: ZipTask, patience: Patience): Promise<void> {
  const { listener } = download;
  const { name, target, remote } = task;
  const version = { etag: remote.etag, lastModified: remote.lastModified };
  if (task.isThere) {
    const members = await verifyZip(target, patience.signal).catch((error: unknown) => {
      if (error instanceof ImportFailure) return undefined;
      throw error;
    });
    if (members) return rememberZip(download, name, target, members, version);
  }
  const check = (path: string) => verifyZip(path, patience.signal);
  const { bytes, checked } = await fetchFile(remote, target, patience, check, {
    onProgress: (received) => listener({ kind: 'progress', file: name, received, size: remote.size }),
    onRetry: (retry) => listener({ kind: 'retry', file: name, ...retry }),
  });
  download.bytes += bytes;
  download.downloaded.push(name);
  await rememberZip(download, name, target, checked, version);
  listener({ kind: 'finished', file: name, bytes: remote.size });
}

/** Notes a verified zip in the manifest, so that no later run reads it again. */
export async function rememberZip(
  download: MonthDownload,
  name: string,
  target: string,
  members: readonly string[],
  origin: Pick<VerifiedFile, 'etag' | 'lastModified' | 'borrowedFrom'>,
): Promise<void> {
  const { size, mtimeMs } = await stat(target);
  const extractionDates = [...new Set(members.flatMap((member) => extractionDateOf(member) ?? []))].sort();
  download.manifest.files[name] = { size, mtimeMs, extractionDates, ...origin };
  saveManifest(download.inbox, download.manifest);
}
