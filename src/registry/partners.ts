import type { Statement } from 'bun:sqlite';
import { addRange, type Bits, createBits, keepWords, nextBit } from './bits.ts';
import type { RegistryDatabase } from './database.ts';
import { CHUNK_SIZE, PARTNERS_PER_BLOCK } from './fields.ts';
import { type NumberSet, orderBySize, readIntersection } from './number-set.ts';

/** From partners to the establishments of their companies. */
export class PartnerTable {
  /** How many partners there are. */
  readonly count: number;
  /** How many chunks their numbers lie in. */
  readonly chunks: number;
  /** Where partners are met, and where their establishments are read to be met with others. */
  readonly met: Bits = createBits();
  readonly scratch: Bits = createBits();
  private readonly one: Statement<{ establishments: Uint8Array }, [number]>;

  constructor(database: RegistryDatabase) {
    this.count = database.facts.partners;
    this.chunks = Math.ceil(this.count / CHUNK_SIZE);
    this.one = database.prepare('SELECT establishments FROM partner_block WHERE block = ?');
  }

  /** For each partner of a block its company's first establishment, as a step, and how many there are: varints. */
  find(block: number): Uint8Array {
    const row = this.one.get(block);
    if (row !== null) return row.establishments;
    throw new Error('The registry lacks a block of its partner_block: run the import again.');
  }
}

/** Walks along the partners that several sets of them share, from one's establishments to the next one's. */
class PartnerWalk {
  /** The establishments of the partner at hand: from the first to before another. Past the last partner, endless. */
  from = 0;
  until = 0;
  private chunk = -1;
  /** The partner after the one at hand. */
  private next = 0;
  private block: Uint8Array = new Uint8Array();
  private at = 0;
  /** The partner whose varints are next in the block. */
  private read = 0;
  private readEnd = 0;

  constructor(
    private readonly table: PartnerTable,
    private readonly sets: readonly NumberSet[],
  ) {}

  /** Goes to the next partner. */
  advance(): void {
    const partner = this.find();
    if (partner === undefined) {
      this.from = Number.POSITIVE_INFINITY;
      this.until = this.from;
      return;
    }
    this.next = partner + 1;
    if (partner >= this.readEnd) this.openBlock(Math.floor(partner / PARTNERS_PER_BLOCK));
    for (; this.read <= partner; this.read++) {
      this.from += this.varint();
      this.until = this.from + this.varint();
    }
  }

  /** The next partner that all sets have, from `next` on. */
  private find(): number | undefined {
    const { met, chunks } = this.table;
    if (this.chunk >= 0) {
      const bit = nextBit(met, this.next - this.chunk * CHUNK_SIZE);
      if (bit >= 0) return this.chunk * CHUNK_SIZE + bit;
    }
    while (++this.chunk < chunks) {
      if (readIntersection(this.sets, this.chunk, met)) {
        return this.chunk * CHUNK_SIZE + nextBit(met, 0);
      }
    }
    return undefined;
  }

  private openBlock(block: number): void {
    this.block = this.table.find(block);
    this.at = 0;
    this.from = 0;
    this.read = block * PARTNERS_PER_BLOCK;
    this.readEnd = this.read + PARTNERS_PER_BLOCK;
  }

  private varint(): number {
    const { block } = this;
    let byte = block[this.at++] ?? 0;
    let number = byte & 127;
    for (let shift = 7; byte > 127; shift += 7) {
      byte = block[this.at++] ?? 0;
      number |= (byte & 127) << shift;
    }
    return number;
  }
}

/** The establishments of the companies that have a partner whom several sets of partners share. */
export class PartnerSet implements NumberSet {
  readonly size: number;
  private readonly walk: PartnerWalk;

  /** `partners` are sets of partners' numbers, at least one. */
  constructor(
    private readonly table: PartnerTable,
    partners: readonly NumberSet[],
  ) {
    const sets = orderBySize(partners);
    this.size = sets[0]?.size ?? 0;
    this.walk = new PartnerWalk(table, sets);
  }

  read(chunk: number, target: Bits): boolean {
    const { walk } = this;
    const first = chunk * CHUNK_SIZE;
    const end = first + CHUNK_SIZE;
    while (walk.until <= first) walk.advance();
    if (walk.from >= end) return false;
    target.fill(0);
    for (;;) {
      addRange(target, Math.max(walk.from, first) - first, Math.min(walk.until, end) - first);
      if (walk.until > end) return true;
      walk.advance();
      if (walk.from >= end) return true;
    }
  }

  keep(chunk: number, target: Bits): boolean {
    const { scratch } = this.table;
    return this.read(chunk, scratch) && keepWords(target, scratch);
  }

  countIn(): undefined {
    return undefined;
  }
}
