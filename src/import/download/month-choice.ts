import { ImportFailure } from '../failure.ts';
import type { Patience } from '../http-client.ts';
import { findMissing, MONTH_ZIPS } from '../months.ts';
import type { DownloadListener } from './event.ts';
import { findLender, isIntact, listInboxMonths, type MonthManifest, readManifest } from './month-manifest.ts';
import type { MonthShare } from './share.ts';
import { listFolder, type RemoteEntry } from './webdav.ts';

/** A month to bring home: what the share lists, and the code tables that an earlier month lends. */
export interface ChosenMonth {
  readonly month: string;
  readonly etag: string | undefined;
  readonly files: readonly RemoteEntry[];
  /** The name of each code table that the month lacks, and the earlier month of the inbox that has it. */
  readonly borrowed: ReadonlyMap<string, string>;
}

/** Either nothing is to be done, the inbox having it all, or a month is to be brought home. */
export type MonthChoice = { readonly upToDate: MonthManifest } | { readonly chosen: ChosenMonth };

/** A month that lacks zips which no earlier month can lend. */
export class IncompleteMonthError extends ImportFailure {
  override name = 'IncompleteMonthError';

  constructor(
    readonly month: string,
    readonly missing: readonly string[],
  ) {
    super(
      `${month} is not complete at the server: ${missing.join(', ')} ${missing.length === 1 ? 'is' : 'are'} missing ` +
        'or empty. It may still be on its way up: try again later, or ask for another month.',
    );
  }
}

/** The months before the newest that are looked at when it is incomplete. */
const MAX_MONTHS_BACK = 6;

/** The newest month that is whole in the inbox, or undefined. */
export async function findNewestIntact(inbox: string): Promise<MonthManifest | undefined> {
  for (const month of await listInboxMonths(inbox)) {
    const manifest = readManifest(inbox, month);
    if (isIntact(inbox, manifest)) return manifest;
  }
  return undefined;
}

/**
 * Chooses the month that was asked for, or else the newest complete one, and never one older than the inbox has.
 * An unchanged month costs no request. Throws IncompleteMonthError for an incomplete month that was asked for, and
 * an error that names the months there are when there is no such month, or none is complete.
 */
export async function chooseMonth(
  inbox: string,
  found: MonthShare,
  asked: string | undefined,
  patience: Patience,
  listener: DownloadListener,
): Promise<MonthChoice> {
  const newest = asked === undefined ? await findNewestIntact(inbox) : undefined;
  const candidates = found.months
    .filter(({ name }) => (asked === undefined ? name >= (newest?.month ?? '') : name === asked))
    .slice(0, MAX_MONTHS_BACK);
  for (const { name: month, etag } of candidates) {
    const manifest = readManifest(inbox, month);
    const isSame = etag !== undefined && manifest?.etag === etag && manifest.folder === found.folder;
    if (isSame && isIntact(inbox, manifest)) return { upToDate: manifest };
    try {
      return { chosen: await listMonth(inbox, found, month, etag, patience) };
    } catch (error) {
      if (asked !== undefined || !(error instanceof IncompleteMonthError)) throw error;
      listener({ kind: 'passed-over', month, missing: error.missing });
    }
  }
  if (newest) return { upToDate: newest };
  const there = found.months.map(({ name }) => name).join(', ');
  throw new ImportFailure(
    asked === undefined
      ? `No month at the server is complete (looked at ${candidates.map(({ name }) => name).join(', ')}). ` +
          'Try again later.'
      : `The server has no month ${asked}; it has ${there}.`,
  );
}

/** Lists one month of the share. Throws IncompleteMonthError when it is not complete. */
export async function listMonth(
  inbox: string,
  found: MonthShare,
  month: string,
  etag: string | undefined,
  patience: Patience,
): Promise<ChosenMonth> {
  const files = await listFolder(found.share, `${found.folder}${month}/`, patience);
  const borrowed = new Map<string, string>();
  const missing: string[] = [];
  for (const name of findMissing(MONTH_ZIPS, files)) {
    // A code table changes by a line or two a year: last month's is right but for a new code. No part is like that.
    const lender = await findLender(inbox, month, name);
    if (lender === undefined) missing.push(name);
    else borrowed.set(name, lender);
  }
  if (missing.length > 0) throw new IncompleteMonthError(month, missing);
  return { month, etag, files, borrowed };
}
