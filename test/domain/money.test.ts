import { describe, expect, test } from 'bun:test';
import fc from 'fast-check';
import { castCapital } from '../../src/domain/money.ts';

describe('castCapital', () => {
  const cases: readonly (readonly [text: string, sum: string | undefined, why: string])[] = [
    ['1000,00', '1000.00', 'as published'],
    ['0,00', '0.00', 'nothing'],
    ['6983568523,86', '6983568523.86', 'cents that a 32-bit float loses'],
    ['999999999999,00', '999999999999.00', 'however odd'],
    ['123456789012345678901,23', '123456789012345678901.23', 'more digits than a number holds'],
    ['-20,50', '-20.50', 'negative'],
    ['-0,00', '0.00', 'zero has no sign'],
    ['1.000,00', '1000.00', 'thousands'],
    ['1.234.567,8', '1234567.80', 'one decimal'],
    ['1000', '1000.00', 'no decimals'],
    ['000000001000,00', '1000.00', 'leading zeros'],
    ['000,00', '0.00', 'nothing but zeros'],
    ['1000,0000', '1000.00', 'more decimals that say nothing'],
    ['1000,005', undefined, 'more decimals that say something'],
    ['1000.00', undefined, 'a dot that is no thousands dot'],
    ['1.00,00', undefined, 'a group of two'],
    ['1000.000,00', undefined, 'a group of four'],
    ['1,000,00', undefined, 'two commas'],
    ['1000,', undefined, 'a comma without decimals'],
    ['R$ 1000,00', undefined, 'a currency'],
    ['1e3', undefined, 'an exponent'],
    ['--1,00', undefined, 'two signs'],
    ['-', undefined, 'a sign alone'],
    ['', undefined, 'blank'],
  ];
  test.each([...cases])('%p is %p: %s', (text, sum) => {
    expect(castCapital(text)).toBe(sum);
  });

  test('keeps every cent of any sum, with thousands dots or without', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: -(10n ** 20n), max: 10n ** 20n }), (cents) => {
        const size = cents < 0n ? -cents : cents;
        const sign = cents < 0n ? '-' : '';
        const whole = String(size / 100n);
        const decimals = String(size % 100n).padStart(2, '0');
        const dotted = whole.replace(/(?<=[0-9])(?=(?:[0-9]{3})+$)/g, '.');
        expect(castCapital(`${sign}${whole},${decimals}`)).toBe(`${sign}${whole}.${decimals}`);
        expect(castCapital(`${sign}${dotted},${decimals}`)).toBe(`${sign}${whole}.${decimals}`);
      }),
    );
  });
});
