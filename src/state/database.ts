import { Database } from 'bun:sqlite';
import { chmodSync, closeSync, existsSync, mkdirSync, openSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { type BunSQLiteDatabase, drizzle } from 'drizzle-orm/bun-sqlite';
import { migrate } from './migrations.ts';

/** An open state.db: what the service itself must remember, and no import replaces. */
export type State = {
  readonly path: string;
  readonly sqlite: Database;
  readonly orm: BunSQLiteDatabase;
  /** Throws when the file was removed or another was put in its place: what is written here is lost from then on. */
  requireInPlace(): void;
  /** Closes the connection. */
  close(): void;
};

const STATE_FILE = 'state.db';

/** How long a writer waits for another process's transaction before it gives up. */
const BUSY_TIMEOUT_MS = 5_000;
const RETRY_MS = 10;

/** Whether a folder has a state.db. */
export function hasState(folder: string): boolean {
  return existsSync(join(folder, STATE_FILE));
}

/** Opens one more connection to an existing state.db, with the settings that every connection needs. */
export function connectState(path: string): Database {
  const sqlite = new Database(path, { readwrite: true, create: false });
  sqlite.run(`PRAGMA busy_timeout = ${BUSY_TIMEOUT_MS}`);
  // WAL lets the server read while the command line writes; FULL keeps what was answered as written.
  switchToWal(sqlite);
  sqlite.run('PRAGMA synchronous = FULL');
  sqlite.run('PRAGMA foreign_keys = ON');
  return sqlite;
}

/** Waits by hand: of two processes that open a new file together, SQLite refuses one at once. */
function switchToWal(sqlite: Database): void {
  const deadline = performance.now() + BUSY_TIMEOUT_MS;
  for (;;) {
    try {
      sqlite.run('PRAGMA journal_mode = WAL');
      return;
    } catch (cause) {
      const isBusy =
        cause instanceof Error && 'code' in cause && String(cause.code).startsWith('SQLITE_BUSY');
      if (!isBusy || performance.now() > deadline) throw cause;
      Bun.sleepSync(RETRY_MS);
    }
  }
}

/**
 * Opens state.db in a folder, making both when they are missing, and brings it to the present version.
 * The file can be read by its owner only. Throws when it is newer than this program or cannot be written.
 */
export function openState(folder: string): State {
  const path = join(folder, STATE_FILE);
  let sqlite: Database | undefined;
  try {
    mkdirSync(folder, { recursive: true });
    // SQLite makes files that everyone may read, and gives its WAL the mode of the database's file.
    closeSync(openSync(path, 'a', 0o600));
    chmodSync(path, 0o600);
    sqlite = connectState(path);
    migrate(sqlite, path);
  } catch (cause) {
    sqlite?.close();
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new Error(reason.includes(path) ? reason : `${path} could not be opened: ${reason}`, { cause });
  }
  const open = sqlite;
  const own = statSync(path).ino;
  return {
    ...{ path, sqlite: open, orm: drizzle({ client: open }), close: () => open.close() },
    requireInPlace() {
      if (statSync(path, { throwIfNoEntry: false })?.ino === own) return;
      throw new Error(`${path} was removed or replaced while it is in use: restart the service.`);
    },
  };
}
