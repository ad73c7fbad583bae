import type { ByteWriter } from './byte-writer.ts';
import type { MergedChunk, MergedTerm } from './merge.ts';

/**
 * Many terms of one field packed in one piece of memory: one object a term took longer to hand over between threads
 * than to merge. First stand three numbers (terms, chunks, bytes of values), then the lists of numbers named below,
 * then the values with a line break between them, then the bytes of all lists and chunks in their order.
 */

const HEADER_NUMBERS = 3;
/** Of each term: how many numbers it has, the bytes of its short list (0 where chunks follow), how many chunks. */
const TERM_NUMBERS = 3;
/** Of each chunk: which, how many numbers, in which form, how many bytes. */
const CHUNK_NUMBERS = 4;
const NUMBER_BYTES = 4;

/** Packs terms at the start of `out`. */
export function packTerms(terms: readonly MergedTerm[], out: ByteWriter): void {
  const chunks = terms.flatMap((term) => term.chunks);
  const values = terms.map((term) => term.value).join('\n');
  out.clear();
  out.numbers(terms.length, chunks.length, Buffer.byteLength(values));
  for (const term of terms) out.numbers(term.count, term.numbers?.length ?? 0, term.chunks.length);
  for (const { chunk, count, form, numbers } of chunks) out.numbers(chunk, count, form, numbers.length);
  out.text(values, 'utf8');
  for (const term of terms) {
    if (term.numbers) out.add(term.numbers);
    for (const { numbers } of term.chunks) out.add(numbers);
  }
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
      const first = chunk * CHUNK_NUMBERS;
      const [place = 0, size = 0, form = 0, length = 0] = chunkNumbers.subarray(first, first + CHUNK_NUMBERS);
      const bytes = batch.subarray(at, at + length);
      chunks.push({ chunk: place, count: size, form, numbers: bytes });
      at += length;
    }
    yield { value: values[term] ?? '', count, numbers, chunks };
  }
}

function numbersAt(batch: Uint8Array, start: number, length: number): Uint32Array {
  return new Uint32Array(batch.buffer, batch.byteOffset + start * NUMBER_BYTES, length);
}
