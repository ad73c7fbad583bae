import { describe, expect, test } from 'bun:test';
import * as fnando from '@fnando/cnpj';
import { cnpj as validator } from 'cpf-cnpj-validator';
import fc from 'fast-check';
import { checkDigits, isCnpj, isRoot } from '../../src/domain/cnpj.ts';

const CHARACTERS = [...'0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ'];

function textOf(characters: readonly string[], length: number): fc.Arbitrary<string> {
  return fc.string({ unit: fc.constantFrom(...characters), minLength: length, maxLength: length });
}

// Both libraries hold a black list of bases that repeat one digit; check digits alone are compared here.
const base = fc
  .oneof(textOf(CHARACTERS, 12), textOf(CHARACTERS.slice(0, 10), 12))
  .filter((text) => new Set(text).size > 1);

describe('isCnpj', () => {
  const cases: readonly (readonly [text: string, valid: boolean, why: string])[] = [
    ['12ABC34501DE35', true, "the Receita's own alphanumeric example"],
    ['00000000000191', true, 'numeric, with a root of zeros'],
    ['33000167000101', true, 'numeric'],
    ['12ABC34501DE53', false, 'check digits the wrong way round'],
    ['12abc34501de35', false, 'small letters: callers put texts in capitals first'],
    ['33000167000102', false, 'a wrong second digit'],
    ['33000167000111', false, 'a wrong first digit'],
    ['33.000.167/0001-01', false, 'punctuation'],
    ['3300016700010', false, 'a character short'],
    ['330001670001011', false, 'a character long'],
    ['12ABC34501DEA5', false, 'a letter among the check digits'],
    ['12ÁBC34501DE35', false, 'a letter beyond A to Z'],
    ['33000167000101\n', false, 'a line break at the end'],
    ['', false, 'nothing'],
  ];
  test.each([...cases])('%p is %p: %s', (text, valid) => {
    expect(isCnpj(text)).toBe(valid);
  });

  test('says what two other libraries say of right and wrong check digits', () => {
    fc.assert(
      fc.property(base, fc.integer({ min: 0, max: 99 }), (text, digits) => {
        for (const cnpj of [text + checkDigits(text), text + String(digits).padStart(2, '0')]) {
          expect(isCnpj(cnpj)).toBe(fnando.isValid(cnpj));
          expect(isCnpj(cnpj)).toBe(validator.isValid(cnpj));
        }
      }),
    );
  });

  test('notices any single character that was mistyped for another digit', () => {
    fc.assert(
      fc.property(base, fc.nat(13), fc.integer({ min: 1, max: 9 }), (text, at, step) => {
        const cnpj = text + checkDigits(text);
        const digit = Number(cnpj[at]);
        fc.pre(!Number.isNaN(digit));
        const mistyped = `${cnpj.slice(0, at)}${(digit + step) % 10}${cnpj.slice(at + 1)}`;
        // A rest of 0 and one of 1 both give the digit 0: the scheme itself cannot tell those apart.
        fc.pre(checkDigits(mistyped.slice(0, 12)) !== mistyped.slice(12));
        expect(isCnpj(mistyped)).toBe(false);
      }),
    );
  });
});

describe('checkDigits', () => {
  test('completes any base to a valid CNPJ', () => {
    fc.assert(fc.property(base, (text) => isCnpj(text + checkDigits(text))));
  });
});

describe('isRoot', () => {
  test('takes eight digits or capitals, nothing else', () => {
    expect(['12ABC345', '00000000'].every(isRoot)).toBe(true);
    expect(['12abc345', '1234567', '123456789', '12.345.6', ''].some(isRoot)).toBe(false);
  });
});
