import countryRows from '../../data/reference/countries.json' with { type: 'json' };
import reasonLabels from '../../data/reference/motives.json' with { type: 'json' };
import qualificationLabels from '../../data/reference/qualifications.json' with { type: 'json' };
import { type City, EXTERIOR_CITY, findCity, findCityByName, findCityBySiafiId } from '../domain/city.ts';
import { findCountry } from '../domain/country.ts';
import { findStateByIbgeId } from '../domain/state.ts';
import { cleanText, sentenceCase } from '../domain/text.ts';
import { RowScanner } from './csv.ts';
import { ImportFailure } from './failure.ts';
import type { KnownCodes } from './rows/casts.ts';
import { type SourceFile, type SourceKind, sourceOf } from './sources.ts';
import { readMember } from './zip.ts';

/** A small file read whole: its rows' columns. */
async function readTable(file: SourceFile): Promise<string[][]> {
  const source = sourceOf(file.kind);
  const rows: string[][] = [];
  const scanner = new RowScanner(source.separator.charCodeAt(0), (row, length, columns) => {
    if (rows.length > MAX_TABLE_ROWS) {
      throw new ImportFailure(
        `${file.member.path} has more rows than any table of codes: is it what its name says?`,
      );
    }
    if (columns === source.columns.length)
      rows.push(row.toString('latin1', 0, length).split('\t').map(cleanText));
  });
  await readMember(file.member, (chunk) => scanner.push(chunk));
  scanner.end();
  return source.header ? rows.slice(1) : rows;
}

const MAX_TABLE_ROWS = 100_000;

async function readKind(files: readonly SourceFile[], kind: SourceKind): Promise<string[][]> {
  const tables: string[][][] = [];
  for (const file of files) if (file.kind === kind) tables.push(await readTable(file));
  return tables.flat();
}

/** Codes and labels of one kind, by code. */
export type Labels = ReadonlyMap<string, string>;

/** The month's tables of codes, with the labels as people write them. */
export interface CodeTables {
  readonly activities: Labels;
  readonly reasons: Labels;
  readonly legalNatures: Labels;
  readonly qualifications: Labels;
  /** Municipalities as the Receita spells them, by its code. */
  readonly cities: Labels;
  readonly countries: Labels;
  /** IBGE codes by the Receita's municipality code, where a file tells them. */
  readonly ibgeIds: ReadonlyMap<string, number>;
}

function labelsOf(
  rows: readonly string[][],
  width: number,
  present: (code: string, label: string) => string,
): Labels {
  return new Map(
    rows.map(([text = '', label = '']) => {
      const code = text.replace('-', '').padStart(width, '0');
      return [code, present(code, label)];
    }),
  );
}

const REASON_LABELS = new Map(reasonLabels.map(([code = '', label = '']) => [code, label]));
const QUALIFICATION_LABELS = new Map(qualificationLabels.map(([code = '', label = '']) => [code, label]));

/** A month's labels and, for codes that its rows use though the tables lack them, the ones the project carries. */
function withFallback(labels: Labels, fallback: Labels): Labels {
  return new Map([...fallback, ...labels]);
}

/** The file of the Receita or of the Tesouro that joins both codes of a municipality. */
async function readIbgeIds(files: readonly SourceFile[]): Promise<Map<string, number>> {
  const pairs = [
    ...(await readKind(files, 'receitaCities')).map(([siafi = '', ibge = '']) => [siafi, ibge] as const),
    ...(await readKind(files, 'treasuryCities')).map(
      ([siafi = '', , , , ibge = '']) => [siafi, ibge] as const,
    ),
  ];
  // The Tesouro's table has a line a state for "other municipalities", with zeros for the IBGE's code.
  const known = pairs.filter(([siafi, ibge]) => /^\d{1,4}$/.test(siafi) && /^[1-9]\d{6}$/.test(ibge));
  return new Map(known.map(([siafi, ibge]) => [siafi.padStart(4, '0'), Number(ibge)]));
}

/** Reads every table of codes. */
export async function readCodeTables(files: readonly SourceFile[]): Promise<CodeTables> {
  const same = (_: string, label: string) => label;
  return {
    activities: labelsOf(await readKind(files, 'activities'), 7, same),
    legalNatures: labelsOf(await readKind(files, 'legalNatures'), 4, same),
    reasons: withFallback(
      labelsOf(
        await readKind(files, 'reasons'),
        2,
        (code, label) => REASON_LABELS.get(code) ?? sentenceCase(label),
      ),
      REASON_LABELS,
    ),
    qualifications: withFallback(
      labelsOf(await readKind(files, 'qualifications'), 2, (_, label) => sentenceCase(label)),
      QUALIFICATION_LABELS,
    ),
    cities: labelsOf(await readKind(files, 'cities'), 4, same),
    countries: withFallback(
      labelsOf(
        await readKind(files, 'countries'),
        3,
        (code, label) => findCountry(code)?.name ?? sentenceCase(label),
      ),
      new Map(countryRows.map(([code]) => [code ?? '', findCountry(code ?? '')?.name ?? ''])),
    ),
    ibgeIds: await readIbgeIds(files),
  };
}

/** The codes that have labels. */
export function knownCodes(tables: CodeTables): KnownCodes {
  return {
    activities: new Set(tables.activities.keys()),
    reasons: new Set(tables.reasons.keys()),
    cities: new Set([...tables.cities.keys(), EXTERIOR_CITY.siafiId]),
    legalNatures: new Set(tables.legalNatures.keys()),
    qualifications: new Set(tables.qualifications.keys()),
    countries: new Set(tables.countries.keys()),
  };
}

/** A municipality as the registry stores it. */
export interface CityRow {
  readonly siafi: string;
  readonly name: string;
  readonly state: string | null;
  readonly ibgeId: number | null;
  readonly rank: number | null;
}

/** The IBGE's municipality for one of the Receita's: by the month's own join, else by the project's, else by name. */
function resolveCity(
  siafi: string,
  name: string,
  state: string | undefined,
  ibgeId: number | undefined,
): City | undefined {
  if (siafi === EXTERIOR_CITY.siafiId) return EXTERIOR_CITY;
  if (ibgeId !== undefined) {
    const city = findCity(ibgeId);
    if (city !== undefined) return city;
  }
  return findCityBySiafiId(siafi) ?? (state === undefined ? undefined : findCityByName(state, name));
}

/** Every municipality of the month's table; `states` tells the state of codes that only rows place. */
export function resolveCities(tables: CodeTables, states: ReadonlyMap<string, string>): CityRow[] {
  const labels = new Map(tables.cities);
  if (!labels.has(EXTERIOR_CITY.siafiId)) labels.set(EXTERIOR_CITY.siafiId, EXTERIOR_CITY.name);
  return [...labels].map(([siafi, label]) => {
    const joined = tables.ibgeIds.get(siafi);
    const city = resolveCity(siafi, label, states.get(siafi), joined);
    const stateId = joined === undefined ? undefined : Math.floor(joined / 100_000);
    const state = stateId === undefined ? undefined : findStateByIbgeId(stateId);
    return {
      siafi,
      name: city?.name ?? sentenceCase(label),
      state: city?.state.abbreviation ?? state?.abbreviation ?? states.get(siafi) ?? null,
      ibgeId: city?.ibgeId ?? joined ?? null,
      rank: city?.id ?? null,
    };
  });
}
