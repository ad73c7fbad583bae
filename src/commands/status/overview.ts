import { Database } from 'bun:sqlite';
import { accessSync, constants, existsSync, statSync } from 'node:fs';
import { statfs } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { hasPrevious, pathOf } from '../../import/data-folder.ts';
import { RegistryDatabase, RegistryError, type RegistryFacts } from '../../registry/database.ts';
import { readState, type StateOverview } from './state-overview.ts';

/** The registry that is in place. */
export interface RegistryOverview {
  readonly path: string;
  readonly bytes: number;
  readonly facts: RegistryFacts;
  /** Whether there is one to go back to. */
  readonly hasPrevious: boolean;
}

/** A data folder as it stands. */
export interface Overview {
  readonly dataDir: string;
  readonly registry: RegistryOverview | undefined;
  /** Why there is no registry to tell of. */
  readonly registryFault: string | undefined;
  readonly state: StateOverview | undefined;
  /** Why nothing can be told of state.db, or of the whole folder; undefined also where there is none yet. */
  readonly stateFault: string | undefined;
  /** Whether an import is at work. */
  readonly isImporting: boolean;
  /** Bytes that an import may still use where the data folder is, or is to be. */
  readonly freeBytes: number;
}

/** Why nothing in a data folder may be looked at by this user; undefined where it may, or there is none. */
function findDenial(dataDir: string): string | undefined {
  try {
    accessSync(dataDir, constants.R_OK | constants.X_OK);
    return undefined;
  } catch (cause) {
    const isDenied = cause instanceof Error && 'code' in cause && cause.code === 'EACCES';
    return isDenied
      ? `${dataDir} cannot be read (${cause.message}): run this as the service's own user.`
      : undefined;
  }
}

function readRegistry(dataDir: string): Pick<Overview, 'registry' | 'registryFault'> {
  const path = pathOf(dataDir, 'registry');
  try {
    const database = new RegistryDatabase(path);
    const { facts } = database;
    database.close();
    const registry = { path, bytes: statSync(path).size, facts, hasPrevious: hasPrevious(dataDir) };
    return { registry, registryFault: undefined };
  } catch (cause) {
    if (!(cause instanceof RegistryError)) throw cause;
    return { registry: undefined, registryFault: cause.message };
  }
}

/** Whether an import holds its lock: whoever only reads it cannot take it away. */
function isLocked(dataDir: string): boolean {
  const path = pathOf(dataDir, 'lock');
  if (!existsSync(path)) return false;
  const lock = new Database(path, { readonly: true });
  try {
    lock.run('PRAGMA busy_timeout = 0');
    lock.query('SELECT count(*) FROM sqlite_master').get();
    return false;
  } catch (cause) {
    if (cause instanceof Error && 'code' in cause && cause.code === 'SQLITE_BUSY') return true;
    throw cause;
  } finally {
    lock.close();
  }
}

async function readFreeBytes(dataDir: string): Promise<number> {
  let folder = resolve(dataDir);
  while (!existsSync(folder)) folder = dirname(folder);
  const disk = await statfs(folder);
  return disk.bavail * disk.bsize;
}

/** Looks at a data folder and changes nothing in it, whatever runs there. `nowMs` chooses the month of the use. */
export async function readOverview(dataDir: string, nowMs: number): Promise<Overview> {
  const freeBytes = await readFreeBytes(dataDir);
  const stateFault = findDenial(dataDir);
  if (stateFault !== undefined) {
    const nothing = { registry: undefined, registryFault: undefined, state: undefined, isImporting: false };
    return { dataDir, ...nothing, stateFault, freeBytes };
  }
  return {
    dataDir,
    ...readRegistry(dataDir),
    ...readState(dataDir, nowMs),
    isImporting: isLocked(dataDir),
    freeBytes,
  };
}
