import { findCountry } from '../domain/country.ts';
import { type CodeTables, resolveCities } from './code-tables.ts';
import type { Stage } from './stage.ts';

/** Writes the small tables: labels of codes, municipalities and countries. */
export function writeReferenceTables(
  stage: Stage,
  tables: CodeTables,
  cityStates: ReadonlyMap<string, string>,
): void {
  const labels = Object.entries({
    activity: tables.activities,
    reason: tables.reasons,
    legalNature: tables.legalNatures,
    qualification: tables.qualifications,
  });
  for (const [kind, byCode] of labels) {
    stage.addRows(
      'label',
      ['kind', 'code', 'label'],
      [...byCode].map(([code, label]) => [kind, code, label]),
    );
  }
  stage.addRows(
    'city',
    ['siafi', 'name', 'state', 'ibge_id', 'rank'],
    resolveCities(tables, cityStates).map((city) => [
      city.siafi,
      city.name,
      city.state,
      city.ibgeId,
      city.rank,
    ]),
  );
  stage.addRows(
    'country',
    ['code', 'name', 'iso2', 'iso3'],
    [...tables.countries].map(([code, name]) => {
      const country = findCountry(code);
      return [code, name, country?.iso2 ?? null, country?.iso3 ?? null];
    }),
  );
}
