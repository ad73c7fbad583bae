import {
  type Bits,
  collectBits,
  countBits,
  createBits,
  joinSteps,
  joinWords,
  wordsOfBytes,
} from '../registry/bits.ts';
import { CHUNK_SIZE, FIELDS, INLINE_NUMBERS } from '../registry/fields.ts';
import { readSteps } from '../registry/lists.ts';
import { encodeChunk, encodeSteps, type MergedChunk, type MergedTerm } from './merge.ts';

/** The fields of years, each with the field that holds all until the end of a year. */
export const CUMULATIVE_FIELDS: ReadonlyMap<number, number> = new Map([
  [FIELDS.statusYear, FIELDS.statusUntil],
  [FIELDS.startYear, FIELDS.startUntil],
]);

const BYTES_PER_WORD = 4;

/** From so many numbers on a chunk's bitmap is shorter than its steps, whatever they are. */
const SURELY_DENSE = CHUNK_SIZE >> 3;

/**
 * Adds up the years of a field: for each the numbers of that year and of all before it, so that any run of years is
 * the difference of two terms. Holds one bit a number.
 */
export class CumulativeTerms {
  private readonly chunks: Bits[] = [];
  private count = 0;

  /** Adds the next year, none of whose numbers is another year's; returns the term of all years so far. */
  add({ value, count, numbers, chunks }: MergedTerm): MergedTerm {
    this.count += count;
    if (numbers) this.addShort(numbers, count);
    for (const { chunk, dense, numbers: bytes } of chunks) {
      const bits = this.chunkAt(chunk);
      if (dense) joinWords(bits, wordsOfBytes(bytes), 'any');
      else joinSteps(bits, bytes, 'any');
    }
    if (this.count > INLINE_NUMBERS) {
      return { value, count: this.count, numbers: undefined, chunks: this.encodeChunks() };
    }
    const all = Uint32Array.from(this.chunks.flatMap((bits, chunk) => listBits(bits, chunk)));
    return { value, count: this.count, numbers: encodeSteps(all, 0), chunks: [] };
  }

  private addShort(steps: Uint8Array, count: number): void {
    const numbers = new Uint32Array(count);
    readSteps(steps, numbers, 0);
    for (const number of numbers) {
      const bits = this.chunkAt(Math.floor(number / CHUNK_SIZE));
      const bit = number % CHUNK_SIZE;
      bits[bit >>> 5] = (bits[bit >>> 5] ?? 0) | (1 << (bit & 31));
    }
  }

  private chunkAt(chunk: number): Bits {
    while (this.chunks.length <= chunk) this.chunks.push(createBits());
    return this.chunks[chunk] ?? createBits();
  }

  private encodeChunks(): MergedChunk[] {
    return this.chunks.flatMap((bits, chunk) => {
      const count = countBits(bits);
      if (count === 0) return [];
      if (count >= SURELY_DENSE) return { chunk, count, dense: true, numbers: bytesOf(bits) };
      return encodeChunk(Uint32Array.from(listBits(bits, chunk)), chunk);
    });
  }
}

function listBits(bits: Bits, chunk: number): number[] {
  const numbers: number[] = [];
  collectBits(bits, chunk * CHUNK_SIZE, 0, SURELY_DENSE, numbers);
  return numbers;
}

/** A copy of a bitmap's bytes, up to its last word that has any. */
function bytesOf(bits: Bits): Uint8Array {
  let words = bits.length;
  while (bits[words - 1] === 0) words--;
  return new Uint8Array(bits.buffer.slice(0, words * BYTES_PER_WORD));
}
