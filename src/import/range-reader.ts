import { closeSync, openSync } from 'node:fs';
import { KeyedRows, rootNumber } from './keyed-rows.ts';
import { overlaps, type RootRange } from './ranges.ts';
import { ROW_HEADER, type Spill, type SpillNode } from './spill.ts';
import { readWhole } from './whole-io.ts';

/** The rows of a range in memory: their bytes, and those of each kind in the order of their keys. */
export interface RangeRows {
  readonly bytes: Buffer;
  readonly kinds: readonly KeyedRows[];
}

/** Reads ranges of roots from all temporary files, one after the other into the same memory. */
export class RangeReader {
  private readonly files: readonly number[];
  private readonly kinds: readonly KeyedRows[];
  private bytes = Buffer.alloc(0);

  /** `kinds` is how many kinds of row there are. */
  constructor(
    private readonly spills: readonly Spill[],
    kinds: number,
  ) {
    this.files = spills.map(({ path }) => openSync(path, 'r'));
    this.kinds = Array.from({ length: kinds }, () => new KeyedRows());
  }

  /** Every row of a range. What comes back is good until the next range is read. */
  read(range: RootRange): RangeRows {
    const parts = this.spills.map((spill) => spill.nodes.filter((node) => overlaps(node.path, range)));
    const total = parts.flat().reduce((sum, node) => sum + node.bytes, 0);
    if (total > this.bytes.length) this.bytes = Buffer.allocUnsafeSlow(Math.ceil(total * 1.1));
    const { bytes, kinds } = this;
    let end = 0;
    for (const [index, nodes] of parts.entries()) {
      for (const node of nodes) end = readNode(this.files[index] ?? -1, node, bytes, end);
    }
    const from = rootNumber(range.from);
    const to = range.to === undefined ? Number.POSITIVE_INFINITY : rootNumber(range.to);
    for (const rows of kinds) rows.clear();
    for (let at = 0; at < end; at += ROW_HEADER + (bytes[at + 1] ?? 0) + ((bytes[at + 2] ?? 0) << 8)) {
      kinds[bytes[at] ?? 0]?.add(bytes, at, from, to);
    }
    for (const rows of kinds) rows.sort();
    return { bytes, kinds };
  }

  /** Lets the temporary files go. */
  close(): void {
    for (const file of this.files) closeSync(file);
  }
}

/** Reads a node's blocks into `target` from `start` on; returns where they end. */
function readNode(file: number, node: SpillNode, target: Buffer, start: number): number {
  let end = start;
  for (let index = 0; index < node.extents.length; index += 2) {
    const length = node.extents[index + 1] ?? 0;
    readWhole(file, target, end, length, node.extents[index] ?? 0);
    end += length;
  }
  return end;
}
