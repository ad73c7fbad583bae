import { closeSync, existsSync, mkdirSync, openSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isRowKind, ROW_KINDS } from '../../src/import/protocol.ts';
import { findSources, type SourceFile, sourceOf } from '../../src/import/sources.ts';
import { readMember } from '../../src/import/zip.ts';

/** The least that loading the same rows costs: SQLite's own shell, whose `.import` reads CSV into bare tables. */

/** The files of rows, unpacked, in the order in which the shell reads them. */
export interface FloorFiles {
  readonly folder: string;
  readonly files: readonly { readonly path: string; readonly source: SourceFile }[];
}

/** Whether the shell is there. */
export function hasShell(): boolean {
  return Bun.which('sqlite3') !== null;
}

async function unpack({ member }: SourceFile, path: string): Promise<void> {
  if (existsSync(path)) return;
  const unfinished = `${path}.unfinished`;
  const file = openSync(unfinished, 'w');
  try {
    await readMember(member, (chunk) => writeFileSync(file, chunk));
  } finally {
    closeSync(file);
  }
  renameSync(unfinished, path);
}

/** Unpacks every file of rows below a folder, unless that was done before. */
export async function prepareFloor(sources: string, folder: string): Promise<FloorFiles> {
  mkdirSync(folder, { recursive: true });
  const files: { path: string; source: SourceFile }[] = [];
  for (const [place, source] of (await findSources([sources])).entries()) {
    if (!isRowKind(source.kind)) continue;
    const path = join(folder, `${place}-${source.kind}.csv`);
    await unpack(source, path);
    files.push({ path, source });
  }
  return { folder, files };
}

/** What the shell is told: a table a kind with a column of text for each of the file's, and nothing else. */
function scriptOf({ files }: FloorFiles): string {
  const lines = ['.mode csv'];
  for (const kind of ROW_KINDS) {
    const columns = sourceOf(kind).columns.map((column) => `"${column}" TEXT`);
    lines.push(`CREATE TABLE "${kind}" (${columns.join(', ')});`);
  }
  for (const { path, source } of files) {
    const { kind, separator, header } = sourceOf(source.kind);
    lines.push(`.separator ${separator}`, `.import ${header ? '--skip 1 ' : ''}'${path}' ${kind}`);
  }
  return `${lines.join('\n')}\n`;
}

/** Loads all files once and returns how long it took, in milliseconds. Throws what the shell said when it failed. */
export async function runFloor(floor: FloorFiles): Promise<number> {
  const database = join(floor.folder, 'floor.db');
  rmSync(database, { force: true });
  const startedMs = performance.now();
  const shell = Bun.spawn(['sqlite3', database], {
    stdin: Buffer.from(scriptOf(floor)),
    stdout: 'ignore',
    stderr: 'pipe',
  });
  const [errors, code] = await Promise.all([shell.stderr.text(), shell.exited]);
  const tookMs = performance.now() - startedMs;
  const tables = existsSync(database);
  rmSync(database, { force: true });
  // The shell speaks of every row that lacks a column, and ends well all the same.
  if (code !== 0 && !tables) throw new Error(`sqlite3 failed: ${errors.slice(0, 1000)}`);
  return tookMs;
}
