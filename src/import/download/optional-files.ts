import { open, readFile, rename, stat, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import * as v from 'valibot';
import { ImportFailure } from '../failure.ts';
import {
  type Arrival,
  exchange,
  expectStatus,
  type Patience,
  readText,
  showAddress,
  withRetries,
} from '../http-client.ts';
import type { DownloadListener } from './event.ts';
import { discardPart, partOf, sealPart, writeWhole } from './part-file.ts';
import { checkTabmun } from './tabmun.ts';
import { verifyZip } from './verify-zip.ts';
import { addressOf, authorize, decodePath, listFolder, openShare } from './webdav.ts';

/** What is remembered of each optional file, in `inbox/optional.json`: a quiet night costs one short answer a file. */
const MEMORY = v.record(
  v.string(),
  v.object({
    address: v.string(),
    etag: v.optional(v.string()),
    lastModified: v.optional(v.string()),
    sha256: v.string(),
    size: v.number(),
  }),
);

type Memory = v.InferOutput<typeof MEMORY>;

/** One file that a registry can do without: its name in the inbox, where it is, and how it is recognised. */
interface OptionalFile {
  readonly name: string;
  readonly address: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly check: (path: string) => Promise<unknown>;
}

/** What came of the optional files. */
export interface OptionalResult {
  readonly downloaded: string[];
  readonly skipped: string[];
  readonly warnings: string[];
  bytes: number;
}

const MEMORY_NAME = 'optional.json';
const MAX_INDEX_BYTES = 4_000_000;
/** The largest of the regimes' zips has some 100 MB, 2024. */
const MAX_FILE_BYTES = 2_000_000_000;
/** Nobody waits long for what is not needed. */
const MAX_RETRIES = 2;
/** The names under which the four regimes have been published, in any case; the presumed profit's in several parts. */
const REGIME_ZIP = /^(?:lucro real|lucro arbitrado|lucro presumido[\w ()-]*|imunes e isentas)\.zip$/i;
const SHARE_PAGE = /^(.*?)(?:\/index\.php)?\/s\/([A-Za-z0-9]{1,64})\/?$/;

/**
 * Brings TABMUN.CSV and the zips of the tax regimes into the inbox, from the addresses that are given, when they
 * changed since the last time. A failure becomes a warning; only an aborted signal throws.
 */
export async function fetchOptionalFiles(
  request: {
    readonly inbox: string;
    readonly tabmunUrl?: string | undefined;
    readonly regimesUrl?: string | undefined;
  },
  patience: Patience,
  listener: DownloadListener,
): Promise<OptionalResult> {
  const { inbox, tabmunUrl, regimesUrl } = request;
  const result: OptionalResult = { downloaded: [], skipped: [], warnings: [], bytes: 0 };
  if (tabmunUrl === undefined && regimesUrl === undefined) return result;
  const brief = { ...patience, retries: Math.min(patience.retries, MAX_RETRIES) };
  const attempt = async (what: string, run: () => Promise<void>): Promise<void> => {
    try {
      await run();
    } catch (error) {
      brief.signal?.throwIfAborted();
      const message = `${what} could not be had, what the inbox has serves on: ${error instanceof Error ? error.message : error}`;
      result.warnings.push(message);
      listener({ kind: 'warning', message });
    }
  };
  const memory = await readMemory(inbox);
  const bring = (file: OptionalFile) =>
    attempt(file.name, () => bringFile(inbox, file, memory, brief, result));
  if (tabmunUrl !== undefined) {
    await bring({ name: 'TABMUN.CSV', address: tabmunUrl, headers: {}, check: checkTabmun });
  }
  if (regimesUrl !== undefined) {
    await attempt('The list of tax regimes', async () => {
      for (const file of await listRegimes(regimesUrl, brief)) await bring(file);
    });
  }
  return result;
}

/** The regimes' zips at an address: one zip, a share's page, or a page with links to them. */
async function listRegimes(address: string, patience: Patience): Promise<OptionalFile[]> {
  const url = new URL(address);
  const check = (path: string) => verifyZip(path, patience.signal);
  const name = decodePath(basename(url.pathname));
  if (REGIME_ZIP.test(name)) return [{ name, address, headers: {}, check }];
  const [, prefix = '', token] = SHARE_PAGE.exec(url.pathname) ?? [];
  const files =
    token === undefined
      ? await listIndex(address, patience)
      : await listShare(url.origin + prefix, token, patience);
  const regimes = files.flatMap((file) => (REGIME_ZIP.test(file.name) ? [{ ...file, check }] : []));
  if (regimes.length === 0)
    throw new ImportFailure(`${showAddress(address)} has no zip of a tax regime; see REGIMES_URL`);
  return regimes;
}

async function listShare(
  site: string,
  token: string,
  patience: Patience,
): Promise<Omit<OptionalFile, 'check'>[]> {
  const share = openShare(site, token);
  const entries = await listFolder(share, '', patience);
  return entries.map(({ name }) => ({ name, address: addressOf(share, name), headers: authorize(share) }));
}

/** The files that a page links to, by the names in their addresses. */
async function listIndex(address: string, patience: Patience): Promise<Omit<OptionalFile, 'check'>[]> {
  const read = async (arrival: Arrival): Promise<string> => {
    expectStatus(arrival.response, [200], { address });
    return readText(arrival, MAX_INDEX_BYTES, address);
  };
  const page = await withRetries(() => exchange(address, {}, patience, read), patience);
  return [...page.matchAll(/\bhref\s*=\s*["']([^"'<>]+)["']/gi)].flatMap(([, href = '']) => {
    const link = href.replaceAll('&amp;', '&');
    if (!URL.canParse(link, address)) return [];
    const target = new URL(link, address);
    return { name: decodePath(basename(target.pathname)), address: target.href, headers: {} };
  });
}

/** Brings one file unless it is there unchanged: by the server's word, or else by its contents. */
async function bringFile(
  inbox: string,
  file: OptionalFile,
  memory: Memory,
  patience: Patience,
  result: OptionalResult,
): Promise<void> {
  const target = join(inbox, file.name);
  const part = partOf(target);
  const size = await stat(target).then(
    (found) => found.size,
    () => undefined,
  );
  const remembered = memory[file.name];
  const known = remembered?.address === file.address && remembered.size === size ? remembered : undefined;
  const headers: Record<string, string> = {
    ...file.headers,
    ...(known?.etag === undefined ? {} : { 'if-none-match': known.etag }),
    ...(known?.lastModified === undefined ? {} : { 'if-modified-since': known.lastModified }),
  };
  const read = async (arrival: Arrival) => {
    const { response } = arrival;
    if (known && response.status === 304) return undefined;
    expectStatus(response, [200], { address: file.address });
    const stored = await storeWhole(part, arrival, file.address);
    const etag = response.headers.get('etag') ?? undefined;
    return {
      ...stored,
      address: file.address,
      etag,
      lastModified: response.headers.get('last-modified') ?? undefined,
    };
  };
  try {
    const arrived = await withRetries(() => exchange(file.address, { headers }, patience, read), patience);
    result.bytes += arrived?.size ?? 0;
    const isNew = arrived !== undefined && arrived.sha256 !== known?.sha256;
    if (isNew) {
      await file.check(part);
      await sealPart(part, target);
    }
    if (arrived) await saveMemory(inbox, Object.assign(memory, { [file.name]: arrived }));
    (isNew ? result.downloaded : result.skipped).push(file.name);
  } finally {
    await discardPart(part);
  }
}

async function storeWhole(
  part: string,
  arrival: Arrival,
  address: string,
): Promise<{ size: number; sha256: string }> {
  const hash = new Bun.CryptoHasher('sha256');
  const handle = await open(part, 'w');
  let size = 0;
  try {
    for await (const piece of arrival.chunks) {
      if (size + piece.length > MAX_FILE_BYTES)
        throw new ImportFailure(`${showAddress(address)} is larger than any such file`);
      await writeWhole(handle, piece, size);
      hash.update(piece);
      size += piece.length;
    }
  } finally {
    await handle.close();
  }
  return { size, sha256: hash.digest('hex') };
}

async function readMemory(inbox: string): Promise<Memory> {
  const text = await readFile(join(inbox, MEMORY_NAME), 'utf8').catch(() => '');
  const parsed = v.safeParse(v.pipe(v.string(), v.parseJson(), MEMORY), text);
  return parsed.success ? parsed.output : {};
}

async function saveMemory(inbox: string, memory: Memory): Promise<void> {
  const path = join(inbox, MEMORY_NAME);
  await writeFile(`${path}.new`, JSON.stringify(memory, undefined, 1));
  await rename(`${path}.new`, path);
}
