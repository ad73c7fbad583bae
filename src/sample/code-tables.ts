import activities from '../../data/reference/activities.json';
import countries from '../../data/reference/countries.json';
import legalNatures from '../../data/reference/legal-natures.json';
import motives from '../../data/reference/motives.json';
import qualifications from '../../data/reference/qualifications.json';
import { COUNTRIES_NOT_IN_TABLE } from './establishment-quirks.ts';
import { cnpjOf } from './numbering.ts';
import { mix } from './random.ts';
import { SAMPLE_STATES } from './states.ts';
import { ABROAD, TOWN_WITHOUT_IBGE, type Town, toPlainCapitals } from './towns.ts';

/** A monthly table of codes: its zip, the end of its member's name, and its lines. */
export interface CodeTable {
  readonly zip: string;
  readonly member: string;
  readonly lines: readonly string[];
}

type Entry = readonly [code: string, label: string];

/** The motive and the qualification that rows have and the tables have not. */
const MISSING_MOTIVE = '32';
const MISSING_QUALIFICATION = '36';

const missingCountries = new Set<string>(COUNTRIES_NOT_IN_TABLE);

/** Latin-1 has no dash but the hyphen. */
function toLatin(text: string): string {
  return text.replaceAll('–', '-');
}

function formatTable(entries: readonly Entry[]): readonly string[] {
  return entries.map(([code, label]) => `"${code}";"${label.replaceAll('"', '""')}"\n`);
}

function readEntries(
  table: readonly (readonly string[])[],
  toLabel: (label: string) => string,
): readonly Entry[] {
  return table.map(([code = '', label = '']) => [code, toLabel(label)]);
}

/** The six tables of codes as the Receita publishes them, with its spelling and its gaps. */
export function makeCodeTables(towns: readonly Town[]): readonly CodeTable[] {
  const countryEntries = countries.map(
    ([code, , name]): Entry => [String(code), toPlainCapitals(String(name))],
  );
  const townEntries = towns.map(({ siafi, name }): Entry => [siafi, name]);
  return [
    { zip: 'Cnaes.zip', member: 'CNAECSV', lines: formatTable(readEntries(activities, toLatin)) },
    {
      zip: 'Motivos.zip',
      member: 'MOTICSV',
      lines: formatTable(readEntries(motives, toPlainCapitals).filter(([code]) => code !== MISSING_MOTIVE)),
    },
    {
      zip: 'Municipios.zip',
      member: 'MUNICCSV',
      lines: formatTable([...townEntries, [ABROAD, 'EXTERIOR']]),
    },
    { zip: 'Naturezas.zip', member: 'NATJUCSV', lines: formatTable(readEntries(legalNatures, toLatin)) },
    {
      zip: 'Paises.zip',
      member: 'PAISCSV',
      lines: formatTable(countryEntries.filter(([code]) => !missingCountries.has(code))),
    },
    {
      zip: 'Qualificacoes.zip',
      member: 'QUALSCSV',
      lines: formatTable(
        readEntries(qualifications, toLatin).filter(([code]) => code !== MISSING_QUALIFICATION),
      ),
    },
  ];
}

const NAME_WIDTH = 45;

/**
 * The lines of the Tesouro's TABMUN.CSV: municipalities with invented CNPJs of their own, and for each state one line
 * of "other municipalities" without CNPJ or IBGE code, which stands under the number after the capital's.
 */
export function makeMunicipalityLines(towns: readonly Town[]): readonly string[] {
  const taken = new Set(towns.map(({ siafi }) => siafi));
  const capitals = new Map(
    SAMPLE_STATES.map((state) => [state.code, toPlainCapitals(state.cities[0] ?? '')]),
  );
  const lines: string[] = [];
  for (const town of towns) {
    if (town.siafi === TOWN_WITHOUT_IBGE) continue;
    const root = String(mix(town.ibge, 1) % 100_000_000).padStart(8, '0');
    lines.push(
      formatMunicipality(town.siafi, cnpjOf(root, '0001'), town.name, town.state, String(town.ibge)),
    );
    const next = String(Number(town.siafi) + 1).padStart(4, '0');
    if (capitals.get(town.state) === town.name && !taken.has(next)) {
      lines.push(formatMunicipality(next, ' '.repeat(14), 'DEMAIS MUNICIPIOS', town.state, '0000000'));
    }
  }
  return lines;
}

function formatMunicipality(siafi: string, cnpj: string, name: string, state: string, ibge: string): string {
  return `${siafi};${cnpj};${name.padEnd(NAME_WIDTH)};${state};${ibge}\r\n`;
}
