import { afterAll, beforeAll, expect, test } from 'bun:test';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CumulativeTerms } from '../../src/import/cumulative.ts';
import { PostingsBuilder } from '../../src/import/postings.ts';
import { CHUNK_SIZE, FIELDS, INLINE_NUMBERS } from '../../src/registry/fields.ts';
import { CHUNK_FORMS } from '../../src/registry/stored-chunk.ts';
import { listNumbers, mergePostings } from '../support/merged-postings.ts';

/** Whose numbers are each year's: few, more than a short list holds, nothing in a chunk, most of all. */
const YEARS: readonly (readonly [year: string, has: (number: number) => boolean])[] = [
  ['1970', (number) => number % 200_001 === 3],
  ['1971', (number) => number % 200_001 === 5],
  ['1980', (number) => number > CHUNK_SIZE && number % 1_001 === 17],
  ['1990', (number) => number % 32 === 2],
  ['2000', (number) => number < CHUNK_SIZE && number % 2 === 1],
  ['2020', (number) => number % 16 > 10 && number % 2 === 0],
];
const COUNT = 2 * CHUNK_SIZE + 1_000;

const FORM_NAMES = Object.fromEntries(Object.entries(CHUNK_FORMS).map(([name, form]) => [form, name]));

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
    for (const number of listNumbers(term)) all.add(number);
    const sum = cumulative.add(term);
    const expected = [...all].sort((one, other) => one - other);
    expect({ value: sum.value, count: sum.count }).toEqual({ value: term.value, count: expected.length });
    expect(Buffer.from(Uint32Array.from(listNumbers(sum)).buffer)).toEqual(
      Buffer.from(Uint32Array.from(expected).buffer),
    );
    forms.add(sum.numbers === undefined ? sum.chunks.map(({ form }) => FORM_NAMES[form]).join() : 'short');
    expect(sum.numbers !== undefined).toBe(expected.length <= INLINE_NUMBERS);
  }
  // Short lists, buckets and bitmaps have all been seen.
  expect([...forms].sort()).toEqual([
    'bitmap,bitmap,bitmap',
    'bitmap,narrow,wide',
    'narrow,narrow,wide',
    'short',
    'wide,wide,wide',
  ]);
});
