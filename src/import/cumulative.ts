import { type Bits, collectBits, countBits, createBits } from '../registry/bits.ts';
import { CHUNK_SIZE, FIELDS, INLINE_NUMBERS } from '../registry/fields.ts';
import { readSteps } from '../registry/lists.ts';
import { CHUNK_FORMS, joinChunk, TOO_MANY_FOR_BUCKETS } from '../registry/stored-chunk.ts';
import { encodeChunk, encodeSteps, type MergedChunk, type MergedTerm } from './merge.ts';

/** The fields of years, each with the field that holds all until the end of a year. */
export const CUMULATIVE_FIELDS: ReadonlyMap<number, number> = new Map([
  [FIELDS.statusYear, FIELDS.statusUntil],
  [FIELDS.startYear, FIELDS.startUntil],
]);

const BYTES_PER_WORD = 4;

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
    for (const stored of chunks) joinChunk(this.chunkAt(stored.chunk), stored, 'any');
    if (this.count > INLINE_NUMBERS) {
      return { value, count: this.count, numbers: undefined, chunks: this.encodeChunks() };
    }
    const all = Uint32Array.from(this.chunks.flatMap((bits, chunk) => listBits(bits, chunk)));
    return { value, count: this.count, numbers: encodeSteps(all), chunks: [] };
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
      if (count >= TOO_MANY_FOR_BUCKETS)
        return { chunk, count, form: CHUNK_FORMS.bitmap, numbers: bytesOf(bits) };
      return encodeChunk(Uint32Array.from(listBits(bits, chunk)), chunk);
    });
  }
}

function listBits(bits: Bits, chunk: number): number[] {
  const numbers: number[] = [];
  collectBits(bits, chunk * CHUNK_SIZE, 0, TOO_MANY_FOR_BUCKETS, numbers);
  return numbers;
}

/** A copy of a bitmap's bytes, up to its last word that has any. */
function bytesOf(bits: Bits): Uint8Array {
  let words = bits.length;
  while (bits[words - 1] === 0) words--;
  return new Uint8Array(bits.buffer.slice(0, words * BYTES_PER_WORD));
}
