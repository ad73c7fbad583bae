import { packKey } from '../registry/key.ts';
import { writeRecord } from '../registry/record.ts';

/** The keys and records of a range, packed one after the other. */
export interface PackedRecords {
  readonly records: Uint8Array<ArrayBuffer>;
  readonly lengths: Uint32Array<ArrayBuffer>;
  readonly keys: BigInt64Array<ArrayBuffer>;
}

/** Packs records in memory that grows by doubling. */
export class RecordWriter {
  private bytes: Buffer<ArrayBuffer>;
  private used = 0;
  private readonly keys: bigint[] = [];
  private readonly lengths: number[] = [];

  constructor(expectedBytes: number) {
    this.bytes = Buffer.allocUnsafeSlow(Math.max(1 << 16, expectedBytes));
  }

  /** How many records there are. */
  get count(): number {
    return this.keys.length;
  }

  /** Adds the record of a CNPJ, given by its first twelve characters. */
  add(base: string, text: string): void {
    const room = text.length * 3 + 1;
    if (this.used + room > this.bytes.length) {
      const larger = Buffer.allocUnsafeSlow(Math.max(this.bytes.length * 2, this.used + room));
      this.bytes.copy(larger, 0, 0, this.used);
      this.bytes = larger;
    }
    const length = writeRecord(text, this.bytes, this.used);
    this.used += length;
    this.keys.push(packKey(base));
    this.lengths.push(length);
  }

  /** What was added. */
  finish(): PackedRecords {
    return {
      records: new Uint8Array(this.bytes.buffer, 0, this.used),
      lengths: Uint32Array.from(this.lengths),
      keys: BigInt64Array.from(this.keys),
    };
  }
}
