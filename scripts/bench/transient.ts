import { mkdtempSync, rmSync } from 'node:fs';
import { constants } from 'node:os';

/** What must not outlive a script that a signal ends: the processes that it started, and what it keeps for a while. */

const SIGNALS = ['SIGINT', 'SIGTERM'] as const;
const REMOVALS = 20;
const PAUSE_MS = 50;

const children = new Set<Bun.Subprocess>();
const paths = new Set<string>();
let isWatching = false;

/** Removes a path, again and again for a second: a process that was just killed may still be writing there. */
function removeNow(path: string): void {
  for (let left = REMOVALS; left > 0; left--) {
    try {
      rmSync(path, { recursive: true, force: true });
      return;
    } catch {
      Bun.sleepSync(PAUSE_MS);
    }
  }
  process.stderr.write(`${path} could not be removed.\n`);
}

function leave(signal: NodeJS.Signals): never {
  for (const child of children) child.kill('SIGKILL');
  for (const path of paths) removeNow(path);
  process.exit(128 + constants.signals[signal]);
}

/** Signals are waited for only while there is something to tidy up: else they end a script at once, whatever it does. */
function watch(): void {
  const isNeeded = children.size + paths.size > 0;
  if (isNeeded === isWatching) return;
  isWatching = isNeeded;
  for (const signal of SIGNALS) {
    if (isNeeded) process.on(signal, leave);
    else process.off(signal, leave);
  }
}

/** Has a child killed when a signal ends this script; returns it. */
export function endWithUs<Child extends Bun.Subprocess>(child: Child): Child {
  children.add(child);
  void child.exited.then(() => {
    children.delete(child);
    watch();
  });
  watch();
  return child;
}

/** A path that is removed with all below it when `using` ends, or when a signal ends this script. */
export class Transient implements Disposable {
  constructor(readonly path: string) {
    paths.add(path);
    watch();
  }

  [Symbol.dispose](): void {
    rmSync(this.path, { recursive: true, force: true });
    paths.delete(this.path);
    watch();
  }
}

/** Makes a folder of its own whose path begins like this, for a while. */
export function makeTransientFolder(prefix: string): Transient {
  return new Transient(mkdtempSync(prefix));
}
