import { readSync, writeSync } from 'node:fs';

/** Reads `length` bytes at `position` of an open file into `target` at `offset`. Throws where the file ends before. */
export function readWhole(
  file: number,
  target: Uint8Array,
  offset: number,
  length: number,
  position: number,
): void {
  for (let done = 0; done < length; ) {
    const count = readSync(file, target, offset + done, length - done, position + done);
    if (count === 0) throw new Error('A temporary file of the import ends early: is the disk failing?');
    done += count;
  }
}

/** Writes the first `length` bytes of `source` at `position` of an open file: a nearly full disk takes less at once. */
export function writeWhole(file: number, source: Uint8Array, length: number, position: number): void {
  for (let done = 0; done < length; ) {
    done += writeSync(file, source, done, length - done, position + done);
  }
}
