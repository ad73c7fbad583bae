import { Database } from 'bun:sqlite';
import { join } from 'node:path';
import { ImportFailure } from './failure.ts';

/** One import at a time: a lock that ends with its holder, however that ends. */
export interface ImportLock {
  release(): void;
}

/**
 * Takes the lock of a data folder. It is SQLite's lock on a file of its own, which the system lets go when a process
 * dies. Throws ImportFailure when another import has it.
 */
export function lockImport(dataDir: string): ImportLock {
  const path = join(dataDir, 'import.lock');
  const database = new Database(path, { create: true, readwrite: true });
  try {
    database.exec('PRAGMA busy_timeout = 0; PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE');
  } catch {
    database.close();
    throw new ImportFailure(`Another import is running in ${dataDir}. Wait until it is done.`);
  }
  return { release: () => database.close() };
}
