import { type FileHandle, open } from 'node:fs/promises';
import { ImportFailure } from '../failure.ts';
import {
  type Arrival,
  exchange,
  expectStatus,
  type Patience,
  type Retry,
  showAddress,
  TransientError,
  withRetries,
} from '../http-client.ts';
import {
  beginPart,
  discardPart,
  type FileVersion,
  type PartNote,
  partOf,
  readPart,
  sealPart,
  writeWhole,
} from './part-file.ts';

/** A file as the server listed it, and how to ask for it. */
export interface RemoteFile extends FileVersion {
  readonly address: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** The file at the server is no longer the one that was listed: what had arrived of it is gone. */
export class RemoteChangedError extends Error {
  override name = 'RemoteChangedError';
}

/** What the caller of a transfer hears while it runs. */
export interface TransferHooks {
  /** The bytes of the file that are on the disk now, those of earlier runs included. */
  readonly onProgress?: (received: number) => void;
  readonly onRetry?: (retry: Retry) => void;
}

/** An attempt that brought the file this much nearer to its end is no sign of a dead server, however it ended. */
const PROGRESS_BYTES = 1_048_576;
/** A zip that arrives broken twice is broken at the server. */
const MAX_BROKEN = 2;

/**
 * Downloads a file to `target` by way of `target.part`, resuming what an earlier run left there. `check` reads the
 * whole part before it gets its name, and throws ImportFailure when it is broken. Returns the bytes that came over the
 * network and what `check` found. Throws RemoteChangedError when the file at the server changed, ImportFailure when it
 * is broken there or the retries are used up, StatusError when the server refuses it.
 */
export async function fetchFile<T>(
  file: RemoteFile,
  target: string,
  patience: Patience,
  check: (path: string) => Promise<T>,
  hooks: TransferHooks = {},
): Promise<{ bytes: number; checked: T }> {
  const part = partOf(target);
  let bytes = 0;
  for (let broken = 1; ; broken++) {
    bytes += await fetchWhole(file, part, patience, hooks);
    try {
      const checked = await check(part);
      await sealPart(part, target);
      return { bytes, checked };
    } catch (error) {
      if (!(error instanceof ImportFailure)) throw error;
      await discardPart(part);
      if (broken >= MAX_BROKEN) {
        throw new ImportFailure(`${showAddress(file.address)} is broken at the server: ${error.message}`);
      }
      hooks.onRetry?.({ reason: error.message, failures: broken, waitMs: 0 });
    }
  }
}

/** Asks for the file until the part has all of its bytes; returns how many came over the network. */
async function fetchWhole(
  file: RemoteFile,
  part: string,
  patience: Patience,
  hooks: TransferHooks,
): Promise<number> {
  let bytes = 0;
  // Only a new high mark counts as progress: a server that refuses ranges and always cuts would go on for ever.
  let furthest = 0;
  let furthestBefore = 0;
  const onBytes = (length: number, received: number) => {
    bytes += length;
    furthest = Math.max(furthest, received);
    hooks.onProgress?.(received);
  };
  const attempt = () => {
    furthestBefore = furthest;
    return fetchRest(file, part, patience, onBytes);
  };
  const hasProgressed = () => furthest - furthestBefore >= PROGRESS_BYTES;
  await withRetries(attempt, patience, { onRetry: hooks.onRetry, hasProgressed });
  return bytes;
}

/** Makes one request for what is missing of the part, and stores it as it comes. */
async function fetchRest(
  file: RemoteFile,
  part: string,
  patience: Patience,
  onBytes: (length: number, received: number) => void,
): Promise<void> {
  const { offset, note } = await readPart(part, file);
  if (offset === file.size) return;
  const headers = { ...file.headers, ...(offset > 0 ? resumeHeaders(offset, note) : {}) };
  const read = async (arrival: Arrival): Promise<void> => {
    const start = admit(arrival.response, file, offset, note);
    if (start === 0) await beginPart(part, file, arrival.response);
    const handle = await open(part, start === 0 ? 'w' : 'r+');
    try {
      await store(handle, arrival, start, file, onBytes);
    } finally {
      await handle.close();
    }
  };
  try {
    await exchange(file.address, { headers }, patience, read);
  } catch (error) {
    if (error instanceof RemoteChangedError) await discardPart(part);
    throw error;
  }
}

/** Asks for the rest, on the condition that the file is still the same where the server can tell. */
function resumeHeaders(offset: number, note: PartNote | undefined): Record<string, string> {
  // If-Range takes no weak validator (RFC 9110, section 13.1.5).
  const strong = note?.etag?.startsWith('W/') ? undefined : note?.etag;
  const validator = strong ?? note?.lastModified;
  return { range: `bytes=${offset}-`, ...(validator === undefined ? {} : { 'if-range': validator }) };
}

/** Where the body of this answer belongs: after what is there, or at the beginning. Throws when it belongs nowhere. */
function admit(response: Response, file: RemoteFile, offset: number, note: PartNote | undefined): number {
  const changed = (what: string) => new RemoteChangedError(`${showAddress(file.address)} changed: ${what}`);
  if (offset > 0 && (response.status === 412 || response.status === 416)) {
    throw changed(`its rest was refused with ${response.status}`);
  }
  expectStatus(response, offset > 0 ? [200, 206] : [200], { address: file.address });
  const etag = response.headers.get('etag') ?? undefined;
  if (offset > 0 && etag !== undefined && note?.etag !== undefined && etag !== note.etag) {
    throw changed('its ETag is another one');
  }
  if (response.status === 200) {
    const length = response.headers.get('content-length');
    if (length === null || Number(length) === file.size) return 0;
    throw changed(`it has ${length} bytes instead of ${file.size}`);
  }
  const range = response.headers.get('content-range') ?? '';
  const [, first, total] = /^bytes (\d+)-\d+\/(\d+|\*)$/.exec(range) ?? [];
  // A rest that does not fit what is there is of no use: the file is asked for anew, without a range.
  if (Number(first) !== offset) throw changed(`asked for its rest from ${offset} it sent \`${range}\``);
  if (total !== '*' && Number(total) !== file.size) {
    throw changed(`it has ${total} bytes instead of ${file.size}`);
  }
  return offset;
}

/** Writes what arrives from `start` on. Throws when it ends too soon, or goes on past the file's size. */
async function store(
  handle: FileHandle,
  arrival: Arrival,
  start: number,
  file: RemoteFile,
  onBytes: (length: number, received: number) => void,
): Promise<void> {
  let position = start;
  for await (const piece of arrival.chunks) {
    if (position + piece.length > file.size) {
      throw new RemoteChangedError(
        `${showAddress(file.address)} is longer than the ${file.size} bytes listed`,
      );
    }
    await writeWhole(handle, piece, position);
    position += piece.length;
    onBytes(piece.length, position);
  }
  if (position < file.size) {
    throw new TransientError(`GET ${showAddress(file.address)}: ended at ${position} of ${file.size} bytes`);
  }
}
