import { writeRecord } from '../registry/record.ts';
import { ByteWriter } from './byte-writer.ts';

/** The keys and records of a range, packed one after the other. */
export interface PackedRecords {
  readonly records: Uint8Array<ArrayBuffer>;
  readonly lengths: Uint32Array<ArrayBuffer>;
  readonly keys: BigInt64Array<ArrayBuffer>;
}

/** 36^4: how many order numbers a root has. */
const ORDERS = 1_679_616;
const UINT32 = 2 ** 32;
const FIRST_BYTES = 1 << 16;
const FIRST_RECORDS = 1 << 10;

/** Packs records. One object serves many ranges, each time in other memory. */
export class RecordWriter {
  /** Where the parts of a record are written before `end`. */
  readonly out = new ByteWriter(FIRST_BYTES);
  /** How many records there are. */
  count = 0;
  private start = 0;
  private lengths = new Uint32Array(FIRST_RECORDS);
  /** Each key's lower and upper half: a bigint a record took longer than all of its dates. */
  private keyHalves = new Uint32Array(2 * FIRST_RECORDS);

  /** Begins a range, in memory that is no longer needed, if there is some. */
  clear(memory: ArrayBuffer | undefined): void {
    this.out.clear(memory ?? new ArrayBuffer(FIRST_BYTES));
    this.count = 0;
    this.start = 0;
  }

  /** Ends the record that was written to `out`, of a CNPJ given by the numbers of its root and order. */
  end(root: number, order: number): void {
    if (this.count === this.lengths.length) this.grow();
    this.lengths[this.count] = this.out.length - this.start;
    this.start = this.out.length;
    writeKey(this.keyHalves, 2 * this.count, root, order);
    this.count++;
  }

  /** Drops what was written since the last record. */
  drop(): void {
    this.out.length = this.start;
  }

  /** Adds a text to the record being written, which becomes UTF-8 as a whole where Latin-1 does not suffice. */
  append(text: string): void {
    const { out, start } = this;
    const whole = out.bytes.toString('latin1', start, out.length) + text;
    out.length = start;
    out.reserve(whole.length * 3 + 1);
    out.length += writeRecord(whole, out.bytes, start);
  }

  /** What was written, in memory that is the caller's from now on. */
  finish(): PackedRecords {
    return {
      records: new Uint8Array(this.out.bytes.buffer, 0, this.out.length),
      lengths: this.lengths.slice(0, this.count),
      keys: new BigInt64Array(this.keyHalves.slice(0, 2 * this.count).buffer),
    };
  }

  private grow(): void {
    const lengths = new Uint32Array(this.lengths.length * 2);
    const keyHalves = new Uint32Array(this.keyHalves.length * 2);
    lengths.set(this.lengths);
    keyHalves.set(this.keyHalves);
    this.lengths = lengths;
    this.keyHalves = keyHalves;
  }
}

/** Writes `root * 36^4 + order`, the key of registry/key.ts, in two halves that doubles hold exactly. */
export function writeKey(halves: Uint32Array, at: number, root: number, order: number): void {
  const upperRoot = Math.floor(root / 2 ** 24);
  const lower = (root - upperRoot * 2 ** 24) * ORDERS + order;
  const upper = upperRoot * ORDERS;
  const low = (lower % UINT32) + (upper % 256) * 2 ** 24;
  halves[at] = low % UINT32;
  halves[at + 1] = Math.floor(lower / UINT32) + Math.floor(upper / 256) + Math.floor(low / UINT32);
}
