import { closeSync, openSync } from 'node:fs';
import { ByteWriter } from './byte-writer.ts';
import type { PostingsBuilder } from './postings.ts';
import type { Run } from './protocol.ts';
import { writeWhole } from './whole-io.ts';

const FIRST_BYTES = 1 << 20;

/** The file that a thread's runs of postings go to, one after the other: a country has more runs than a process may have files. */
export class RunFile {
  private readonly file: number;
  private readonly bytes = new ByteWriter(FIRST_BYTES);
  private length = 0;

  constructor(private readonly path: string) {
    this.file = openSync(path, 'w');
  }

  /** Writes the postings of one range. */
  write(postings: PostingsBuilder): Run {
    const { bytes, length: offset } = this;
    bytes.clear();
    const sections = postings.encode(bytes);
    writeWhole(this.file, bytes.bytes, bytes.length, offset);
    this.length += bytes.length;
    return {
      path: this.path,
      sections: sections.map((section) => ({ ...section, offset: offset + section.offset })),
    };
  }

  /** Lets the file go. */
  close(): void {
    closeSync(this.file);
  }
}
