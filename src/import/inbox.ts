import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { hasManifest, isIntact, listInboxMonths, readManifest } from './download/month-manifest.ts';
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

/** How many months stay in the inbox: the newest, and the one to which a rollback goes back. */
const MONTHS_KEPT = 2;

/**
 * Removes the folders of months that a download made, but the newest two and the one that is served: they can be had
 * again. What an operator brought stays. Returns the months that went.
 */
export async function pruneInbox(inbox: string, served: string | undefined): Promise<string[]> {
  const months = (await listInboxMonths(inbox)).slice(MONTHS_KEPT);
  const old = months.filter((month) => month !== served && hasManifest(inbox, month));
  for (const month of old) await rm(join(inbox, month), { recursive: true, force: true });
  return old;
}
