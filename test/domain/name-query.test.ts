import { describe, expect, test } from 'bun:test';
import fc from 'fast-check';
import { parseNameQuery } from '../../src/domain/name-query.ts';
import { wordsOf } from '../../src/domain/text.ts';

/** The query's words as they could be typed, or the problem's name in angle brackets. */
function readingOf(text: string): string {
  const query = parseNameQuery(text);
  if (query.problem) return `<${query.problem}>`;
  return query.words.map(({ word, prefix }) => (prefix ? `${word}*` : word)).join(' ');
}

describe('parseNameQuery', () => {
  const cases: readonly (readonly [text: string, reading: string])[] = [
    ['petrobras', 'PETROBRAS'],
    ['  São   João ', 'SAO JOAO'],
    ['PETRO*', 'PETRO*'],
    ['padaria PET*', 'PADARIA PET*'],
    ['PETRO* BRAS*', 'PETRO* BRAS*'],
    ['S.A.', 'SA'],
    ['C&A', 'C A'],
    ["D'AVIL*", 'D AVIL*'],
    ['São*', 'SAO*'],
    ['Sa\u0303o*', 'SAO*'],
    ['a.b.c*', 'ABC*'],
    ['PETRO PETRO', 'PETRO'],
    ['PETRO PETRO*', 'PETRO PETRO*'],
    ['1234567890', '1234567890'],
    ['', '<empty>'],
    ['   ', '<empty>'],
    ['.,;-', '<empty>'],
    ['*', '<misplaced-star>'],
    ['PADARIA *', '<misplaced-star>'],
    ['*PETRO', '<misplaced-star>'],
    ['PE*TRO', '<misplaced-star>'],
    ['PETRO**', '<misplaced-star>'],
    ['PETRO.*', '<misplaced-star>'],
    ['PE*', '<prefix-too-short>'],
    ['S.A*', '<prefix-too-short>'],
    ["D'AV*", '<prefix-too-short>'],
    ['12345678901', '<only-number>'],
    ['12345678901*', '<only-number>'],
    ['12345678901 98765432100', '<only-number>'],
    ['MARIA 12345678901', 'MARIA'],
    ['a b c d e f g h i j 12345678901', 'A B C D E F G H I J'],
    ['a b c d e f g h i j', 'A B C D E F G H I J'],
    ['a b c d e f g h i j k', '<too-many-words>'],
    ['a a a a a a a a a a a', '<too-many-words>'],
    ['a&b&c&d&e&f&g&h&i&j&k', '<too-many-words>'],
    ['x'.repeat(60), 'X'.repeat(60)],
    [`${'x'.repeat(60)}*`, `${'X'.repeat(60)}*`],
    ['x'.repeat(61), '<word-too-long>'],
    [`${'x'.repeat(61)}*`, '<word-too-long>'],
    ['𐐷'.repeat(60), '𐐏'.repeat(60)],
  ];
  test.each([...cases])('%p reads as %s', (text, reading) => {
    expect(readingOf(text)).toBe(reading);
  });

  test('names the part that has the problem', () => {
    expect(parseNameQuery('padaria PE*')).toEqual({ problem: 'prefix-too-short', word: 'PE' });
    expect(parseNameQuery('padaria PE*TRO')).toEqual({ problem: 'misplaced-star', word: 'PE*TRO' });
  });

  test('finds in a name that is typed whole the words that the name is indexed by', () => {
    const name = fc.string({ unit: fc.constantFrom(..."ABC12./ &'-ãÉß"), maxLength: 30 });
    fc.assert(
      fc.property(name, (text) => {
        const query = parseNameQuery(text);
        fc.pre(query.problem === undefined);
        expect(query.words.map(({ word }) => word)).toEqual(wordsOf(text));
      }),
    );
  });

  test('answers any text with words within the limits or one problem', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 100 }), (text) => {
        const query = parseNameQuery(text);
        if (query.problem) return;
        expect(query.words.length).toBeGreaterThan(0);
        expect(query.words.length).toBeLessThanOrEqual(10);
        for (const { word } of query.words) expect([...word].length).toBeLessThanOrEqual(60);
      }),
    );
  });
});
