import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { SampleCounts } from '../../src/sample/counts.ts';
import { generateSample } from '../../src/sample/generate.ts';
import { type Quirk, QuirkSchedule } from '../../src/sample/quirk.ts';
import {
  COMPANY_COLUMNS,
  type CompanyRow,
  ESTABLISHMENT_COLUMNS,
  type EstablishmentRow,
  PARTNER_COLUMNS,
  type PartnerRow,
  SIMPLES_COLUMNS,
  type SimplesRow,
} from '../../src/sample/rows.ts';
import { linesOf, type Member, nameFields, readFolder, rowsOf } from './published-files.ts';

type Check<Name, Row> = readonly [quirk: Name, isSo: (row: Row) => boolean];

const hasIn =
  (part: string) =>
  (row: object): boolean =>
    Object.values(row).some((field) => String(field).includes(part));

/** What each quirk of Estabelecimentos looks like in a row, where nothing else can. */
const ESTABLISHMENT_CHECKS: readonly Check<
  keyof SampleCounts['quirks']['establishments'],
  EstablishmentRow
>[] = [
  ['semicolon', hasIn(';')],
  ['nul', hasIn('\0')],
  ['newline', hasIn('\n')],
  ['quotes', hasIn('"')],
  ['doubleBlank', (row) => /\S {3}\S/.test(row.complement)],
  ['leadingBlank', (row) => row.complement.startsWith(' ')],
  ['trailingBlank', (row) => row.street.endsWith(' ')],
  ['accentedLetters', hasIn('JARDIM SÃO JOSÉ')],
  ['mojibake', hasIn('CONCEIÃ\u0087Ã\u0083O')],
  ['replacements', hasIn('ï¿½')],
  ['zeroDate', (row) => row.statusDay === '0'],
  ['zerosDate', (row) => row.statusDay === '00000000'],
  ['ancientDate', (row) => row.startDay.startsWith('0202')],
  ['futureDate', (row) => row.startDay.startsWith('4100')],
  ['impossibleDate', (row) => row.statusDay.endsWith('0231')],
  ['postalCodeOfSevenDigits', (row) => /^\d{7}$/.test(row.postalCode)],
  ['postalCodeOfOneZero', (row) => row.postalCode === '0       '],
  ['emptyPostalCode', (row) => row.postalCode === '' && row.state !== 'EX'],
  ['abroad', (row) => row.state === 'EX' && row.municipality === '9707' && row.postalCode === ''],
  ['unpaddedCountry', (row) => /^\d{1,2}$/.test(row.country)],
  ['motiveNotInTable', (row) => row.motive === '32'],
  ['unknownStatus', (row) => !['01', '02', '03', '04', '08'].includes(row.status)],
  ['unknownKind', (row) => !['1', '2'].includes(row.kind)],
  ['municipalityWithoutIbge', (row) => row.municipality === '1182'],
  ['emptyActivity', (row) => row.activity === ''],
  ['activityNotInformed', (row) => row.activity === '8888888'],
  ['trailingComma', (row) => row.secondaryActivities.endsWith(',')],
];

const COMPANY_CHECKS: readonly Check<keyof SampleCounts['quirks']['companies'], CompanyRow>[] = [
  ['doubleBlank', (row) => /\S {2}\S/.test(row.name)],
  ['leadingBlank', (row) => row.name.startsWith(' ')],
  ['trailingBlank', (row) => row.name.endsWith(' ')],
  ['blankSize', (row) => row.size === ''],
  ['unknownSize', (row) => row.size === '07'],
  ['hugeCapital', (row) => row.capital === '999999999999,00'],
  ['negativeCapital', (row) => row.capital.startsWith('-')],
  ['capitalWithDots', (row) => row.capital.includes('.')],
  ['qualificationNotInTable', (row) => row.qualification === '36'],
  ['quotes', hasIn('"')],
  ['semicolon', hasIn(';')],
  ['newline', hasIn('\n')],
  ['nul', hasIn('\0')],
  ['mojibake', hasIn('CONSTRUÃ\u0087Ã\u0095ES')],
  ['replacements', hasIn('IRMï¿½OS')],
  ['accentedLetters', hasIn('PÃO & CAFÉ')],
];

const PARTNER_CHECKS: readonly Check<keyof SampleCounts['quirks']['partners'], PartnerRow>[] = [
  ['foreignerWithoutDocument', (row) => row.kind === '3' && row.document === ''],
  ['companyByRootOnly', (row) => row.kind === '1' && row.document.length === 8],
  ['unknownKind', (row) => row.kind === '4'],
  ['qualificationNotInTable', (row) => row.qualification === '36'],
  ['unpaddedCountry', (row) => /^\d{1,2}$/.test(row.country)],
  ['zerosDate', (row) => row.since === '00000000'],
  ['impossibleDate', (row) => row.since === '20231131'],
  ['quotes', hasIn('"')],
  ['semicolon', hasIn(';')],
  ['nul', hasIn('\0')],
  ['mojibake', hasIn('Ã\u0082NGELA')],
];

const SIMPLES_CHECKS: readonly Check<keyof SampleCounts['quirks']['simples'], SimplesRow>[] = [
  ['zeroDate', (row) => row.meiUntil === '0'],
  ['impossibleDate', (row) => row.simplesSince === '20220229'],
];

let folder: string;
let counts: SampleCounts;
let members: Member[];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sample-quirks-'));
  counts = await generateSample({ companies: 2_000, folder, seed: 3 });
  members = await readFolder(folder);
});

afterAll(async () => {
  await rm(folder, { recursive: true, force: true });
});

/** The whole rows of a kind: each quirk's own row, and what another row repeats of it, counts once. */
function wholeRows<Column extends string>(
  mark: string,
  columns: readonly Column[],
): Record<Column, string>[] {
  const rows = rowsOf(members, mark).filter((row) => row.length === columns.length);
  return rows.map((row) => nameFields(row, columns));
}

function countChecked<Name extends string, Row>(
  checks: readonly Check<Name, Row>[],
  rows: readonly Row[],
): Record<string, number> {
  return Object.fromEntries(checks.map(([name, isSo]) => [name, rows.filter(isSo).length]));
}

function pickTally<Name extends string, Row>(
  checks: readonly Check<Name, Row>[],
  tally: Readonly<Record<Name, number>>,
): Record<string, number> {
  return Object.fromEntries(checks.map(([name]) => [name, tally[name]]));
}

/** Rows that stand more than once in a file, beyond their first time. */
function countRepeats(mark: string): number {
  const rows = rowsOf(members, mark).map((row) => JSON.stringify(row));
  return rows.length - new Set(rows).size;
}

describe('a sample of 2,000 companies', () => {
  test('has every quirk at least once', () => {
    const absent = Object.entries(counts.quirks).flatMap(([kind, tally]) =>
      Object.entries(tally)
        .filter(([, count]) => count === 0)
        .map(([name]) => `${kind}.${name}`),
    );
    expect(absent).toEqual([]);
  });

  test('has in Estabelecimentos the oddities it counts', () => {
    const rows = wholeRows('ESTABELE', ESTABLISHMENT_COLUMNS);
    const tally = counts.quirks.establishments;
    expect(countChecked(ESTABLISHMENT_CHECKS, rows)).toEqual(pickTally(ESTABLISHMENT_CHECKS, tally));
  });

  test('has in Empresas the oddities it counts', () => {
    const rows = wholeRows('EMPRECSV', COMPANY_COLUMNS);
    expect(countChecked(COMPANY_CHECKS, rows)).toEqual(pickTally(COMPANY_CHECKS, counts.quirks.companies));
    const floats = rows.filter(({ capital }) => {
      const number = Number(capital.replace(',', '.'));
      return (
        Number.isFinite(number) && number > 16_777_216 && Math.fround(number).toFixed(2) !== number.toFixed(2)
      );
    });
    expect(floats.length).toBeGreaterThanOrEqual(counts.quirks.companies.capitalBeyondFloat32);
  });

  test('has in Socios and in Simples the oddities they count', () => {
    const partners = wholeRows('SOCIOCSV', PARTNER_COLUMNS);
    expect(countChecked(PARTNER_CHECKS, partners)).toEqual(pickTally(PARTNER_CHECKS, counts.quirks.partners));
    const documents = partners.filter((row) => row.kind === '2').map((row) => `${row.root} ${row.document}`);
    const { sameDocument, repeatedRow } = counts.quirks.partners;
    expect(documents.length - new Set(documents).size).toBeWithin(
      sameDocument,
      sameDocument + repeatedRow + 1,
    );
    const simples = wholeRows('SIMPLES', SIMPLES_COLUMNS);
    expect(countChecked(SIMPLES_CHECKS, simples)).toEqual(pickTally(SIMPLES_CHECKS, counts.quirks.simples));
  });

  test.each([
    ['EMPRECSV', 'companies', COMPANY_COLUMNS.length],
    ['ESTABELE', 'establishments', ESTABLISHMENT_COLUMNS.length],
    ['SOCIOCSV', 'partners', PARTNER_COLUMNS.length],
    ['SIMPLES', 'simples', SIMPLES_COLUMNS.length],
  ] as const)('has in %s the repeated and the short rows it counts', (mark, kind, columns) => {
    const tally = counts.quirks[kind];
    expect(countRepeats(mark)).toBe(tally.repeatedRow);
    expect(rowsOf(members, mark).filter((row) => row.length < columns)).toHaveLength(tally.shortRow);
  });

  test('has the regimes of partnerships and the repeated ones it counts', () => {
    const rows = linesOf(members, /^(?:lucro|imunes)/i).map((line) => line.split(','));
    const own = rows
      .filter(([, , scp]) => scp === '0')
      .map(([year, cnpj, , form]) => `${year} ${cnpj} ${form}`);
    expect(rows.length - own.length).toBe(counts.quirks.regimes.ofPartnerships);
    expect(own.length - new Set(own).size).toBe(counts.quirks.regimes.repeated);
  });

  test('ends some files in a blank line', () => {
    const blank = members.filter(({ bytes }) => bytes.toString('latin1').endsWith('\n\n'));
    expect(blank).toHaveLength(counts.blankLines);
    expect(counts.blankLines).toBeGreaterThan(0);
  });
});

describe('the schedule of quirks', () => {
  interface Cell {
    readonly text: string;
  }
  const often: Quirk<Cell> = { name: 'often', every: 3 };
  const picky: Quirk<Cell> = { name: 'picky', every: 10, fits: ({ text }) => text === 'x' };
  const rare: Quirk<Cell> = { name: 'rare', every: 100, fromRows: 50 };

  const run = (quirks: readonly Quirk<Cell>[], expectedRows: number, texts: readonly string[]): string[] => {
    const schedule = new QuirkSchedule(quirks, expectedRows);
    return texts.map((text, index) => schedule.take(index + 1, { text })?.name ?? '-');
  };

  test('gives a row one quirk at most, and each quirk its period', () => {
    expect(run([often], 9, Array.from('aaaaaaaaa'))).toEqual(
      Array.from('o--o--o--').map((mark) => (mark === 'o' ? 'often' : '-')),
    );
  });

  test('waits for a row that fits', () => {
    expect(run([picky], 9, Array.from('aaaxax'))).toEqual(['-', '-', '-', 'picky', '-', '-']);
  });

  test('leaves out of small files what only large ones have', () => {
    expect(run([rare], 49, Array.from('aaa'))).toEqual(['-', '-', '-']);
    expect(run([rare], 50, Array.from('aaa'))).toEqual(['rare', '-', '-']);
  });
});
