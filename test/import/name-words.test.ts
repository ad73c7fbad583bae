import { afterAll, beforeAll, expect, test } from 'bun:test';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { wordsOf } from '../../src/domain/text.ts';
import { NameWords } from '../../src/import/name-words.ts';
import { PostingsBuilder } from '../../src/import/postings.ts';
import { FIELDS } from '../../src/registry/fields.ts';
import { listNumbers, mergePostings } from '../support/merged-postings.ts';

let folder: string;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'name-words-'));
});

afterAll(() => rmSync(folder, { recursive: true }));

const piece = fc.oneof(
  fc.constantFrom(
    ...[
      'S.A.',
      'S/A',
      'S.A',
      'J B',
      'LTDA',
      "D'AVILA",
      'C&A',
      '41.273.592',
      '12345678901',
      'A.1',
      '.B/C',
      '/',
    ],
    ...['João', 'ÇA', 'ª', '1º', 'Ø', 'ß', 'µ', '²', 'comércio', 'Ã.Á', 'ME', 'ME', ' ', '-'],
  ),
  fc.array(fc.integer({ min: 32, max: 255 }), { maxLength: 6 }).map((codes) => String.fromCharCode(...codes)),
);
const name = fc
  .array(fc.tuple(piece, fc.constantFrom('', ' ')), { maxLength: 6 })
  .map((pieces) => pieces.flat().join(''));

test('names are posted by the words that searches are split into', () => {
  fc.assert(
    fc.property(fc.array(name, { maxLength: 5 }), (names) => {
      const postings = new PostingsBuilder();
      const words = new NameWords(postings.field(FIELDS.tradeWord));
      const expected = new Map<string, number[]>();
      for (const [number, text] of names.entries()) {
        // What stands around a name in a row is none of its words.
        const bytes = Buffer.from(`X${text}.Y`, 'latin1');
        words.clear();
        words.add(bytes, 1, bytes.length - 2);
        words.post(number);
        for (const word of wordsOf(text)) expected.set(word, [...(expected.get(word) ?? []), number]);
      }
      const terms = mergePostings(postings, join(folder, 'run'), [FIELDS.tradeWord]).get(FIELDS.tradeWord);
      const posted = new Map(terms?.map((term) => [term.value, listNumbers(term)]));
      expect(posted).toEqual(expected);
    }),
    { numRuns: 500 },
  );
});
