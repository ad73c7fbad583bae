import { Database } from 'bun:sqlite';
import { closeSync, openSync } from 'node:fs';
import { cleanUp, pathOf, prepareFolder, refuseUnwritable } from './data-folder.ts';
import { ImportFailure } from './failure.ts';

/** The proof that this process alone imports into a data folder, which whatever changes a registry asks for. */
export interface ImportLock {
  readonly dataDir: string;
}

/** Another import has the data folder. */
export class LockedError extends ImportFailure {
  override name = 'LockedError';
}

/**
 * Takes the lock of a data folder. It is SQLite's lock on a file of its own, which the system lets go when a process
 * dies, however it dies.
 */
function takeLock(dataDir: string): Database {
  const path = pathOf(dataDir, 'lock');
  // SQLite opens what it may not write to read it, and nobody would be shut out.
  refuseUnwritable(path, () => closeSync(openSync(path, 'a')));
  const database = new Database(path, { create: true, readwrite: true });
  try {
    database.exec('PRAGMA busy_timeout = 0; PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE');
    return database;
  } catch (cause) {
    database.close();
    const code = cause instanceof Error && 'code' in cause ? cause.code : undefined;
    if (code === 'SQLITE_NOTADB') throw new ImportFailure(`${path} is no lock of an import: remove it.`);
    if (code !== 'SQLITE_BUSY') throw cause;
    throw new LockedError(`Another import is running in ${dataDir}. Wait until it is done.`);
  }
}

/**
 * Does work that one process at a time may do in a data folder, after clearing away what a killed one left there. Throws
 * LockedError when another is at it, ImportFailure when the folder or the lock cannot be written, and what the work
 * throws.
 */
export async function withImportLock<Result>(
  dataDir: string,
  work: (lock: ImportLock) => Promise<Result>,
): Promise<Result> {
  prepareFolder(dataDir);
  const held = takeLock(dataDir);
  try {
    cleanUp(dataDir);
    return await work({ dataDir });
  } finally {
    held.close();
  }
}
