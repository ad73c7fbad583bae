import { expect, test } from 'bun:test';
import fc from 'fast-check';
import { FrequentWords } from '../../src/registry/frequent-words.ts';

const words = fc.uniqueArray(fc.record({ word: fc.string({ minLength: 1 }), total: fc.nat(9) }), {
  selector: ({ word }) => word,
  maxLength: 80,
});

test('the most frequent words are kept, of as frequent ones the earlier', () => {
  fc.assert(
    fc.property(words, fc.nat(40), (list, limit) => {
      const frequent = new FrequentWords(limit);
      for (const { word, total } of list) frequent.add(word, total);
      // Sorting leaves as frequent ones in their order.
      const expected = list.toSorted((one, other) => other.total - one.total).slice(0, limit);
      expect(frequent.words.toSorted()).toEqual(expected.map(({ word }) => word).sort());
    }),
  );
});
