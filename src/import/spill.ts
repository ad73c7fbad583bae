import { closeSync, openSync } from 'node:fs';
import { writeWhole } from './whole-io.ts';

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
/** How many characters a root has. */
export const ROOT_LENGTH = 8;

/** Where a spilled row's key stands, after its kind and its length (two bytes). */
export const KEY_START = 3;
/** Where its text begins. */
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

/** The characters of a key, in their order. */
export const DIGITS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ';

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
