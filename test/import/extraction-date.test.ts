import { describe, expect, test } from 'bun:test';
import fc from 'fast-check';
import { extractionDateOf } from '../../src/import/extraction-date.ts';

const TODAY = new Date('2026-11-21T12:00:00Z');

describe('extractionDateOf', () => {
  test.each([
    ['K3241.K03200Y0.D60808.EMPRECSV', '2026-08-08'],
    ['F.K03200$W.SIMPLES.CSV.D60808', '2026-08-08'],
    ['F.K03200$Z.D60808.CNAECSV', '2026-08-08'],
    ['k3241.k03200y0.d60808.estabele', '2026-08-08'],
    ['K3241.K03200Y0.D51213.EMPRECSV', '2025-12-13'],
    ['K3241.K03200Y0.D70110.EMPRECSV', '2017-01-10'],
    ['Empresas0.csv', undefined],
    ['K3241.K03200Y0.D61301.EMPRECSV', undefined],
    ['K3241.K03200Y0.D60230.EMPRECSV', undefined],
    ['K3241.K03200Y0.D608080.EMPRECSV', undefined],
    ['XD60808.EMPRECSV', undefined],
  ])('%s is of %p', (name, date) => {
    expect(extractionDateOf(name, TODAY)).toBe(date);
  });

  test('any day of the last ten years is read back from its mark', () => {
    const day = fc.date({ min: new Date('2017-01-01'), max: new Date('2026-12-31'), noInvalidDate: true });
    fc.assert(
      fc.property(day, (date) => {
        const iso = date.toISOString().slice(0, 10);
        const mark = `D${iso.slice(3).replaceAll('-', '')}`;
        expect(extractionDateOf(`K3241.K03200Y1.${mark}.SOCIOCSV`, TODAY)).toBe(iso);
      }),
    );
  });
});
