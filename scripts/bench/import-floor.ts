import { Database } from 'bun:sqlite';
import { closeSync, existsSync, mkdirSync, openSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isRowKind, ROW_KINDS, type RowKind } from '../../src/import/protocol.ts';
import { findSources, type SourceFile, sourceOf } from '../../src/import/sources.ts';
import { readMember } from '../../src/import/zip.ts';
import { endWithUs, Transient } from './transient.ts';

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

/** What loading all files once came to. */
export interface FloorRun {
  readonly tookMs: number;
  /** The rows that are in the tables then, by their kinds. */
  readonly rows: Readonly<Record<RowKind, number>>;
}

function countRows(path: string): Record<RowKind, number> {
  using database = new Database(path, { readonly: true });
  const count = (kind: RowKind) =>
    database.query<{ rows: number }, []>(`SELECT count(*) AS rows FROM "${kind}"`).get()?.rows ?? 0;
  const entries = ROW_KINDS.map((kind) => [kind, count(kind)] as const);
  // Object.fromEntries forgets the names of the keys, which are exactly the kinds.
  return Object.fromEntries(entries) as Record<RowKind, number>;
}

/** Loads all files once. Throws what the shell said when it failed. */
export async function runFloor(floor: FloorFiles): Promise<FloorRun> {
  using database = new Transient(join(floor.folder, 'floor.db'));
  rmSync(database.path, { force: true });
  const startedMs = performance.now();
  const shell = endWithUs(
    Bun.spawn(['sqlite3', '-bail', database.path], {
      stdin: Buffer.from(scriptOf(floor)),
      stdout: 'ignore',
      stderr: 'pipe',
    }),
  );
  const [errors, code] = await Promise.all([shell.stderr.text(), shell.exited]);
  const tookMs = performance.now() - startedMs;
  // The shell speaks of every row that lacks a column, and ends well all the same.
  if (code !== 0) throw new Error(`sqlite3 failed with ${code}: ${errors.slice(-1000)}`);
  return { tookMs, rows: countRows(database.path) };
}

/**
 * Throws where the shell has fewer rows of a kind than an import kept of the same files: it ends well also when a disk is
 * full. It has more where rows say the same, or have too few columns.
 */
export function refuseLostRows({ rows }: FloorRun, kept: Readonly<Record<string, number>>): void {
  for (const kind of ROW_KINDS) {
    const due = kept[kind] ?? 0;
    if (rows[kind] >= due) continue;
    throw new Error(`sqlite3 loaded ${rows[kind]} rows of ${kind}, of which there are ${due} or more.`);
  }
}
