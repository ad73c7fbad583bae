import { insertAfterFirstWord, type Quirk, toMojibake, toReplacements } from './quirk.ts';
import type { CompanyRow } from './rows.ts';

/** The oddities of Empresas, the most frequent first. */
export const COMPANY_QUIRKS = [
  { name: 'doubleBlank', every: 150, change: (row) => ({ name: insertAfterFirstWord(row.name, '  ') }) },
  { name: 'leadingBlank', every: 900, change: (row) => ({ name: ` ${row.name}` }) },
  { name: 'trailingBlank', every: 400, change: (row) => ({ name: `${row.name} ` }) },
  { name: 'accentedLetters', every: 500, change: (row) => ({ name: `PÃO & CAFÉ ${row.name}` }) },
  { name: 'blankSize', every: 700, change: () => ({ size: '' }) },
  { name: 'unknownSize', every: 20_000, change: () => ({ size: '07' }) },
  { name: 'hugeCapital', every: 15_000, change: () => ({ capital: '999999999999,00' }) },
  {
    name: 'capitalBeyondFloat32',
    every: 1_500,
    change: (_, { random }) => ({
      capital: `${random.between(16_777_217, 9_999_999_999)},${random.between(10, 99)}`,
    }),
  },
  { name: 'negativeCapital', every: 40_000, change: () => ({ capital: '-1000,00' }) },
  { name: 'capitalWithDots', every: 30_000, change: () => ({ capital: '1.234.567,89' }) },
  { name: 'qualificationNotInTable', every: 9_000, change: () => ({ qualification: '36' }) },
  {
    name: 'quotes',
    every: 3_000,
    change: (row) => ({ name: insertAfterFirstWord(row.name, ' "DA ESQUINA" ') }),
  },
  { name: 'semicolon', every: 4_000, change: (row) => ({ name: insertAfterFirstWord(row.name, '; ') }) },
  { name: 'newline', every: 30_000, change: (row) => ({ name: insertAfterFirstWord(row.name, '\n') }) },
  { name: 'nul', every: 20_000, change: (row) => ({ name: insertAfterFirstWord(row.name, '\0 ') }) },
  { name: 'mojibake', every: 6_000, change: (row) => ({ name: toMojibake(`CONSTRUÇÕES ${row.name}`) }) },
  {
    name: 'replacements',
    every: 9_000,
    change: (row) => ({ name: toReplacements(`IRMÃOS ${row.name}`) }),
  },
  { name: 'repeatedRow', every: 15_000, add: (row) => row },
  { name: 'shortRow', every: 40_000, add: (row) => row, columns: 5 },
] as const satisfies readonly Quirk<CompanyRow>[];
