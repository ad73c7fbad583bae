import type { MergedChunk, MergedTerm } from './merge.ts';

/** Many terms of one field packed in few arrays: one object a term took longer to hand over than to merge. */
export interface TermBatch {
  readonly field: number;
  /** The terms' values, one a line. */
  readonly values: string;
  readonly counts: Uint32Array<ArrayBuffer>;
  /** Bytes of each term's short list; 0 where chunks follow instead. */
  readonly shortLengths: Uint32Array<ArrayBuffer>;
  readonly chunkCounts: Uint32Array<ArrayBuffer>;
  /** Four numbers a chunk: which, how many numbers, whether dense, how many bytes. */
  readonly chunks: Uint32Array<ArrayBuffer>;
  readonly bytes: Uint8Array<ArrayBuffer>;
}

/** Packs terms. */
export function packTerms(field: number, terms: readonly MergedTerm[]): TermBatch {
  const parts: Uint8Array[] = [];
  const chunks: number[] = [];
  for (const term of terms) {
    if (term.numbers) parts.push(term.numbers);
    for (const { chunk, count, dense, numbers } of term.chunks) {
      parts.push(numbers);
      chunks.push(chunk, count, dense ? 1 : 0, numbers.length);
    }
  }
  const bytes = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    bytes.set(part, at);
    at += part.length;
  }
  return {
    field,
    values: terms.map((term) => term.value).join('\n'),
    counts: Uint32Array.from(terms, (term) => term.count),
    shortLengths: Uint32Array.from(terms, (term) => term.numbers?.length ?? 0),
    chunkCounts: Uint32Array.from(terms, (term) => term.chunks.length),
    chunks: Uint32Array.from(chunks),
    bytes,
  };
}

/** The terms of a batch, their bytes as views of the batch's. */
export function* unpackTerms(batch: TermBatch): Generator<MergedTerm> {
  if (batch.counts.length === 0) return;
  let at = 0;
  let chunkAt = 0;
  for (const [index, value] of batch.values.split('\n').entries()) {
    const shortLength = batch.shortLengths[index] ?? 0;
    const numbers = shortLength > 0 ? batch.bytes.subarray(at, at + shortLength) : undefined;
    at += shortLength;
    const chunks: MergedChunk[] = [];
    for (let left = batch.chunkCounts[index] ?? 0; left > 0; left--) {
      const [chunk = 0, count = 0, dense = 0, length = 0] = batch.chunks.subarray(chunkAt, chunkAt + 4);
      chunks.push({ chunk, count, dense: dense === 1, numbers: batch.bytes.subarray(at, at + length) });
      at += length;
      chunkAt += 4;
    }
    yield { value, count: batch.counts[index] ?? 0, numbers, chunks };
  }
}
