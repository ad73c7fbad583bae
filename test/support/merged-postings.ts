import { writeFileSync } from 'node:fs';
import { ByteWriter } from '../../src/import/byte-writer.ts';
import { type MergedTerm, PostingsMerger } from '../../src/import/merge.ts';
import type { PostingsBuilder } from '../../src/import/postings.ts';

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
