import type { Statement } from 'bun:sqlite';
import { addRange, alignBytes, type Bits, createBits, keepWords, nextBit, wordsOfBytes } from './bits.ts';
import type { RegistryDatabase } from './database.ts';
import { ESTABLISHMENTS_PER_PARTNER_BLOCK as BLOCK_SIZE, CHUNK_SIZE } from './fields.ts';
import { type List, siftByWords } from './lists.ts';
import { type NumberSet, orderBySize, readIntersection } from './number-set.ts';

const BLOCKS_PER_CHUNK = CHUNK_SIZE / BLOCK_SIZE;
/** From so many blocks of a chunk on, all of them are quicker read together than these one by one. */
const MANY_BLOCKS = BLOCKS_PER_CHUNK / 4;
const ENDS_BYTES = BLOCK_SIZE >> 3;

interface BlockRow {
  readonly establishments: Uint8Array;
}

/** From partners to the establishments of their companies. */
export class PartnerTable {
  /** How many chunks the partners' numbers lie in. */
  readonly chunks: number;
  /** Where partners are met, and where their establishments are read to be met with others. */
  readonly met: Bits = createBits();
  readonly scratch: Bits = createBits();
  private readonly one: Statement<BlockRow, [number]>;
  private readonly many: Statement<BlockRow, [number, number]>;
  /** For each block its first partner, and at the end how many partners there are. */
  private readonly firstPartners: Uint32Array;
  /** For each block how many of the partners before belong to its first establishments. */
  private readonly carried: Uint32Array;

  constructor(database: RegistryDatabase) {
    const { partners } = database.facts;
    this.chunks = Math.ceil(partners / CHUNK_SIZE);
    this.one = database.prepare('SELECT establishments FROM partner_block WHERE block = ?');
    this.many = database.prepare(
      'SELECT establishments FROM partner_block WHERE block BETWEEN ? AND ? ORDER BY block',
    );
    const blocks = database
      .prepare<{ first: number; carried: number }, []>(
        'SELECT first_partner AS first, carried FROM partner_block ORDER BY block',
      )
      .all();
    this.firstPartners = Uint32Array.from([...blocks.map(({ first }) => first), partners]);
    this.carried = Uint32Array.from(blocks, ({ carried }) => carried);
  }

  /** The partners listed in a block, from the first to before another, and how many before these belong to it too. */
  partnersOf(block: number): { first: number; end: number; carried: number } {
    const first = this.firstPartners[block] ?? 0;
    return { first, end: this.firstPartners[block + 1] ?? first, carried: this.carried[block] ?? 0 };
  }

  /** What the given blocks of one chunk, in rising order, tell of their partners. */
  find(blocks: readonly number[]): Uint8Array[] {
    const [first = 0] = blocks;
    const last = blocks.at(-1) ?? 0;
    if (blocks.length < MANY_BLOCKS) return blocks.map((block) => checkRow(this.one.get(block)));
    const rows = this.many.all(first, last);
    return blocks.map((block) => checkRow(rows[block - first]));
  }
}

function checkRow(row: BlockRow | null | undefined): Uint8Array {
  if (row) return alignBytes(row.establishments);
  throw new Error('The registry lacks a block of its partner_block: run the import again.');
}

/** The establishments of the companies that have a partner whom several sets of partners share. */
export class PartnerSet implements NumberSet {
  readonly size: number;
  private readonly sets: readonly NumberSet[];
  /** The chunk of partners that has been met, and whether anyone is in it. */
  private metChunk = -1;
  private isAnyMet = false;

  /** `partners` are sets of partners' numbers, at least one. */
  constructor(
    private readonly table: PartnerTable,
    partners: readonly NumberSet[],
  ) {
    this.sets = orderBySize(partners);
    this.size = this.sets[0]?.size ?? 0;
  }

  read(chunk: number, target: Bits): boolean {
    const blocks: number[] = [];
    const firstBlock = chunk * BLOCKS_PER_CHUNK;
    for (let block = firstBlock; block < firstBlock + BLOCKS_PER_CHUNK; block++) {
      const { first, end, carried } = this.table.partnersOf(block);
      if (this.findPartner(first - carried, end) < end) blocks.push(block);
    }
    if (blocks.length === 0) return false;
    target.fill(0);
    for (const [index, bytes] of this.table.find(blocks).entries()) {
      this.readBlock(blocks[index] ?? 0, bytes, target);
    }
    return true;
  }

  keep(chunk: number, target: Bits): boolean {
    const { scratch } = this.table;
    return this.read(chunk, scratch) && keepWords(target, scratch);
  }

  list(): undefined {
    return undefined;
  }

  sift(chunk: number, list: List, count: number): number {
    const { scratch } = this.table;
    return this.read(chunk, scratch) ? siftByWords(list, count, scratch) : 0;
  }

  countIn(): undefined {
    return undefined;
  }

  /** The first partner of a range whom all the sets have, or the range's end. */
  private findPartner(from: number, end: number): number {
    for (let partner = from; partner < end; ) {
      const chunk = Math.floor(partner / CHUNK_SIZE);
      if (chunk !== this.metChunk) {
        this.isAnyMet = readIntersection(this.sets, chunk, this.table.met);
        this.metChunk = chunk;
      }
      const found = this.isAnyMet ? nextBit(this.table.met, partner % CHUNK_SIZE) : -1;
      if (found >= 0) return Math.min(chunk * CHUNK_SIZE + found, end);
      partner = (chunk + 1) * CHUNK_SIZE;
    }
    return end;
  }

  /** Sets the establishments of a block to which partners belong who are met. */
  private readBlock(block: number, bytes: Uint8Array, target: Bits): void {
    const { first, end, carried } = this.table.partnersOf(block);
    const ends = wordsOfBytes(bytes.subarray(0, ENDS_BYTES));
    const own = new Uint16Array(bytes.buffer, bytes.byteOffset + ENDS_BYTES, end - first);
    const base = (block % BLOCKS_PER_CHUNK) * BLOCK_SIZE;
    if (this.findPartner(first - carried, first) < first) addRange(target, base, base + endFrom(ends, 0));
    for (let partner = this.findPartner(first, end); partner < end; ) {
      // All partners of one chunk at a time, since only one chunk of them is met at a time.
      const chunkStart = partner - (partner % CHUNK_SIZE);
      const until = Math.min(end, chunkStart + CHUNK_SIZE) - chunkStart;
      const { met } = this.table;
      for (let bit = partner - chunkStart; bit >= 0 && bit < until; bit = nextBit(met, bit + 1)) {
        const from = own[chunkStart + bit - first] ?? 0;
        addRange(target, base + from, base + endFrom(ends, from + 1));
      }
      partner = this.findPartner(chunkStart + until, end);
    }
  }
}

/** Where the establishments of a partner end: at the next mark, else with the block. */
function endFrom(ends: Bits, from: number): number {
  const end = nextBit(ends, from);
  return end < 0 ? BLOCK_SIZE : end;
}
