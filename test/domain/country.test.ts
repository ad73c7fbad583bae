import { describe, expect, test } from 'bun:test';
import fc from 'fast-check';
import {
  BRAZIL_COMEX_ID,
  castCountryCode,
  comexIdOfCountry,
  countryId,
  findCountry,
} from '../../src/domain/country.ts';

const comexId = fc.nat(999).map((number) => String(number).padStart(3, '0'));

describe('countryId', () => {
  test.each([
    ['105', '1058'],
    ['249', '2496'],
    ['063', '0639'],
    ['023', '0230'],
    ['586', '5860'],
    ['000', '0000'],
  ])('%s gets its check digit: %s', (comex, id) => {
    expect(countryId(comex)).toBe(id);
  });

  test('is always four digits that begin with the code', () => {
    fc.assert(
      fc.property(comexId, (comex) => {
        expect(countryId(comex)).toMatch(/^[0-9]{4}$/);
        expect(countryId(comex).startsWith(comex)).toBe(true);
      }),
    );
  });
});

describe('comexIdOfCountry', () => {
  test('is the way back, with or without leading zeros', () => {
    fc.assert(
      fc.property(comexId, (comex) => {
        expect(comexIdOfCountry(countryId(comex))).toBe(comex);
        expect(comexIdOfCountry(String(Number(countryId(comex))))).toBe(comex);
      }),
    );
  });

  test('refuses a wrong check digit and what is no number', () => {
    for (const id of ['1059', '105', '', 'BR', '10580', '-1058', '1058 ']) {
      expect(comexIdOfCountry(id)).toBeUndefined();
    }
  });
});

describe('findCountry', () => {
  test('has Brazil as the specification shows it', () => {
    expect(findCountry(BRAZIL_COMEX_ID)).toEqual({
      id: '1058',
      iso2: 'BR',
      iso3: 'BRA',
      name: 'Brasil',
      comexId: '105',
    });
  });

  test('tells the two Congos and the two Koreas apart', () => {
    const names = ['177', '888', '187', '190'].map((comex) => findCountry(comex)?.name);
    expect(names).toEqual([
      'República do Congo',
      'República Democrática do Congo',
      'Coreia do Norte',
      'Coreia do Sul',
    ]);
  });

  test('has no ISO code for a state that is no more', () => {
    expect(findCountry('790')).toMatchObject({ iso2: null, iso3: null, name: 'Tchecoslováquia', id: '7900' });
  });

  test('knows nothing of a code that no table has', () => {
    expect(findCountry('001')).toBeUndefined();
    expect(findCountry('1058')).toBeUndefined();
    expect(findCountry('')).toBeUndefined();
  });
});

describe('castCountryCode', () => {
  test.each([
    ['105', '105'],
    ['69', '069'],
    ['8', '008'],
    ['', undefined],
    ['1058', undefined],
    ['BR', undefined],
    ['-10', undefined],
  ])('%p is %p', (text, comex) => {
    expect(castCountryCode(text)).toBe(comex);
  });
});
