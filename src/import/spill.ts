import { closeSync, openSync, readSync, writeSync } from 'node:fs';

/**
 * Rows sorted roughly, by the beginning of their root, into blocks of one temporary file, so that a later step can
 * read everything about a range of roots at once in bounded memory. A node of the tree holds the rows whose roots
 * begin with its path; one that grows too large passes later rows on to 36 children.
 */

const BLOCK_BYTES = 32 * 1024;
/** Two characters tell 1,296 nodes apart from the start: a hundred of them are in use. */
const FIRST_DEPTH = 2;
/** A node's own rows are read again for each range below it, so the shallow nodes split early. */
const SPLIT_BYTES = [0, 0, 4 << 20, 24 << 20, 24 << 20, 24 << 20];
const ROOT_LENGTH = 8;

/** The bytes before a spilled row's text: its kind, its length (two bytes), the twelve characters of its key. */
export const ROW_HEADER = 15;

/** Where a node's rows lie in the file: pairs of offset and length. */
export interface SpillNode {
  readonly path: string;
  readonly extents: readonly number[];
  readonly bytes: number;
  readonly split: boolean;
}

interface Node {
  path: string;
  block: Buffer | undefined;
  used: number;
  extents: number[];
  bytes: number;
  children: (Node | undefined)[] | undefined;
}

const DIGITS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ';

function digitOf(code: number): number {
  return code < 58 ? code - 48 : code - 55;
}

function createNode(path: string): Node {
  return { path, block: undefined, used: 0, extents: [], bytes: 0, children: undefined };
}

/** Writes rows into the blocks of one temporary file. */
export class SpillWriter {
  private readonly file: number;
  private readonly first: (Node | undefined)[] = [];
  private offset = 0;

  constructor(path: string) {
    this.file = openSync(path, 'w');
  }

  /**
   * Adds a row. `key` holds the twelve characters of its key (blanks for a missing order), `row` its cleaned text.
   */
  add(kind: number, key: Buffer, row: Buffer, length: number): void {
    const size = ROW_HEADER + length;
    const node = this.nodeOf(key);
    if (node.block === undefined || node.used + size > node.block.length) {
      this.flush(node);
      node.block = Buffer.allocUnsafe(Math.max(BLOCK_BYTES, size));
    }
    const { block } = node;
    let at = node.used;
    block[at++] = kind;
    block[at++] = length & 255;
    block[at++] = length >> 8;
    for (let index = 0; index < 12; index++) block[at++] = key[index] ?? 32;
    row.copy(block, at, 0, length);
    node.used += size;
    node.bytes += size;
    const depth = node.path.length;
    if (depth < ROOT_LENGTH && node.bytes > (SPLIT_BYTES[Math.min(depth, 5)] ?? 0)) this.split(node);
  }

  /** Ends the file and tells where everything lies. */
  finish(): SpillNode[] {
    const nodes: SpillNode[] = [];
    const visit = (node: Node | undefined): void => {
      if (node === undefined) return;
      this.flush(node);
      node.block = undefined;
      if (node.bytes > 0 || node.children) {
        nodes.push({
          path: node.path,
          extents: node.extents,
          bytes: node.bytes,
          split: node.children !== undefined,
        });
      }
      node.children?.forEach(visit);
    };
    this.first.forEach(visit);
    closeSync(this.file);
    return nodes;
  }

  private nodeOf(key: Buffer): Node {
    const slot = digitOf(key[0] ?? 48) * 36 + digitOf(key[1] ?? 48);
    let node = this.first[slot];
    if (node === undefined) {
      node = createNode(`${DIGITS[Math.floor(slot / 36)]}${DIGITS[slot % 36]}`);
      this.first[slot] = node;
    }
    for (let depth = FIRST_DEPTH; node.children !== undefined; depth++) {
      const digit = digitOf(key[depth] ?? 48);
      let child: Node | undefined = node.children[digit];
      if (child === undefined) {
        child = createNode(node.path + DIGITS[digit]);
        node.children[digit] = child;
      }
      node = child;
    }
    return node;
  }

  private split(node: Node): void {
    this.flush(node);
    node.block = undefined;
    node.children = [];
  }

  private flush(node: Node): void {
    if (node.block === undefined || node.used === 0) return;
    writeWhole(this.file, node.block, node.used, this.offset);
    node.extents.push(this.offset, node.used);
    this.offset += node.used;
    node.used = 0;
    if (node.block.length > BLOCK_BYTES) node.block = undefined;
  }
}

/** A temporary file of rows and where they lie in it. */
export interface Spill {
  readonly path: string;
  readonly nodes: readonly SpillNode[];
}

/** A range of roots by their beginnings: from the first, inclusive, to the next, exclusive (undefined: no end). */
export interface RootRange {
  readonly from: string;
  readonly to: string | undefined;
}

/**
 * Cuts all roots in ranges of about `targetBytes` of spilled rows each, in order, at the edges of nodes.
 * A node that was split lends its bytes to its children in equal parts.
 */
export function planRanges(spills: readonly Spill[], targetBytes: number): RootRange[] {
  const split = new Set(
    spills.flatMap((spill) => spill.nodes.filter((node) => node.split).map((node) => node.path)),
  );
  const leaves = new Map<string, number>();
  const spread = (path: string, bytes: number): void => {
    if (!split.has(path)) {
      leaves.set(path, (leaves.get(path) ?? 0) + bytes);
      return;
    }
    for (const digit of DIGITS) spread(path + digit, bytes / DIGITS.length);
  };
  for (const spill of spills) for (const node of spill.nodes) spread(node.path, node.bytes);
  const edges: string[] = [];
  let filled = Number.POSITIVE_INFINITY;
  for (const path of [...leaves.keys()].sort()) {
    const bytes = leaves.get(path) ?? 0;
    if (filled + bytes > targetBytes) {
      edges.push(path);
      filled = 0;
    }
    filled += bytes;
  }
  return edges.map((from, index) => ({ from, to: edges[index + 1] }));
}

/** How a node lies to a range: outside, within, or across one of its edges. */
function relate(path: string, range: RootRange): 'outside' | 'within' | 'across' {
  const first = path.padEnd(ROOT_LENGTH, '0');
  const last = path.padEnd(ROOT_LENGTH, 'Z');
  if (last < range.from || (range.to !== undefined && first >= range.to.padEnd(ROOT_LENGTH, '0')))
    return 'outside';
  const starts = first >= range.from.padEnd(ROOT_LENGTH, '0');
  return starts && (range.to === undefined || last < range.to.padEnd(ROOT_LENGTH, '0')) ? 'within' : 'across';
}

/** Where each row of a range begins in `bytes`, by kind. */
export interface RangeRows {
  readonly bytes: Buffer;
  readonly starts: Uint32Array[];
}

/** Reads every row of a range of roots, of `kinds` kinds, from all temporary files. */
export function readRange(spills: readonly Spill[], range: RootRange, kinds: number): RangeRows {
  const picked = spills.map((spill) => ({
    path: spill.path,
    nodes: spill.nodes.flatMap((node) => {
      const relation = relate(node.path, range);
      return relation === 'outside' ? [] : [{ node, filtered: relation === 'across' }];
    }),
  }));
  const total = picked.reduce(
    (sum, { nodes }) => sum + nodes.reduce((part, { node }) => part + node.bytes, 0),
    0,
  );
  const bytes = Buffer.allocUnsafe(total);
  const rows: number[][] = Array.from({ length: kinds }, () => []);
  const from = Buffer.from(range.from.padEnd(ROOT_LENGTH, '0'), 'latin1');
  const to = range.to === undefined ? undefined : Buffer.from(range.to.padEnd(ROOT_LENGTH, '0'), 'latin1');
  let end = 0;
  for (const { path, nodes } of picked) {
    const file = openSync(path, 'r');
    try {
      for (const { node, filtered } of nodes) {
        for (let index = 0; index < node.extents.length; index += 2) {
          const length = node.extents[index + 1] ?? 0;
          readWhole(file, bytes, end, length, node.extents[index] ?? 0);
          for (let at = end; at < end + length; ) {
            if (!filtered || inRange(bytes, at + 3, from, to)) rows[bytes[at] ?? 0]?.push(at);
            at += ROW_HEADER + bytes.readUInt16LE(at + 1);
          }
          end += length;
        }
      }
    } finally {
      closeSync(file);
    }
  }
  return { bytes, starts: rows.map((list) => Uint32Array.from(list)) };
}

function inRange(bytes: Buffer, root: number, from: Buffer, to: Buffer | undefined): boolean {
  if (bytes.compare(from, 0, ROOT_LENGTH, root, root + ROOT_LENGTH) < 0) return false;
  return to === undefined || bytes.compare(to, 0, ROOT_LENGTH, root, root + ROOT_LENGTH) < 0;
}

function readWhole(file: number, target: Buffer, offset: number, length: number, position: number): void {
  for (let done = 0; done < length; ) {
    const count = readSync(file, target, offset + done, length - done, position + done);
    if (count === 0) throw new Error('A temporary file of the import ends early: is the disk failing?');
    done += count;
  }
}

/** A disk that fills up takes a part first, without an error, and says so only at the next attempt. */
function writeWhole(file: number, source: Buffer, length: number, position: number): void {
  for (let done = 0; done < length; ) {
    done += writeSync(file, source, done, length - done, position + done);
  }
}

const KEY_START = 3;

/** The rows in the order of the first `length` characters of their keys, those of one key in their first order. */
export function sortRows(bytes: Buffer, starts: Uint32Array, length: 8 | 12): Uint32Array {
  let source: Uint32Array = starts;
  let target: Uint32Array = new Uint32Array(starts.length);
  const counts = new Uint32Array(257);
  for (let position = KEY_START + length - 1; position >= KEY_START; position--) {
    counts.fill(0);
    for (let index = 0; index < source.length; index++) {
      const slot = (bytes[(source[index] ?? 0) + position] ?? 0) + 1;
      counts[slot] = (counts[slot] ?? 0) + 1;
    }
    if (counts.includes(source.length)) continue;
    for (let slot = 1; slot < 257; slot++) counts[slot] = (counts[slot] ?? 0) + (counts[slot - 1] ?? 0);
    for (let index = 0; index < source.length; index++) {
      const start = source[index] ?? 0;
      const slot = bytes[start + position] ?? 0;
      const place = counts[slot] ?? 0;
      target[place] = start;
      counts[slot] = place + 1;
    }
    [source, target] = [target, source === starts ? new Uint32Array(starts.length) : source];
  }
  return source;
}
