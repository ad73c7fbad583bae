import { COUNTRIES_NOT_IN_TABLE, UNPADDED_COUNTRIES } from './establishment-quirks.ts';
import { insertAfterFirstWord, type Quirk, toMojibake } from './quirk.ts';
import type { PartnerRow, SimplesRow } from './rows.ts';
import { pickPersonName } from './words.ts';

const isPerson = (row: PartnerRow): boolean => row.kind === '2';

/** The oddities of Socios, the most frequent first. */
export const PARTNER_QUIRKS = [
  { name: 'doubleBlank', every: 200, change: (row) => ({ name: insertAfterFirstWord(row.name, '  ') }) },
  { name: 'trailingBlank', every: 700, change: (row) => ({ name: `${row.name} ` }) },
  {
    name: 'foreignerWithoutDocument',
    every: 600,
    fits: isPerson,
    change: () => ({ kind: '3', document: '', qualification: '38', country: '249' }),
  },
  {
    name: 'companyByRootOnly',
    every: 400,
    fits: (row) => row.kind === '1',
    change: (row) => ({ document: row.document.slice(0, 8) }),
  },
  {
    name: 'sameDocument',
    every: 800,
    fits: isPerson,
    add: (row, { random }) => ({ ...row, name: pickPersonName(random) }),
  },
  { name: 'unknownKind', every: 20_000, change: () => ({ kind: '4' }) },
  { name: 'qualificationNotInTable', every: 6_000, change: () => ({ qualification: '36' }) },
  {
    name: 'unknownCountry',
    every: 8_000,
    change: (_, { random }) => ({ country: random.pick(COUNTRIES_NOT_IN_TABLE) }),
  },
  {
    name: 'unpaddedCountry',
    every: 9_000,
    change: (_, { random }) => ({ country: random.pick(UNPADDED_COUNTRIES) }),
  },
  { name: 'zerosDate', every: 5_000, change: () => ({ since: '00000000' }) },
  { name: 'impossibleDate', every: 20_000, change: () => ({ since: '20231131' }) },
  { name: 'quotes', every: 9_000, change: (row) => ({ name: `${row.name} "JUCA"` }) },
  { name: 'semicolon', every: 9_000, change: (row) => ({ name: insertAfterFirstWord(row.name, '; ') }) },
  { name: 'nul', every: 20_000, change: (row) => ({ name: insertAfterFirstWord(row.name, '\0 ') }) },
  { name: 'mojibake', every: 8_000, change: (row) => ({ name: toMojibake(`ÂNGELA ${row.name}`) }) },
  { name: 'repeatedRow', every: 12_000, add: (row) => row },
  { name: 'shortRow', every: 30_000, add: (row) => row, columns: 6 },
  { name: 'missingCompany', every: 3_000, add: (row, { missingRoot }) => ({ ...row, root: missingRoot() }) },
] as const satisfies readonly Quirk<PartnerRow>[];

/** The oddities of Simples. */
export const SIMPLES_QUIRKS = [
  { name: 'zeroDate', every: 4_000, change: () => ({ meiUntil: '0' }) },
  { name: 'impossibleDate', every: 20_000, change: () => ({ simplesSince: '20220229' }) },
  { name: 'repeatedRow', every: 12_000, add: (row) => row },
  { name: 'shortRow', every: 30_000, add: (row) => row, columns: 3 },
  { name: 'missingCompany', every: 3_000, add: (row, { missingRoot }) => ({ ...row, root: missingRoot() }) },
] as const satisfies readonly Quirk<SimplesRow>[];
