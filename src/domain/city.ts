/**
 * Municipalities: the join of the Receita's four-digit codes (SIAFI, also called TOM) with the IBGE's codes and names. The
 * join is in `data/reference/cities.json`; a test holds its names to the library of the IBGE's municipalities, which is not
 * loaded here because it costs a start 60 ms.
 */

import cityRows from '../../data/reference/cities.json' with { type: 'json' };
import { findStateByIbgeId, type State } from './state.ts';
import { foldText } from './text.ts';

type CityRow = readonly [siafiId: string, ibgeId: number, name: string, ...otherSpellings: string[]];

/** A municipality as the registry shows it. */
export interface City {
  /**
   * The rank, from 1, among all 5,571 municipalities of the IBGE (Fernando de Noronha and Brasília among them) by the
   * state's IBGE code, then by the name in capitals without accents, punctuation compared as it stands. Abroad 0.
   */
  readonly id: number;
  readonly name: string;
  /** Seven digits, by which searches filter. */
  readonly ibgeId: number;
  /** The Receita's four digits. */
  readonly siafiId: string;
  readonly state: State;
}

const EXTERIOR_STATE_ID = 99;

/** The state of a municipality: the first two digits of its code are the state's. */
function stateOf(ibgeId: number): State {
  const state = findStateByIbgeId(Math.floor(ibgeId / 100_000));
  if (!state)
    throw new Error(`data/reference/cities.json: ${ibgeId} begins with the code of no state; correct it`);
  return state;
}

/** What stands for the municipality of an establishment abroad. */
export const EXTERIOR_CITY: City = {
  id: 0,
  name: 'Exterior',
  ibgeId: 9_999_999,
  siafiId: '9707',
  state: stateOf(EXTERIOR_STATE_ID * 100_000),
};

/** The form in which names are compared: letters alone, so that `Pingo-d'Água` and `PINGO D'AGUA` are one. */
function nameKey(abbreviation: string, name: string): string {
  return `${abbreviation} ${foldText(name).replace(/[^A-Z]/g, '')}`;
}

// The compiler reads a JSON tuple as an array; the reference test holds every row to this shape.
const ROWS = cityRows as readonly (readonly (string | number)[])[] as readonly CityRow[];

/**
 * The municipalities in the order of their ids, 1 to 5,571; the exterior is not one. The file stands in that order, so
 * that a start has nothing to sort.
 */
export const CITIES: readonly City[] = ROWS.map(([siafiId, ibgeId, name], index) => ({
  id: index + 1,
  name,
  ibgeId,
  siafiId,
  state: stateOf(ibgeId),
}));

const BY_IBGE_ID: ReadonlyMap<number, City> = new Map(
  [...CITIES, EXTERIOR_CITY].map((city) => [city.ibgeId, city]),
);
const BY_SIAFI_ID: ReadonlyMap<string, City> = new Map(
  [...CITIES, EXTERIOR_CITY].map((city) => [city.siafiId, city]),
);

let citiesByName: ReadonlyMap<string, City> | undefined;

/** Built when first asked: only an import that meets an unknown code looks for names. */
function byName(): ReadonlyMap<string, City> {
  if (citiesByName) return citiesByName;
  const found = new Map<string, City>();
  for (const [, ibgeId, ...spellings] of ROWS) {
    const city = BY_IBGE_ID.get(ibgeId);
    if (!city) continue;
    for (const spelling of spellings) found.set(nameKey(city.state.abbreviation, spelling), city);
  }
  citiesByName = found;
  return found;
}

/** The municipality with an IBGE code of seven digits, or undefined; 9999999 is the exterior. */
export function findCity(ibgeId: number): City | undefined {
  return BY_IBGE_ID.get(ibgeId);
}

/** The municipality with the Receita's code of four digits, or undefined; 9707 is the exterior. */
export function findCityBySiafiId(siafiId: string): City | undefined {
  return BY_SIAFI_ID.get(siafiId);
}

/**
 * The municipality of a state by its name, or undefined. Capitals, accents and punctuation do not count, and it is found by
 * the IBGE's spelling as well as by the ones of the Receita's and the Tesouro's tables, which differ for 35 municipalities.
 */
export function findCityByName(abbreviation: string, name: string): City | undefined {
  return byName().get(nameKey(abbreviation, name));
}
