import {
  accessSync,
  chmodSync,
  closeSync,
  constants,
  existsSync,
  fsyncSync,
  linkSync,
  mkdirSync,
  openSync,
  renameSync,
  rmSync,
  statfsSync,
  statSync,
} from 'node:fs';
import { join } from 'node:path';
import { ImportFailure } from './failure.ts';

/** The files of a data folder that an import makes, and the folder that it reads. */
export const FILES = {
  registry: 'registry.db',
  /** The registry before. */
  previous: 'registry.previous.db',
  /** The one that is being built. */
  staged: 'registry.staged.db',
  /** A second name of the registry's, while it changes places. */
  aside: 'registry.aside.db',
  work: 'import.tmp',
  lock: 'import.lock',
  inbox: 'inbox',
} as const;

/** A name of a data folder's as a path. */
export function pathOf(dataDir: string, file: keyof typeof FILES): string {
  return join(dataDir, FILES[file]);
}

/** Makes the data folder and sees that it can be written. Throws ImportFailure where it cannot. */
export function prepareFolder(dataDir: string): void {
  refuseUnwritable(`The data folder ${dataDir}`, () => {
    mkdirSync(dataDir, { recursive: true });
    accessSync(dataDir, constants.W_OK);
  });
}

/** Does what shows whether something can be written. Throws ImportFailure, with what to do, when it cannot. */
export function refuseUnwritable(what: string, write: () => void): void {
  try {
    write();
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new ImportFailure(
      `${what} cannot be written (${reason}). Choose another folder by --data, or give this user the right.`,
      { kind: 'space' },
    );
  }
}

/** What the system says of a full disk, and of one that fails, through whichever layer. */
const DISK_FULL = /ENOSPC|EDQUOT|SQLITE_FULL|disk is full/i;
const DISK_FAILS = /EIO\b|SQLITE_IOERR|disk I\/O error/i;
/** With less than this free, SQLite may call a full disk an I/O error. */
const LEAST_FREE_BYTES = 1 << 20;

function isFull(dataDir: string): boolean {
  const { bavail, bsize } = statfsSync(dataDir);
  return bavail * bsize < LEAST_FREE_BYTES;
}

/** What was thrown, or where it comes of the disk an ImportFailure that says so. */
export function explainDisk(cause: unknown, dataDir: string): unknown {
  if (cause instanceof ImportFailure) return cause;
  const message =
    cause instanceof Error ? `${cause.message} ${'code' in cause ? cause.code : ''}` : String(cause);
  const fails = DISK_FAILS.test(message);
  if (!fails && !DISK_FULL.test(message)) return cause;
  const fault =
    !fails || isFull(dataDir)
      ? `The disk of ${dataDir} is full. Free space there, or choose another data folder by --data`
      : `The disk of ${dataDir} reports errors (${message.slice(0, 200)}). Look at the system's log, and check the disk`;
  return new ImportFailure(`${fault}; the registry before is untouched.`, { kind: 'space', cause });
}

/** Waits until what was written, or a folder's new names, are on the disk. */
function fsyncPath(path: string): void {
  const file = openSync(path, 'r');
  try {
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
}

function isSameFile(one: string, other: string): boolean {
  const first = statSync(one, { throwIfNoEntry: false });
  return first !== undefined && first.ino === statSync(other, { throwIfNoEntry: false })?.ino;
}

/** Removes what an import that was killed left behind, and ends a change of places that it had begun. */
export function cleanUp(dataDir: string): void {
  const staged = pathOf(dataDir, 'staged');
  for (const path of [staged, `${staged}-journal`, pathOf(dataDir, 'work')]) {
    rmSync(path, { recursive: true, force: true });
  }
  const [registry, previous, aside] = [
    pathOf(dataDir, 'registry'),
    pathOf(dataDir, 'previous'),
    pathOf(dataDir, 'aside'),
  ] as const;
  const isHalfDone = existsSync(aside) && !existsSync(previous) && !isSameFile(aside, registry);
  if (isHalfDone) renameSync(aside, previous);
  else rmSync(aside, { force: true });
}

/** Gives a file a second name, so that it keeps one whenever this process may die. */
function nameAgain(path: string, name: string): void {
  try {
    linkSync(path, name);
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new ImportFailure(
      `The registry before cannot be kept, since ${name} cannot be made a second name of it (${reason}). Choose a data folder, by --data, on a file system that has hard links.`,
      { kind: 'space', cause },
    );
  }
}

/** Gives the registry the name of the one before too, if there is a registry. */
function keepAsPrevious(dataDir: string): void {
  const registry = pathOf(dataDir, 'registry');
  if (!existsSync(registry)) return;
  const aside = pathOf(dataDir, 'aside');
  nameAgain(registry, aside);
  renameSync(aside, pathOf(dataDir, 'previous'));
  // Between two names of one file a rename does nothing, and the first name stays.
  rmSync(aside, { force: true });
}

/** Whoever may read, and nobody who writes. */
const ANYONE_READS = 0o444;

/**
 * Puts a whole, closed file in the registry's place, at once for whoever opens it next; the one before stays beside it.
 * At no moment is there no registry.
 */
export function publishStaged(dataDir: string): void {
  const staged = pathOf(dataDir, 'staged');
  // Written to where it is mapped, a registry would end the process that serves it: another is only ever moved over it.
  chmodSync(staged, statSync(staged).mode & ANYONE_READS);
  fsyncPath(staged);
  keepAsPrevious(dataDir);
  renameSync(staged, pathOf(dataDir, 'registry'));
  fsyncPath(dataDir);
}

/** Whether there is a registry before this one to go back to. */
export function hasPrevious(dataDir: string): boolean {
  const previous = pathOf(dataDir, 'previous');
  return existsSync(previous) && !isSameFile(previous, pathOf(dataDir, 'registry'));
}

/** Lets the registry and the one before change places; at no moment is there no registry. */
export function changePlaces(dataDir: string): void {
  const [registry, previous, aside] = [
    pathOf(dataDir, 'registry'),
    pathOf(dataDir, 'previous'),
    pathOf(dataDir, 'aside'),
  ] as const;
  const isServed = existsSync(registry);
  if (isServed) nameAgain(registry, aside);
  renameSync(previous, registry);
  if (isServed) renameSync(aside, previous);
  fsyncPath(dataDir);
}
