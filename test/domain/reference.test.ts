/**
 * Holds the committed reference data to the libraries it was taken from and to the shapes that the code reads it by. When
 * a library is updated and this fails, correct the file, not the test.
 */

import { describe, expect, test } from 'bun:test';
import { getMunicipalities } from '@brazilian-utils/brazilian-utils';
import isoCountries from 'i18n-iso-countries';
import portuguese from 'i18n-iso-countries/langs/pt.json' with { type: 'json' };
import activities from '../../data/reference/activities.json' with { type: 'json' };
import cities from '../../data/reference/cities.json' with { type: 'json' };
import countries from '../../data/reference/countries.json' with { type: 'json' };
import legalNatures from '../../data/reference/legal-natures.json' with { type: 'json' };
import motives from '../../data/reference/motives.json' with { type: 'json' };
import qualifications from '../../data/reference/qualifications.json' with { type: 'json' };
import { foldText } from '../../src/domain/text.ts';

isoCountries.registerLocale(portuguese);

/**
 * Where the library's Portuguese (version 7.14.0) is wrong or says one name of two countries: it has the Congos the wrong
 * way round, and both halves of Saint Martin under one name.
 */
const OWN_NAMES: Readonly<Record<string, string>> = {
  CG: 'República do Congo',
  CD: 'República Democrática do Congo',
  MF: 'São Martinho (parte francesa)',
  SX: 'São Martinho (parte holandesa)',
};

/** Where the library's Portuguese is Portugal's ("Irão", "Polónia") and Brazil's is another, which Unicode's table has. */
const BRAZILIAN = new Set(
  'AM BA BJ CX CZ DJ EE GL IR KE KN KW KY LV MC MG MK MS MU MW NC PL PM QA RO SC SI TJ TM TT VN YE'.split(
    ' ',
  ),
);
const brazilianNames = new Intl.DisplayNames(['pt-BR'], { type: 'region' });

function nameOf(iso2: string): string | undefined {
  const own = OWN_NAMES[iso2];
  if (own !== undefined) return own;
  return BRAZILIAN.has(iso2) ? brazilianNames.of(iso2) : isoCountries.getName(iso2, 'pt');
}

describe('the tables of codes and labels', () => {
  const tables: readonly (readonly [name: string, rows: string[][], size: number, form: RegExp])[] = [
    ['activities', activities, 1359, /^[0-9]{7}$/],
    ['legal-natures', legalNatures, 91, /^[0-9]{4}$/],
    ['qualifications', qualifications, 69, /^[0-9]{2}$/],
    ['motives', motives, 64, /^[0-9]{2}$/],
  ];
  test.each([...tables])('%s: each code once, in order, with a clean label', (_name, rows, size, form) => {
    const codes = rows.map(([code = '']) => code);
    expect(codes).toHaveLength(size);
    expect(codes).toEqual([...new Set(codes)].sort());
    for (const [code, label = '', ...rest] of rows) {
      expect(code).toMatch(form);
      expect(label).toMatch(/^\p{Lu}\S*( \S+)*$/u);
      expect(label === label.toUpperCase() && label.includes(' ')).toBe(false);
      expect(rest).toEqual([]);
    }
  });

  test('have the codes that rows use and the monthly tables lack', () => {
    expect(motives).toContainEqual(['32', 'Inexistente de Fato – Ade/Cosar']);
    expect(qualifications).toContainEqual(['36', 'Gerente-Delegado']);
  });
});

describe('countries', () => {
  test('stand once each, in order', () => {
    const codes = countries.map(([comexId]) => comexId ?? '');
    expect(codes).toEqual([...new Set(codes)].sort());
    const iso2s = countries.flatMap(([, iso2]) => iso2 ?? []);
    expect(new Set(iso2s).size).toBe(iso2s.length);
  });

  test.each(countries.map((row) => ({ row })))(
    "are the library's: $row",
    ({ row: [comexId, iso2, name, iso3] }) => {
      expect(comexId).toMatch(/^[0-9]{3}$/);
      expect(name).toMatch(/^\S+( \S+)*$/);
      const expected = iso2 ? [nameOf(iso2), isoCountries.alpha2ToAlpha3(iso2)] : [name, null];
      expect([name, iso3]).toEqual(expected);
    },
  );
});

describe('cities', () => {
  test("are the library's municipalities, with its names", () => {
    const ours = cities.map(([, ibgeId, name]) => ({ code: String(ibgeId), name: String(name) }));
    const theirs = getMunicipalities().map(({ code, name }) => ({ code, name }));
    const byCode = (one: { code: string }, other: { code: string }) => (one.code < other.code ? -1 : 1);
    expect(ours.sort(byCode)).toEqual(theirs.sort(byCode));
  });

  test("have one code of the Receita's each", () => {
    const siafiIds = cities.map(([siafiId]) => String(siafiId));
    expect(new Set(siafiIds).size).toBe(cities.length);
    expect(siafiIds.filter((siafiId) => !/^[0-9]{4}$/.test(siafiId))).toEqual([]);
  });

  test('have no spelling that could mean two municipalities of one state', () => {
    const keys = cities.flatMap(([, ibgeId, ...spellings]) =>
      spellings.map(
        (name) => `${String(ibgeId).slice(0, 2)} ${foldText(String(name)).replace(/[^A-Z]/g, '')}`,
      ),
    );
    expect(new Set(keys).size).toBe(keys.length);
  });
});
