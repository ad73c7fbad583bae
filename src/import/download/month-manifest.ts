import {
  closeSync,
  existsSync,
  fsyncSync,
  openSync,
  readFileSync,
  renameSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import * as v from 'valibot';
import { isMonth, TABLE_ZIPS } from '../months.ts';

/** A zip of the month that was read from end to end: which version it is, and what it looked like on the disk then. */
const VERIFIED_FILE = v.object({
  size: v.number(),
  etag: v.optional(v.string()),
  lastModified: v.optional(v.string()),
  /** The file's own time of change: if that moves, the file has to be read again. */
  mtimeMs: v.number(),
  /** The dates in its members' names, YYYY-MM-DD; none where others republished it under plain names. */
  extractionDates: v.array(v.string()),
  /** The earlier month that this code table was copied from, when its own month was published without it. */
  borrowedFrom: v.optional(v.string()),
});

const MANIFEST = v.object({
  month: v.string(),
  /** The folder of the share that held the month, relative to its root. */
  folder: v.string(),
  /** The ETag of the month's own folder, which changes with anything in it. */
  etag: v.optional(v.string()),
  /** Whether every zip was there and verified, all of one date, when this was written. */
  complete: v.boolean(),
  extractionDate: v.optional(v.string()),
  files: v.record(v.string(), VERIFIED_FILE),
});

/** What is known of one verified zip. */
export type VerifiedFile = v.InferOutput<typeof VERIFIED_FILE>;
/** What is known of a month's folder in the inbox: `inbox/YYYY-MM/manifest.json`. */
export type MonthManifest = v.InferOutput<typeof MANIFEST>;

const MANIFEST_NAME = 'manifest.json';

/** Reads a month's manifest; undefined when there is none, or it cannot be read and is to be made anew. */
export function readManifest(inbox: string, month: string): MonthManifest | undefined {
  let text: string;
  try {
    text = readFileSync(join(inbox, month, MANIFEST_NAME), 'utf8');
  } catch {
    return undefined;
  }
  const parsed = v.safeParse(v.pipe(v.string(), v.parseJson(), MANIFEST), text);
  return parsed.success && parsed.output.month === month ? parsed.output : undefined;
}

/** Whether a month's folder has a manifest, be it readable or not: then a download made it, or began to. */
export function hasManifest(inbox: string, month: string): boolean {
  return existsSync(join(inbox, month, MANIFEST_NAME));
}

/** Writes a month's manifest whole or not at all; without waiting, so that streams that end together take turns. */
export function saveManifest(inbox: string, manifest: MonthManifest): void {
  const path = join(inbox, manifest.month, MANIFEST_NAME);
  const file = openSync(`${path}.new`, 'w');
  try {
    writeFileSync(file, `${JSON.stringify(manifest, undefined, 1)}\n`);
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
  renameSync(`${path}.new`, path);
}

/** Removes a month's manifest, and what is left of one that was being written. */
export async function removeManifest(inbox: string, month: string): Promise<void> {
  const path = join(inbox, month, MANIFEST_NAME);
  await rm(path, { force: true });
  await rm(`${path}.new`, { force: true });
}

/** Whether a file is still as it was when it was verified. */
export function isUntouched(path: string, verified: VerifiedFile): boolean {
  const found = statSync(path, { throwIfNoEntry: false });
  return found !== undefined && found.size === verified.size && found.mtimeMs === verified.mtimeMs;
}

/** Whether the month is complete in the inbox, and every zip as it was when it was verified. */
export function isIntact(inbox: string, manifest: MonthManifest | undefined): manifest is MonthManifest {
  if (!manifest?.complete) return false;
  return Object.entries(manifest.files).every(([name, verified]) =>
    isUntouched(join(inbox, manifest.month, name), verified),
  );
}

/** The months that have a folder in the inbox, newest first. */
export async function listInboxMonths(inbox: string): Promise<string[]> {
  const entries = await readdir(inbox, { withFileTypes: true }).catch(() => []);
  const months = entries.flatMap((entry) => (entry.isDirectory() && isMonth(entry.name) ? [entry.name] : []));
  return months.sort().reverse();
}

/** The newest month before the given one whose folder in the inbox has that code table, or undefined. */
export async function findLender(inbox: string, month: string, table: string): Promise<string | undefined> {
  if (!TABLE_ZIPS.includes(table)) return undefined;
  const earlier = (await listInboxMonths(inbox)).filter((other) => other < month);
  return earlier.find((other) => statSync(join(inbox, other, table), { throwIfNoEntry: false })?.isFile());
}
