import type { Rejection } from './protocol.ts';

/** How many unusable rows a registry keeps with their text; all are counted. */
const MAX_REJECTIONS = 100_000;

/** Unusable rows by file and line: the first ones, whatever order the files were read in. */
export class RejectionList {
  /** How many there were in all. */
  count = 0;
  private kept: Rejection[] = [];

  /** Adds those of one file, and how many it had in all. */
  add(rejections: readonly Rejection[], count: number): void {
    this.count += count;
    this.kept.push(...rejections);
    if (this.kept.length > 2 * MAX_REJECTIONS) this.kept = this.first();
  }

  /** The first by file and line. */
  first(): Rejection[] {
    const sorted = this.kept.sort((one, other) =>
      one.file === other.file ? one.line - other.line : one.file < other.file ? -1 : 1,
    );
    return sorted.slice(0, MAX_REJECTIONS);
  }
}
