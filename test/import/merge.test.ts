import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { ByteWriter } from '../../src/import/byte-writer.ts';
import { PostingsMerger } from '../../src/import/merge.ts';
import { PostingsBuilder } from '../../src/import/postings.ts';
import type { PlacedRun } from '../../src/import/protocol.ts';
import { packTerms, unpackTerms } from '../../src/import/term-batch.ts';
import { CHUNK_SIZE, FIELDS, INLINE_NUMBERS } from '../../src/registry/fields.ts';
import { listNumbers } from '../support/merged-postings.ts';

/** What one range has: pairs of value and number, in the order of numbers. */
type Posted = readonly (readonly [value: string, number: number])[];

let folder: string;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'merge-'));
});

afterAll(() => rmSync(folder, { recursive: true }));

/** All runs in one file, as a thread writes them, each with the numbers that its establishments begin at. */
function writeRuns(path: string, field: number, ranges: readonly Posted[], apart: number): PlacedRun[] {
  const out = new ByteWriter(16);
  const postings = new PostingsBuilder();
  const runs = ranges.map((posted, place) => {
    postings.clear();
    for (const [value, number] of posted) postings.add(field, value, number);
    const sections = postings.encode(out);
    return { path, sections, firstEstablishment: place * apart, firstPartner: place * apart + 1 };
  });
  writeFileSync(path, out.bytes.subarray(0, out.length));
  return runs;
}

/** Merges a field and hands it through a batch, as it comes to the main thread. */
function readMerged(runs: readonly PlacedRun[], field: number): [string, number[]][] {
  const merger = new PostingsMerger(runs);
  try {
    const batch = new ByteWriter(16);
    packTerms([...merger.merge(field)], batch);
    return [...unpackTerms(batch.bytes.subarray(0, batch.length))].map((term) => {
      const numbers = listNumbers(term);
      expect(numbers).toHaveLength(term.count);
      expect(term.numbers !== undefined).toBe(numbers.length <= INLINE_NUMBERS);
      return [term.value, numbers];
    });
  } finally {
    merger.close();
  }
}

/** The same by a Map: values in the order of their UTF-8, each number once. */
function expectedOf(ranges: readonly Posted[], apart: number, first: number): [string, number[]][] {
  const numbers = new Map<string, Set<number>>();
  for (const [place, posted] of ranges.entries()) {
    for (const [value, number] of posted) {
      if (value === '' || Buffer.byteLength(value) > 250) continue;
      const all = numbers.get(value) ?? new Set();
      numbers.set(value, all.add(first + place * apart + number));
    }
  }
  return [...numbers]
    .map(([value, all]): [string, number[]] => [value, [...all].sort((one, other) => one - other)])
    .sort(([one], [other]) => Buffer.compare(Buffer.from(one), Buffer.from(other)));
}

const value = fc.oneof(
  fc.constantFrom(
    '',
    'A',
    'AB',
    'COMERCIO',
    'COMERCIAL',
    'COMERCIOS',
    '2020-01-01',
    '2020-01-02',
    'ØRSTED',
    'Ç',
  ),
  fc.string({ minLength: 1, maxLength: 20 }).map((text) => text.replace(/[\n\0]/g, 'x')),
  fc.constant('W'.repeat(251)),
);
const posted = fc
  .array(fc.tuple(value, fc.nat(3000)), { maxLength: 60 })
  .map((pairs) => pairs.sort(([, one], [, other]) => one - other));

describe('postings of ranges', () => {
  for (const [field, first] of [
    [FIELDS.tradeWord, 0],
    [FIELDS.partnerWord, 1],
  ] as const) {
    test(`merge to what a Map holds, field ${field}`, () => {
      fc.assert(
        fc.property(
          fc.array(posted, { maxLength: 5 }),
          fc.constantFrom(3001, CHUNK_SIZE - 7),
          (ranges, apart) => {
            const runs = writeRuns(join(folder, 'runs'), field, ranges, apart);
            expect(readMerged(runs, field)).toEqual(expectedOf(ranges, apart, first));
          },
        ),
      );
    });
  }

  test('merge where terms are longer than a window, dense and sparse, over several chunks', () => {
    const apart = 200_000;
    const every = (step: number, text: string): Posted =>
      Array.from({ length: Math.floor(apart / step) }, (_, index) => [text, index * step] as const);
    const ranges = Array.from({ length: 8 }, (_, place) => [
      ...every(1, 'ALL'),
      ...every(3, `RANGE ${place}`),
      ...every(997, 'FEW'),
      ...(place === 6 ? every(2, 'LATE') : []),
    ]);
    const runs = writeRuns(join(folder, 'long'), FIELDS.status, ranges, apart);
    expect(readMerged(runs, FIELDS.status)).toEqual(expectedOf(ranges, apart, 0));
  });

  test('merge to a whole chunk behind the longest short list of the one before', () => {
    const before = Array.from({ length: INLINE_NUMBERS }, (_, number) => ['X', number] as const);
    const whole = Array.from({ length: CHUNK_SIZE }, (_, place) => ['X', CHUNK_SIZE + place] as const);
    const runs = writeRuns(join(folder, 'whole'), FIELDS.status, [[...before, ...whole]], 0);
    const merger = new PostingsMerger(runs);
    const [term] = [...merger.merge(FIELDS.status)];
    merger.close();
    expect(term?.chunks.map(({ chunk, count }) => [chunk, count])).toEqual([
      [0, INLINE_NUMBERS],
      [1, CHUNK_SIZE],
    ]);
  });

  test('of words that partners and their companies share are kept apart', () => {
    const postings = new PostingsBuilder();
    for (const [word, partner, company] of [
      ['SILVA', 0, 5],
      ['SOUZA', 1, 5],
      ['SILVA', 2, 9],
    ] as const) {
      postings.add(FIELDS.partnerWord, word, partner);
      postings.add(FIELDS.companyPartnerWord, word, company);
    }
    postings.add(FIELDS.companyPartnerWord, 'ONLY', 9);
    const out = new ByteWriter(16);
    const path = join(folder, 'shared');
    const run = { path, sections: postings.encode(out), firstEstablishment: 0, firstPartner: 0 };
    writeFileSync(path, out.bytes.subarray(0, out.length));
    expect(readMerged([run], FIELDS.partnerWord)).toEqual([
      ['SILVA', [0, 2]],
      ['SOUZA', [1]],
    ]);
    expect(readMerged([run], FIELDS.companyPartnerWord)).toEqual([
      ['ONLY', [9]],
      ['SILVA', [5, 9]],
      ['SOUZA', [5]],
    ]);
  });
});

test('an empty batch has no terms', () => {
  const batch = new ByteWriter(16);
  packTerms([], batch);
  expect([...unpackTerms(batch.bytes.subarray(0, batch.length))]).toEqual([]);
});
