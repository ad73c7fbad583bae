import { Database } from 'bun:sqlite';
import { existsSync, statSync } from 'node:fs';
import { statfs } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { hasPrevious, pathOf } from '../../import/data-folder.ts';
import { RegistryDatabase, RegistryError, type RegistryFacts } from '../../registry/database.ts';
import { explainFailure, type Fault, findObstacle } from './access.ts';
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
  /** Why there is no registry to tell of; undefined also where the whole folder tells nothing. */
  readonly registryFault: Fault | undefined;
  readonly state: StateOverview | undefined;
  /** Why nothing can be told of state.db, or of the whole folder; undefined also where there is none yet. */
  readonly stateFault: string | undefined;
  /** Whether an import is at work, as far as its lock can be read. */
  readonly isImporting: boolean;
  /** Why the lock of imports tells nothing. */
  readonly lockFault: Fault | undefined;
  /** Bytes that an import may still use where the data folder is, or is to be. */
  readonly freeBytes: number;
}

function readRegistry(dataDir: string): Pick<Overview, 'registry' | 'registryFault'> {
  const path = pathOf(dataDir, 'registry');
  const obstacle = findObstacle(path, 'file');
  if (obstacle !== undefined) return { registry: undefined, registryFault: obstacle };
  if (!existsSync(path)) {
    const what = `There is no registry at ${path}: run the import first.`;
    return { registry: undefined, registryFault: { kind: 'missing', what } };
  }
  try {
    const database = new RegistryDatabase(path);
    const { facts } = database;
    database.close();
    const registry = { path, bytes: statSync(path).size, facts, hasPrevious: hasPrevious(dataDir) };
    return { registry, registryFault: undefined };
  } catch (cause) {
    const fault: Fault =
      cause instanceof RegistryError ? { kind: 'damaged', what: cause.message } : explainFailure(path, cause);
    return { registry: undefined, registryFault: fault };
  }
}

/** Whether an import holds its lock: whoever only reads it cannot take it away. */
function readLock(dataDir: string): Pick<Overview, 'isImporting' | 'lockFault'> {
  const path = pathOf(dataDir, 'lock');
  const lockFault = findObstacle(path, 'file');
  if (lockFault !== undefined || !existsSync(path)) return { isImporting: false, lockFault };
  let lock: Database | undefined;
  try {
    lock = new Database(path, { readonly: true });
    lock.run('PRAGMA busy_timeout = 0');
    lock.query('SELECT count(*) FROM sqlite_master').get();
    return { isImporting: false, lockFault: undefined };
  } catch (cause) {
    if (cause instanceof Error && 'code' in cause && cause.code === 'SQLITE_BUSY') {
      return { isImporting: true, lockFault: undefined };
    }
    return { isImporting: false, lockFault: explainFailure(path, cause) };
  } finally {
    lock?.close();
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
  const fault = findObstacle(dataDir, 'folder');
  if (fault !== undefined) {
    const nothing = { registry: undefined, registryFault: undefined, state: undefined, lockFault: undefined };
    return { dataDir, ...nothing, stateFault: fault.what, isImporting: false, freeBytes };
  }
  // The lock is looked at first: what an import puts in place after that is seen to be there.
  return { dataDir, ...readLock(dataDir), ...readRegistry(dataDir), ...readState(dataDir, nowMs), freeBytes };
}
