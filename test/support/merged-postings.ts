import { writeFileSync } from 'node:fs';
import { ByteWriter } from '../../src/import/byte-writer.ts';
import { type MergedTerm, PostingsMerger } from '../../src/import/merge.ts';
import type { PostingsBuilder } from '../../src/import/postings.ts';
import { CHUNK_SIZE } from '../../src/registry/fields.ts';

/** Writes postings as the only run of a registry, to a file at `path`, and merges some of its fields. */
export function mergePostings(
  postings: PostingsBuilder,
  path: string,
  fields: readonly number[],
): Map<number, MergedTerm[]> {
  const out = new ByteWriter(1 << 16);
  const sections = postings.encode(out);
  writeFileSync(path, out.bytes.subarray(0, out.length));
  const merger = new PostingsMerger([{ path, sections, firstEstablishment: 0, firstPartner: 0 }]);
  try {
    return new Map(fields.map((field) => [field, [...merger.merge(field)]]));
  } finally {
    merger.close();
  }
}

/** The numbers of a merged term, however they are written. */
export function listNumbers({ numbers, chunks }: MergedTerm): number[] {
  if (numbers !== undefined) return readSteps(numbers, 0);
  return chunks.flatMap(({ chunk, dense, numbers: bytes }) =>
    dense ? readBitmap(bytes, chunk * CHUNK_SIZE) : readSteps(bytes, chunk * CHUNK_SIZE),
  );
}

/** Steps of seven bits a byte, the lowest first, each from the number before. */
function readSteps(bytes: Uint8Array, base: number): number[] {
  const numbers: number[] = [];
  let number = base;
  let step = 0;
  let weight = 1;
  for (const byte of bytes) {
    step += (byte & 127) * weight;
    weight *= 128;
    if (byte < 128) {
      number += step;
      numbers.push(number);
      step = 0;
      weight = 1;
    }
  }
  return numbers;
}

function readBitmap(bytes: Uint8Array, base: number): number[] {
  const numbers: number[] = [];
  for (const [place, byte] of bytes.entries()) {
    for (let bit = 0; bit < 8; bit++) if ((byte >> bit) & 1) numbers.push(base + place * 8 + bit);
  }
  return numbers;
}
