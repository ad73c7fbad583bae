import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { bringMonth } from './download/bring-month.ts';
import type { DownloadListener } from './download/event.ts';
import { chooseMonth, findNewestIntact } from './download/month-choice.ts';
import { fetchOptionalFiles } from './download/optional-files.ts';
import { findMonths } from './download/share.ts';
import { ImportFailure } from './failure.ts';
import { type Patience, type Retry, showAddress } from './http-client.ts';
import { isMonth } from './months.ts';

/** What to bring home, from where, and how patiently. */
export interface DownloadRequest {
  /** The site of the share, without a slash at its end. */
  readonly baseUrl: string;
  /** The share's token; without it, the site's front page is asked for the current one. */
  readonly token?: string | undefined;
  /** The month, YYYY-MM; without it, the newest complete one. */
  readonly month?: string | undefined;
  /** The folder in which each month gets a folder of its own; it is made when it is not there. */
  readonly inbox: string;
  /** The address of TABMUN.CSV. */
  readonly tabmunUrl?: string | undefined;
  /** The address of the zips of the tax regimes: a share's page, a page that links to them, or one zip. */
  readonly regimesUrl?: string | undefined;
  readonly onEvent?: DownloadListener | undefined;
  readonly signal?: AbortSignal | undefined;
  /** Files that are on their way at once; the Receita's server refuses many. Default 3. */
  readonly streams?: number | undefined;
  /** Without a byte for this long, a connection is given up. Default 30000. */
  readonly stallMs?: number | undefined;
  /** Attempts after the first that may fail in a row without progress. Default 8. */
  readonly retries?: number | undefined;
  /** The first pause between two attempts; it doubles each time, up to a minute. Default 1000. */
  readonly backoffMs?: number | undefined;
}

/** What lies in the inbox after a download, and what of it is new. */
export interface DownloadResult {
  readonly month: string;
  /** `inbox/YYYY-MM`, the folder of the month's zips. */
  readonly folder: string;
  /** YYYY-MM-DD; undefined where the members' names carry no date. */
  readonly extractionDate: string | undefined;
  /** The names of the files that came, or were borrowed, in this run; empty when there is nothing new. */
  readonly downloaded: readonly string[];
  /** The names of those that were there already. */
  readonly skipped: readonly string[];
  /** The bytes that came over the network. */
  readonly bytes: number;
  /** What went wrong without stopping the download: optional files that could not be had. */
  readonly warnings: readonly string[];
}

/**
 * Brings the zips of a month into `inbox/YYYY-MM`, skipping what is there, and the optional files into `inbox`.
 * Every zip has been read from end to end and checked against its CRCs, and all are of one extraction, when it
 * returns. What arrived stays when it fails: the next run goes on from there. Throws ImportFailure that says which
 * file, which address and what to do, and the reason of `signal` when that is aborted.
 */
export async function downloadMonth(request: DownloadRequest): Promise<DownloadResult> {
  const { inbox, baseUrl, token, month: asked, streams = 3, signal } = request;
  if (asked !== undefined && !isMonth(asked)) {
    throw new ImportFailure(`\`${asked}\` is no month: write it as YYYY-MM, such as 2026-08`);
  }
  const { stallMs = 30_000, retries = 8, backoffMs = 1_000 } = request;
  const listener = request.onEvent ?? (() => undefined);
  const file = showAddress(baseUrl);
  const onRetry = (retry: Retry) => listener({ kind: 'retry', file, ...retry });
  const patience: Patience = { stallMs, retries, backoffMs, signal, onRetry };
  await mkdir(inbox, { recursive: true });
  const lastFolder = (await findNewestIntact(inbox))?.folder;
  const found = await findMonths({ baseUrl, token, lastFolder }, patience);
  const choice = await chooseMonth(inbox, found, asked, patience, listener);
  const brought =
    'chosen' in choice
      ? await bringMonth({ inbox, patience, streams, listener }, found, choice.chosen)
      : { manifest: choice.upToDate, downloaded: [], bytes: 0 };
  const optional = await fetchOptionalFiles(request, patience, listener);
  const { month, extractionDate, files } = brought.manifest;
  const downloaded: readonly string[] = brought.downloaded;
  return {
    month,
    folder: join(inbox, month),
    extractionDate,
    downloaded: [...downloaded, ...optional.downloaded],
    skipped: [...Object.keys(files).filter((name) => !downloaded.includes(name)), ...optional.skipped],
    bytes: brought.bytes + optional.bytes,
    warnings: optional.warnings,
  };
}
