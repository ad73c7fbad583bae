import { MAX_VARINT_BYTES, writeVarint } from './varint.ts';

/** Shorter pieces are copied byte by byte: a call into the engine takes longer than that. */
const LONG_PIECE = 64;

/** Bytes in memory that grows as they are written, and that is written again from the start after `clear`. */
export class ByteWriter {
  /** What was written, up to `length`; replaced as it grows. */
  bytes: Buffer<ArrayBuffer>;
  length = 0;

  constructor(capacity: number) {
    this.bytes = Buffer.allocUnsafeSlow(capacity);
  }

  /** Forgets what was written; goes on in other memory where some is given. */
  clear(memory?: ArrayBuffer): void {
    this.length = 0;
    if (memory !== undefined) this.bytes = Buffer.from(memory);
  }

  /** Makes room for `size` more bytes, which every method but `varint` and `text` takes for granted. */
  reserve(size: number): void {
    const needed = this.length + size;
    if (needed <= this.bytes.length) return;
    const larger = Buffer.allocUnsafeSlow(Math.max(needed, Math.ceil(this.bytes.length * 1.5)));
    this.bytes.copy(larger, 0, 0, this.length);
    this.bytes = larger;
  }

  /** Writes one byte. */
  put(byte: number): void {
    this.bytes[this.length++] = byte;
  }

  /** Writes the bytes of `source` from `start` to `end`. */
  copy(source: Buffer, start: number, end: number): void {
    const { bytes } = this;
    let { length } = this;
    if (end - start >= LONG_PIECE) {
      source.copy(bytes, length, start, end);
      length += end - start;
    } else {
      for (let index = start; index < end; index++) bytes[length++] = source[index] ?? 0;
    }
    this.length = length;
  }

  /** Writes numbers below 2^32, four bytes each, as typed arrays of this machine have them; makes room for them. */
  numbers(...numbers: number[]): void {
    this.reserve(4 * numbers.length);
    for (const number of numbers) this.length = this.bytes.writeUInt32LE(number, this.length);
  }

  /** Writes bytes, making room for them. */
  add(bytes: Uint8Array): void {
    this.reserve(bytes.length);
    this.bytes.set(bytes, this.length);
    this.length += bytes.length;
  }

  /** Writes a text in the given encoding, making room for it. */
  text(text: string, encoding: 'latin1' | 'utf8'): void {
    this.reserve(text.length * 3);
    this.length += this.bytes.write(text, this.length, encoding);
  }

  /** Writes a whole number below 2^32 as a varint, making room for it. */
  varint(number: number): void {
    this.reserve(MAX_VARINT_BYTES);
    this.length = writeVarint(this.bytes, this.length, number);
  }
}
