import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

function run(...words: readonly string[]): void {
  const { success, stderr } = Bun.spawnSync([...words], { stderr: 'pipe' });
  if (success) return;
  throw new Error(
    `\`${words.join(' ')}\` failed: ${stderr.toString().trim()}. These tests fill a disk of their own, which only root may mount: run them as root, in a container with the capability SYS_ADMIN.`,
  );
}

/** A disk of few bytes, in memory, that `using` takes away again. Throws where it cannot be mounted. */
export class SmallDisk implements Disposable {
  private readonly root = mkdtempSync(join(tmpdir(), 'small-disk-'));
  readonly path = join(this.root, 'disk');

  constructor(bytes: number) {
    mkdirSync(this.path);
    run('mount', '-t', 'tmpfs', '-o', `size=${bytes}`, 'tmpfs', this.path);
  }

  /** Gives the disk another size. */
  resize(bytes: number): void {
    run('mount', '-o', `remount,size=${bytes}`, this.path);
  }

  /** Lets nobody write to it any more, root included. */
  makeReadOnly(): void {
    run('mount', '-o', 'remount,ro', this.path);
  }

  [Symbol.dispose](): void {
    run('umount', '--lazy', this.path);
    rmSync(this.root, { recursive: true, force: true });
  }
}
