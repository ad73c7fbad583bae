import { afterAll, beforeAll, expect, test } from 'bun:test';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CumulativeTerms } from '../../src/import/cumulative.ts';
import type { MergedTerm } from '../../src/import/merge.ts';
import { PostingsBuilder } from '../../src/import/postings.ts';
import { collectBits, createBits, joinSteps, joinWords, wordsOfBytes } from '../../src/registry/bits.ts';
import { CHUNK_SIZE, FIELDS, INLINE_NUMBERS } from '../../src/registry/fields.ts';
import { readSteps } from '../../src/registry/lists.ts';
import { mergePostings } from '../support/merged-postings.ts';

/** Whose numbers are each year's: few, more than a short list holds, nothing in a chunk, most of all. */
const YEARS: readonly (readonly [year: string, has: (number: number) => boolean])[] = [
  ['1970', (number) => number % 200_001 === 3],
  ['1971', (number) => number % 200_001 === 5],
  ['1980', (number) => number > CHUNK_SIZE && number % 1_001 === 17],
  ['1990', (number) => number % 16 === 2],
  ['2000', (number) => number < CHUNK_SIZE && number % 2 === 1],
  ['2020', (number) => number % 16 > 10 && number % 2 === 0],
];
const COUNT = 2 * CHUNK_SIZE + 1_000;

let folder: string;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'cumulative-'));
});

afterAll(() => rmSync(folder, { recursive: true }));

function* numbersOf(has: (number: number) => boolean): Generator<number> {
  const taken = YEARS.findIndex(([, ofYear]) => ofYear === has);
  for (let number = 0; number < COUNT; number++) {
    // A number is of the first year that has it.
    if (has(number) && !YEARS.slice(0, taken).some(([, earlier]) => earlier(number))) yield number;
  }
}

function readTerm({ numbers, count, chunks }: MergedTerm): number[] {
  if (numbers !== undefined) {
    const list = new Uint32Array(count);
    readSteps(numbers, list, 0);
    return [...list];
  }
  return chunks.flatMap(({ chunk, dense, numbers: bytes, count: inChunk }) => {
    const bits = createBits();
    if (dense) joinWords(bits, wordsOfBytes(bytes), 'any');
    else joinSteps(bits, bytes, 'any');
    const list: number[] = [];
    collectBits(bits, chunk * CHUNK_SIZE, 0, CHUNK_SIZE, list);
    expect(list.length).toBe(inChunk);
    return list;
  });
}

test('each year comes with all the years before it', () => {
  const postings = new PostingsBuilder();
  for (const [year, has] of YEARS) {
    for (const number of numbersOf(has)) postings.add(FIELDS.startYear, year, number);
  }
  const years = mergePostings(postings, join(folder, 'run'), [FIELDS.startYear]).get(FIELDS.startYear) ?? [];
  const cumulative = new CumulativeTerms();
  const all = new Set<number>();
  const forms = new Set<string>();
  for (const term of years) {
    for (const number of readTerm(term)) all.add(number);
    const sum = cumulative.add(term);
    const expected = [...all].sort((one, other) => one - other);
    expect({ value: sum.value, count: sum.count }).toEqual({ value: term.value, count: expected.length });
    expect(Buffer.from(Uint32Array.from(readTerm(sum)).buffer)).toEqual(
      Buffer.from(Uint32Array.from(expected).buffer),
    );
    forms.add(sum.numbers === undefined ? sum.chunks.map(({ dense }) => dense).join() : 'short');
    expect(sum.numbers !== undefined).toBe(expected.length <= INLINE_NUMBERS);
  }
  // Short, steps and bitmaps have all been seen.
  expect([...forms].sort()).toEqual(['false,false,false', 'short', 'true,false,false', 'true,true,true']);
});
