import { expect } from 'bun:test';
import { writeFileSync } from 'node:fs';
import { ByteWriter } from '../../src/import/byte-writer.ts';
import { type MergedTerm, PostingsMerger } from '../../src/import/merge.ts';
import type { PostingsBuilder } from '../../src/import/postings.ts';
import { CHUNK_SIZE } from '../../src/registry/fields.ts';
import { CHUNK_FORMS } from '../../src/registry/stored-chunk.ts';

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
  if (numbers !== undefined) return readSteps(numbers);
  return chunks.flatMap(({ chunk, count, form, numbers: bytes }) => {
    const read = form === CHUNK_FORMS.bitmap ? readBitmap(bytes) : readBuckets(bytes, form);
    expect(read).toHaveLength(count);
    return read.map((number) => chunk * CHUNK_SIZE + number);
  });
}

/** Steps of seven bits a byte, the lowest first, each from the number before. */
function readSteps(bytes: Uint8Array): number[] {
  const numbers: number[] = [];
  let number = 0;
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

function readBitmap(bytes: Uint8Array): number[] {
  const numbers: number[] = [];
  for (const [place, byte] of bytes.entries()) {
    for (let bit = 0; bit < 8; bit++) if ((byte >> bit) & 1) numbers.push(place * 8 + bit);
  }
  return numbers;
}

/** A directory of how many numbers come before each bucket and after the last, then the lower bits of each number. */
function readBuckets(bytes: Uint8Array, form: number): number[] {
  const width = form === CHUNK_FORMS.wide ? 2 ** 16 : 2 ** 8;
  const bucketCount = CHUNK_SIZE / width;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  const start = (bucketCount + 1) * 2;
  const numbers: number[] = [];
  for (let bucket = 0; bucket < bucketCount; bucket++) {
    const end = view.getUint16((bucket + 1) * 2, true);
    for (let place = view.getUint16(bucket * 2, true); place < end; place++) {
      const lower =
        form === CHUNK_FORMS.wide ? view.getUint16(start + place * 2, true) : view.getUint8(start + place);
      numbers.push(bucket * width + lower);
    }
  }
  const bytesOfOne = form === CHUNK_FORMS.wide ? 2 : 1;
  expect(view.byteLength).toBe(start + numbers.length * bytesOfOne);
  return numbers;
}
