import { describe, expect, test } from 'bun:test';
import fc from 'fast-check';
import { isCnpj } from '../../src/domain/cnpj.ts';
import { cnpjOf, isLettered, MAX_ROOTS, Numbering, punctuate } from '../../src/sample/numbering.ts';

describe('roots', () => {
  test('are never shared by two companies', () => {
    const numbering = new Numbering(1);
    const roots = new Set(Array.from({ length: 100_000 }, (_, index) => numbering.rootAt(index)));
    expect(roots.size).toBe(100_000);
  });

  test('are roots, with letters where they should have them, and make valid CNPJs', () => {
    const indexes = fc.integer({ min: 0, max: MAX_ROOTS - 1 });
    fc.assert(
      fc.property(fc.integer(), indexes, fc.integer({ min: 1, max: 9_999 }), (seed, index, place) => {
        const numbering = new Numbering(seed);
        const root = numbering.rootAt(index);
        const order = numbering.orderAt(index, place);
        expect(/[A-Z]/.test(root)).toBe(isLettered(index));
        expect(/[A-Z]/.test(order)).toBe(numbering.hasLetteredOrder(index, place));
        expect(isCnpj(cnpjOf(root, order))).toBe(true);
      }),
    );
  });

  test('of one company have orders that differ', () => {
    const numbering = new Numbering(5);
    const orders = new Set(Array.from({ length: 9_999 }, (_, place) => numbering.orderAt(42, place + 1)));
    expect(orders.size).toBe(9_999);
  });
});

test('a CNPJ is punctuated as in the files of the tax regimes', () => {
  expect(punctuate('12ABC34501DE35')).toBe('12.ABC.345/01DE-35');
});
