import { rm, rmdir } from 'node:fs/promises';
import { join } from 'node:path';
import {
  hasManifest,
  isIntact,
  listInboxMonths,
  readManifest,
  removeManifest,
} from './download/month-manifest.ts';
import { discardPart, partOf } from './download/part-file.ts';
import { MONTH_ZIPS } from './months.ts';
import { listFolder } from './source-folder.ts';

/** The month to import, and why newer ones are not. */
export interface InboxChoice {
  readonly month: string | undefined;
  readonly passedOver: readonly string[];
}

/** Why a month's folder is no source, or undefined when it is one. */
async function findFlaw(inbox: string, month: string): Promise<string | undefined> {
  if (hasManifest(inbox, month)) {
    const isWhole = isIntact(inbox, readManifest(inbox, month));
    return isWhole ? undefined : `${month} is passed over: its download is not finished`;
  }
  const files = await listFolder(join(inbox, month));
  return files.length > 0 ? undefined : `${month} is passed over: its folder is empty`;
}

/**
 * The newest month of the inbox that is whole and was not refused, but none older than `notBefore`. A folder that no
 * download made is taken at its word: the operator filled it.
 */
export async function chooseInboxMonth(
  inbox: string,
  notBefore: string | undefined,
  refused: ReadonlySet<string>,
): Promise<InboxChoice> {
  const passedOver: string[] = [];
  for (const month of await listInboxMonths(inbox)) {
    if (notBefore !== undefined && month < notBefore) break;
    const flaw = refused.has(month)
      ? `${month} is passed over: it was refused by a rollback (--accept takes it)`
      : await findFlaw(inbox, month);
    if (flaw === undefined) return { month, passedOver };
    passedOver.push(flaw);
  }
  return { month: undefined, passedOver };
}

/** Removes what a download makes in a month's folder, and the folder if nothing else is in it. */
async function removeDownload(inbox: string, month: string): Promise<void> {
  for (const name of MONTH_ZIPS) {
    const path = join(inbox, month, name);
    await rm(path, { force: true });
    await discardPart(partOf(path));
  }
  await removeManifest(inbox, month);
  await rmdir(join(inbox, month)).catch(() => undefined);
}

/** How many months stay in the inbox: the newest, and the one to which a rollback goes back. */
const MONTHS_KEPT = 2;

/**
 * Removes what downloads brought of months but the newest two and the one that is served: it can be had again. What an
 * operator brought stays, and so does a folder with something of theirs. Returns the months that went.
 */
export async function pruneInbox(inbox: string, served: string | undefined): Promise<string[]> {
  const months = (await listInboxMonths(inbox)).slice(MONTHS_KEPT);
  const old = months.filter((month) => month !== served && hasManifest(inbox, month));
  for (const month of old) await removeDownload(inbox, month);
  return old;
}
