import { ESTABLISHMENTS_PER_PARTNER_BLOCK as BLOCK_SIZE } from '../registry/fields.ts';

/** One row of `partner_block`. */
export interface PartnerBlock {
  readonly block: number;
  readonly firstPartner: number;
  readonly carried: number;
  readonly establishments: Uint8Array;
}

/** Lays out which partners belong to which establishments, in blocks of consecutive establishments. */
export class PartnerBlocks {
  /** How many partners were added. */
  count = 0;
  private block = 0;
  private firstPartner = 0;
  private carried = 0;
  private establishments = new Uint16Array(BLOCK_SIZE);
  private readonly ends = new Uint8Array(BLOCK_SIZE >> 3);
  /** The establishments that the last partner belongs to, and how many partners have been added to them. */
  private from = -1;
  private until = 0;
  private sharers = 0;

  constructor(private readonly write: (block: PartnerBlock) => void) {}

  /** Adds a partner of `count` establishments from `from` on. Partners come in the order of establishments. */
  add(from: number, count: number): void {
    while (from >= (this.block + 1) * BLOCK_SIZE) this.flush();
    if (from !== this.from) {
      this.from = from;
      this.until = from + count;
      this.sharers = 0;
      this.markEnd();
    }
    this.sharers++;
    const place = this.count - this.firstPartner;
    if (place === this.establishments.length) {
      const larger = new Uint16Array(place * 2);
      larger.set(this.establishments);
      this.establishments = larger;
    }
    this.establishments[place] = from - this.block * BLOCK_SIZE;
    this.count++;
  }

  /** Writes what is left, once it is known how many establishments there are. */
  finish(establishments: number): void {
    while (this.block * BLOCK_SIZE < establishments) this.flush();
  }

  /** Marks where the last partner's establishments end, if they end in the current block. */
  private markEnd(): void {
    const end = this.until - this.block * BLOCK_SIZE;
    if (end < BLOCK_SIZE) this.ends[end >> 3] = (this.ends[end >> 3] ?? 0) | (1 << (end & 7));
  }

  private flush(): void {
    const { block, firstPartner, carried, ends } = this;
    const listed = this.establishments.subarray(0, this.count - firstPartner);
    const establishments = new Uint8Array(ends.length + listed.byteLength);
    establishments.set(ends);
    establishments.set(new Uint8Array(listed.buffer, 0, listed.byteLength), ends.length);
    this.write({ block, firstPartner, carried, establishments });
    ends.fill(0);
    this.block++;
    this.firstPartner = this.count;
    this.carried = this.until > this.block * BLOCK_SIZE ? this.sharers : 0;
    if (this.carried > 0) this.markEnd();
  }
}
