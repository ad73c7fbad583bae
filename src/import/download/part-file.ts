import { existsSync } from 'node:fs';
import { open, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import * as v from 'valibot';

/** What tells one version of a published file from another. */
export interface FileVersion {
  readonly size: number;
  readonly etag?: string | undefined;
  readonly lastModified?: string | undefined;
}

/** What lies beside a part: the version that was listed, and the validators that came with the bytes. */
const PART_NOTE = v.object({
  listed: v.object({ size: v.number(), etag: v.optional(v.string()), lastModified: v.optional(v.string()) }),
  etag: v.optional(v.string()),
  lastModified: v.optional(v.string()),
});

/** What lies beside a part, see PART_NOTE. */
export type PartNote = v.InferOutput<typeof PART_NOTE>;

/** Whether two listings tell of one version of a file: same size, and nothing that both tell differs. */
export function isSameVersion(a: FileVersion, b: FileVersion): boolean {
  if (a.size !== b.size) return false;
  // The ETag decides where there is one: a copy of the share may keep it and change the time.
  if (a.etag !== undefined && b.etag !== undefined) return a.etag === b.etag;
  return a.lastModified === undefined || b.lastModified === undefined || a.lastModified === b.lastModified;
}

/** Where the part of a file lies while it arrives. */
export function partOf(target: string): string {
  return `${target}.part`;
}

function noteOf(part: string): string {
  return `${part}.json`;
}

/** What is there of this version of a file; a part of another version, or without its note, is deleted. */
export async function readPart(
  part: string,
  version: FileVersion,
): Promise<{ offset: number; note?: PartNote }> {
  if (!existsSync(part)) return { offset: 0 };
  const text = await readFile(noteOf(part), 'utf8').catch(() => '');
  const note = v.safeParse(v.pipe(v.string(), v.parseJson(), PART_NOTE), text);
  const { size } = await stat(part);
  if (note.success && size <= version.size && isSameVersion(note.output.listed, version)) {
    return { offset: size, note: note.output };
  }
  await discardPart(part);
  return { offset: 0 };
}

/** Begins a part with nothing in it. Its note is written before the first byte, so that no part is without one. */
export async function beginPart(part: string, version: FileVersion, response: Response): Promise<void> {
  const note: PartNote = {
    listed: { size: version.size, etag: version.etag, lastModified: version.lastModified },
    etag: response.headers.get('etag') ?? undefined,
    lastModified: response.headers.get('last-modified') ?? undefined,
  };
  await rm(part, { force: true });
  await writeFile(noteOf(part), JSON.stringify(note));
}

/** Forgets what had arrived. */
export async function discardPart(part: string): Promise<void> {
  await rm(part, { force: true });
  await rm(noteOf(part), { force: true });
}

/** Gives a whole, checked part its name, on the disk before anyone relies on it. */
export async function sealPart(part: string, target: string): Promise<void> {
  await syncToDisk(part);
  await rename(part, target);
  await rm(noteOf(part), { force: true });
  await syncToDisk(dirname(target));
}

/** Writes to the disk what the system still holds of a file, or of a folder's names. */
async function syncToDisk(path: string): Promise<void> {
  const handle = await open(path, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** Writes all of a piece at a place of an open file. */
export async function writeWhole(
  handle: Awaited<ReturnType<typeof open>>,
  piece: Uint8Array,
  position: number,
): Promise<void> {
  for (let written = 0; written < piece.length; ) {
    const { bytesWritten } = await handle.write(piece, written, piece.length - written, position + written);
    written += bytesWritten;
  }
}
