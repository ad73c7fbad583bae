/**
 * Countries by the three digits of the foreign-trade table (comex), which the Receita's files carry. Names, ISO codes
 * and the join between them are in `data/reference/countries.json`: reading them there keeps the countries library out of
 * a start, and a test holds the file to the library.
 */

import countryRows from '../../data/reference/countries.json' with { type: 'json' };

type CountryRow = readonly [comexId: string, iso2: string | null, name: string, iso3: string | null];

/** A country as the registry shows it. */
export interface Country {
  /** The Central Bank's four digits: the comex code and its check digit. */
  readonly id: string;
  /** ISO 3166 codes; null for what ISO does not know: dissolved states, islands of another country, customs entries. */
  readonly iso2: string | null;
  readonly iso3: string | null;
  readonly name: string;
  /** Three digits. */
  readonly comexId: string;
}

/** Brazil's comex code. */
export const BRAZIL_COMEX_ID = '105';

const COMEX_FORM = /^[0-9]{3}$/;
const UNPADDED_FORM = /^[0-9]{1,3}$/;
const ID_FORM = /^[0-9]{1,4}$/;

/**
 * The country's id for a comex code of three digits: those and a check digit, by the weights 4, 3, 2 and modulo 11,
 * 10 and 11 written as 0 (`105` → `1058`, `023` → `0230`).
 */
export function countryId(comexId: string): string {
  const sum = Number(comexId[0]) * 4 + Number(comexId[1]) * 3 + Number(comexId[2]) * 2;
  const digit = 11 - (sum % 11);
  return `${comexId}${digit > 9 ? 0 : digit}`;
}

// The compiler reads a JSON tuple as an array; the reference test holds every row to this shape.
const ROWS = countryRows as readonly (readonly (string | null)[])[] as readonly CountryRow[];

const COUNTRIES: ReadonlyMap<string, Country> = new Map(
  ROWS.map(([comexId, iso2, name, iso3]) => [comexId, { id: countryId(comexId), iso2, iso3, name, comexId }]),
);

/** The country with a comex code of three digits, or undefined when no table knows the code. */
export function findCountry(comexId: string): Country | undefined {
  return COUNTRIES.get(comexId);
}

/**
 * The comex code meant by a country's id with or without its leading zeros (`1058` → `105`, `230` → `023`), or undefined
 * when the text is no id or its check digit is wrong. The code need not be in the table: rows carry unlisted ones.
 */
export function comexIdOfCountry(id: string): string | undefined {
  if (!ID_FORM.test(id)) return undefined;
  const padded = id.padStart(4, '0');
  const comexId = padded.slice(0, 3);
  return countryId(comexId) === padded ? comexId : undefined;
}

/** A comex code of the Receita's files with its leading zeros back (`8` → `008`), or undefined for blank or no code. */
export function castCountryCode(text: string): string | undefined {
  if (COMEX_FORM.test(text)) return text;
  return UNPADDED_FORM.test(text) ? text.padStart(3, '0') : undefined;
}
