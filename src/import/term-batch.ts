import type { MergedChunk, MergedTerm } from './merge.ts';

/**
 * Many terms of one field packed in one piece of memory: one object a term took longer to hand over between threads
 * than to merge. First stand three numbers (terms, chunks, bytes of values), then the lists of numbers named below,
 * then the values with a line break between them, then the bytes of all lists and chunks in their order.
 */

const HEADER_NUMBERS = 3;
/** Of each term: how many numbers it has, the bytes of its short list (0 where chunks follow), how many chunks. */
const TERM_NUMBERS = 3;
/** Of each chunk: which, how many numbers, whether dense, how many bytes. */
const CHUNK_NUMBERS = 4;
const NUMBER_BYTES = 4;

/** Packs terms. */
export function packTerms(terms: readonly MergedTerm[]): Uint8Array<ArrayBuffer> {
  const values = Buffer.from(terms.map((term) => term.value).join('\n'), 'utf8');
  const chunkCount = terms.reduce((sum, term) => sum + term.chunks.length, 0);
  const numbers = [terms.length, chunkCount, values.length];
  const parts: Uint8Array[] = [];
  for (const { count, numbers: short, chunks } of terms) {
    numbers.push(count, short?.length ?? 0, chunks.length);
    if (short) parts.push(short);
    for (const chunk of chunks) parts.push(chunk.numbers);
  }
  for (const { chunks } of terms) {
    for (const chunk of chunks) {
      numbers.push(chunk.chunk, chunk.count, chunk.dense ? 1 : 0, chunk.numbers.length);
    }
  }
  const head = Uint32Array.from(numbers);
  const size = parts.reduce((sum, part) => sum + part.length, head.byteLength + values.length);
  const batch = new Uint8Array(size);
  batch.set(new Uint8Array(head.buffer));
  let at = head.byteLength;
  for (const part of [values, ...parts]) {
    batch.set(part, at);
    at += part.length;
  }
  return batch;
}

/** The terms of a batch, whose memory must begin at a multiple of four; their bytes are views of the batch's. */
export function* unpackTerms(batch: Uint8Array): Generator<MergedTerm> {
  const [termCount = 0, chunkCount = 0, valueBytes = 0] = numbersAt(batch, 0, HEADER_NUMBERS);
  if (termCount === 0) return;
  const termNumbers = numbersAt(batch, HEADER_NUMBERS, termCount * TERM_NUMBERS);
  const chunkStart = HEADER_NUMBERS + termNumbers.length;
  const chunkNumbers = numbersAt(batch, chunkStart, chunkCount * CHUNK_NUMBERS);
  let at = (chunkStart + chunkNumbers.length) * NUMBER_BYTES;
  const values = Buffer.from(batch.buffer, batch.byteOffset + at, valueBytes)
    .toString('utf8')
    .split('\n');
  at += valueBytes;
  let chunk = 0;
  for (let term = 0; term < termCount; term++) {
    const count = termNumbers[term * TERM_NUMBERS] ?? 0;
    const shortLength = termNumbers[term * TERM_NUMBERS + 1] ?? 0;
    const numbers = shortLength > 0 ? batch.subarray(at, at + shortLength) : undefined;
    at += shortLength;
    const chunks: MergedChunk[] = [];
    for (let left = termNumbers[term * TERM_NUMBERS + 2] ?? 0; left > 0; left--, chunk++) {
      const [place = 0, size = 0, dense = 0, length = 0] = chunkNumbers.subarray(chunk * CHUNK_NUMBERS);
      chunks.push({
        chunk: place,
        count: size,
        dense: dense === 1,
        numbers: batch.subarray(at, at + length),
      });
      at += length;
    }
    yield { value: values[term] ?? '', count, numbers, chunks };
  }
}

function numbersAt(batch: Uint8Array, start: number, length: number): Uint32Array {
  return new Uint32Array(batch.buffer, batch.byteOffset + start * NUMBER_BYTES, length);
}
