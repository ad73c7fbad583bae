import {
  accessSync,
  closeSync,
  constants,
  existsSync,
  fsyncSync,
  linkSync,
  mkdirSync,
  openSync,
  renameSync,
  rmSync,
} from 'node:fs';
import { join } from 'node:path';
import { ImportFailure } from './failure.ts';
import { lockImport } from './lock.ts';
import { type BuildOptions, type BuildReport, buildRegistry } from './run.ts';
import { verifyRegistry } from './verify.ts';

/** The files of a data folder that an import makes. */
export const FILES = {
  registry: 'registry.db',
  previous: 'registry.previous.db',
  staged: 'registry.staged.db',
  work: 'import.tmp',
} as const;

/** What an import is made of. */
export interface ImportOptions extends Pick<BuildOptions, 'folders' | 'coverage' | 'events'> {
  readonly dataDir: string;
  /** Publish even what has shrunk by more than a twentieth. */
  readonly allowShrink: boolean;
}

function fsyncPath(path: string): void {
  const file = openSync(path, 'r');
  try {
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
}

/** Makes the data folder and sees that it can be written. Throws ImportFailure where it cannot. */
export function prepareFolder(dataDir: string): void {
  try {
    mkdirSync(dataDir, { recursive: true });
    accessSync(dataDir, constants.W_OK);
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new ImportFailure(
      `The data folder ${dataDir} cannot be written (${reason}). Choose another by --data, or give this user the right.`,
    );
  }
}

/** Removes what an import that was killed left behind. */
function cleanUp(dataDir: string): void {
  for (const name of [FILES.staged, `${FILES.staged}-journal`, FILES.work]) {
    rmSync(join(dataDir, name), { recursive: true, force: true });
  }
}

/**
 * Puts a whole, closed file in the registry's place, at once for whoever opens it next; the one before stays beside it.
 */
function publish(dataDir: string): void {
  const [registry, previous, staged] = [FILES.registry, FILES.previous, FILES.staged].map((name) =>
    join(dataDir, name),
  );
  if (registry === undefined || previous === undefined || staged === undefined) return;
  fsyncPath(staged);
  if (existsSync(registry)) {
    rmSync(previous, { force: true });
    linkSync(registry, previous);
  }
  renameSync(staged, registry);
  fsyncPath(dataDir);
}

/** What the system says of a full disk, through whichever layer. */
const DISK_FULL = /ENOSPC|SQLITE_FULL|disk is full|disk I\/O error/i;

function explain(cause: unknown, dataDir: string): unknown {
  if (cause instanceof ImportFailure) return cause;
  const message =
    cause instanceof Error ? `${cause.message} ${'code' in cause ? cause.code : ''}` : String(cause);
  if (!DISK_FULL.test(message)) return cause;
  return new ImportFailure(
    `The disk of ${dataDir} is full. Free space there, or choose another data folder by --data; the registry before is untouched.`,
  );
}

/**
 * Builds a registry beside the one that is served, verifies it, and puts it in its place. Whatever goes wrong before
 * that, the registry before is untouched and temporary files are removed. Throws ImportFailure with a message for the
 * operator.
 */
export async function importRegistry(options: ImportOptions): Promise<BuildReport> {
  const { dataDir, events } = options;
  prepareFolder(dataDir);
  const lock = lockImport(dataDir);
  try {
    cleanUp(dataDir);
    const stagePath = join(dataDir, FILES.staged);
    const report = await buildRegistry({ ...options, workFolder: join(dataDir, FILES.work), stagePath });
    events.stage('checking', 1);
    verifyRegistry(stagePath, join(dataDir, FILES.registry), options.allowShrink);
    events.stageProgress(1);
    publish(dataDir);
    return report;
  } catch (cause) {
    throw explain(cause, dataDir);
  } finally {
    cleanUp(dataDir);
    lock.release();
  }
}
