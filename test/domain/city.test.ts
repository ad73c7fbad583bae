import { describe, expect, test } from 'bun:test';
import { CITIES, EXTERIOR_CITY, findCity, findCityByName, findCityBySiafiId } from '../../src/domain/city.ts';
import { foldText } from '../../src/domain/text.ts';

describe('findCity and findCityBySiafiId', () => {
  test('find Ourinhos with the id that clients know', () => {
    const ourinhos = findCity(3534708);
    expect(ourinhos).toMatchObject({ id: 3660, name: 'Ourinhos', ibgeId: 3534708, siafiId: '6795' });
    expect(ourinhos?.state.abbreviation).toBe('SP');
    expect(findCityBySiafiId('6795')).toBe(ourinhos);
  });

  test('find the municipality of 2025, which older tables lack', () => {
    expect(findCityBySiafiId('1182')).toMatchObject({ ibgeId: 5101837, name: 'Boa Esperança do Norte' });
  });

  test('find the exterior by either code', () => {
    expect(findCity(9999999)).toBe(EXTERIOR_CITY);
    expect(findCityBySiafiId('9707')).toBe(EXTERIOR_CITY);
    expect(EXTERIOR_CITY).toMatchObject({ id: 0, name: 'Exterior', ibgeId: 9999999, siafiId: '9707' });
    expect(EXTERIOR_CITY.state.abbreviation).toBe('EX');
  });

  test('find every municipality by either code', () => {
    for (const city of CITIES) {
      expect(findCity(city.ibgeId)).toBe(city);
      expect(findCityBySiafiId(city.siafiId)).toBe(city);
    }
  });

  test('find nothing for a code of no municipality', () => {
    expect(findCity(3500000)).toBeUndefined();
    expect(findCityBySiafiId('9999')).toBeUndefined();
    expect(findCityBySiafiId('')).toBeUndefined();
  });
});

describe('CITIES', () => {
  test("are ranked by the state's IBGE code, then by the unaccented name", () => {
    const keys = CITIES.map(({ state, name }) => `${state.ibgeId} ${foldText(name)}`);
    expect(keys).toEqual([...keys].sort());
    expect(CITIES.map(({ id }) => id)).toEqual(CITIES.map((_, index) => index + 1));
  });
});

describe('findCityByName', () => {
  const cases: readonly (readonly [abbreviation: string, name: string, ibgeId: number | undefined])[] = [
    ['SP', 'OURINHOS', 3534708],
    ['SP', 'ourinhos', 3534708],
    ['RO', "ALTA FLORESTA D'OESTE", 1100015],
    ['RO', 'ALTA FLORESTA D OESTE', 1100015],
    ['MG', "PINGO D'AGUA", 3150539],
    ['RN', 'ACU', 2400208],
    ['RN', 'Assú', 2400208],
    ['RN', 'BOA SAUDE', 2405306],
    ['RN', 'CAMPO GRANDE (EX-AUGUSTO SEVERO)', 2401305],
    ['SP', 'EMBU', 3515004],
    ['RJ', 'PARATI', 3303807],
    ['RS', 'SANTANA DO LIVRAMENTO', 4317103],
    ['MS', 'CAMPO GRANDE', 5002704],
    ['AL', 'CAMPO GRANDE', 2701506],
    ['SP', 'CAMPO GRANDE', undefined],
    ['SP', '', undefined],
    ['XX', 'OURINHOS', undefined],
  ];
  test.each([...cases])('in %s, %p is %p', (abbreviation, name, ibgeId) => {
    expect(findCityByName(abbreviation, name)?.ibgeId).toBe(ibgeId);
  });

  test('finds every municipality by its own name in capitals without accents', () => {
    const lost = CITIES.filter(({ state, name }) => !findCityByName(state.abbreviation, foldText(name)));
    expect(lost).toEqual([]);
  });
});
