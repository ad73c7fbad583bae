import { SQLiteError } from 'bun:sqlite';
import { accessSync, constants, statSync } from 'node:fs';

/** Why nothing can be told of a file or folder. What is `denied`, to this user, or has `failed` may be whole. */
export interface Fault {
  readonly kind: 'missing' | 'wrong-kind' | 'denied' | 'damaged' | 'failed';
  /** A sentence. */
  readonly what: string;
}

function isDenial(cause: unknown): cause is Error {
  return cause instanceof Error && 'code' in cause && (cause.code === 'EACCES' || cause.code === 'EPERM');
}

function denied(path: string, reason: string): Fault {
  return { kind: 'denied', what: `${path} cannot be read (${reason}): run this as the service's own user.` };
}

/** What keeps this user from a file or a folder; undefined where nothing does, or there is none. */
export function findObstacle(path: string, kind: 'file' | 'folder'): Fault | undefined {
  try {
    const found = statSync(path, { throwIfNoEntry: false });
    if (found === undefined) return undefined;
    if (found.isDirectory() !== (kind === 'folder')) {
      const other = kind === 'file' ? 'folder' : 'file';
      return { kind: 'wrong-kind', what: `${path} is a ${other}, where a ${kind} should be.` };
    }
    accessSync(path, kind === 'folder' ? constants.R_OK | constants.X_OK : constants.R_OK);
    return undefined;
  } catch (cause) {
    return isDenial(cause) ? denied(path, cause.message) : undefined;
  }
}

/** What SQLite says of files that it may not open, or beside which it may not make those that it needs. */
const DENIALS = /^SQLITE_(?:CANTOPEN|READONLY|PERM|AUTH)/;
/** What it says of files that are no database, or not the one that is looked for. */
const DAMAGES = /^SQLITE_(?:NOTADB|CORRUPT|FORMAT|ERROR|SCHEMA)/;

/** What SQLite's failure says of a file. Throws on what is none of SQLite's. */
export function explainFailure(path: string, cause: unknown): Fault {
  const failure = cause instanceof Error && cause.cause instanceof SQLiteError ? cause.cause : cause;
  if (!(failure instanceof SQLiteError)) throw cause;
  const { code = '', message } = failure;
  if (DENIALS.test(code)) return denied(path, message);
  if (DAMAGES.test(code)) return { kind: 'damaged', what: `${path} cannot be read (${message}).` };
  return { kind: 'failed', what: `${path} cannot be read now (${message}): look again in a moment.` };
}
