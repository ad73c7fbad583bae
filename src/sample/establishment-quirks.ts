import { checkDigits } from '../domain/cnpj.ts';
import { pickForeignCity } from './addresses.ts';
import { insertAfterFirstWord, type Quirk, toMojibake, toReplacements } from './quirk.ts';
import type { EstablishmentRow } from './rows.ts';
import { ABROAD, TOWN_WITHOUT_IBGE } from './towns.ts';

/** Countries that rows name and the table of countries lacks. */
export const COUNTRIES_NOT_IN_TABLE = [
  '015',
  '042',
  '099',
  '102',
  '150',
  '151',
  '200',
  '243',
  '292',
  '321',
  '343',
  '359',
  '393',
  '396',
  '449',
  '452',
  '489',
  '490',
  '498',
  '578',
  '693',
  '698',
  '699',
  '737',
  '755',
  '760',
  '781',
  '873',
] as const;

/** Codes of countries that lost their leading zeros; the first stands in no table. */
export const UNPADDED_COUNTRIES = ['8', '23', '63', '87'] as const;

const ABROAD_COUNTRIES = ['249', '607', '023', '063', '628', '386'] as const;

/** The oddities of Estabelecimentos, the most frequent first. */
export const ESTABLISHMENT_QUIRKS = [
  {
    name: 'semicolon',
    every: 25,
    change: (_, { random }) => ({
      complement: `APT ${random.between(1, 1400)};BLOCO ${random.between(1, 30)}`,
    }),
  },
  {
    name: 'doubleBlank',
    every: 15,
    change: (_, { random }) => ({ complement: `SALA   ${random.between(1, 900)}` }),
  },
  {
    name: 'leadingBlank',
    every: 90,
    change: (_, { random }) => ({ complement: `      APTO ${random.between(1, 900)}` }),
  },
  {
    name: 'trailingBlank',
    every: 130,
    change: (row) => ({ street: `${row.street}  ` }),
  },
  {
    name: 'accentedLetters',
    every: 300,
    change: () => ({ district: 'JARDIM SÃO JOSÉ', tradeName: 'AÇAÍ DA PRAÇA' }),
  },
  { name: 'zeroDate', every: 450, change: () => ({ statusDay: '0' }) },
  { name: 'zerosDate', every: 1_000, change: () => ({ statusDay: '00000000' }) },
  {
    name: 'ancientDate',
    every: 20_000,
    change: (row) => ({ startDay: `0202${row.startDay.slice(4)}` }),
  },
  { name: 'futureDate', every: 40_000, change: (row) => ({ startDay: `4100${row.startDay.slice(4)}` }) },
  {
    name: 'impossibleDate',
    every: 20_000,
    change: (row) => ({ statusDay: `${row.statusDay.slice(0, 4)}0231` }),
  },
  {
    name: 'postalCodeOfSevenDigits',
    every: 800,
    fits: (row) => row.postalCode.startsWith('0'),
    change: (row) => ({ postalCode: row.postalCode.slice(1) }),
  },
  { name: 'postalCodeOfOneZero', every: 5_000, change: () => ({ postalCode: '0       ' }) },
  { name: 'emptyPostalCode', every: 1_100, change: () => ({ postalCode: '' }) },
  {
    name: 'abroad',
    every: 1_600,
    change: (_, { random }) => ({
      state: 'EX',
      municipality: ABROAD,
      postalCode: '',
      cityAbroad: pickForeignCity(random),
      country: random.pick(ABROAD_COUNTRIES),
    }),
  },
  {
    name: 'unknownCountry',
    every: 5_000,
    change: (_, { random }) => ({ country: random.pick(COUNTRIES_NOT_IN_TABLE) }),
  },
  {
    name: 'unpaddedCountry',
    every: 9_000,
    change: (_, { random }) => ({ country: random.pick(UNPADDED_COUNTRIES) }),
  },
  {
    name: 'motiveNotInTable',
    every: 3_800,
    fits: (row) => row.status === '08',
    change: () => ({ motive: '32' }),
  },
  { name: 'unknownStatus', every: 40_000, change: () => ({ status: '09' }) },
  { name: 'unknownKind', every: 40_000, change: () => ({ kind: '3' }) },
  {
    name: 'municipalityWithoutIbge',
    every: 12_000,
    change: () => ({ state: 'MT', municipality: TOWN_WITHOUT_IBGE }),
  },
  { name: 'emptyActivity', every: 9_000, change: () => ({ activity: '' }) },
  { name: 'activityNotInformed', every: 1_900, change: () => ({ activity: '8888888' }) },
  {
    name: 'trailingComma',
    every: 2_500,
    fits: (row) => row.secondaryActivities !== '',
    change: (row) => ({ secondaryActivities: `${row.secondaryActivities},` }),
  },
  { name: 'quotes', every: 2_000, change: () => ({ tradeName: 'BAR "PONTO CERTO" E PETISCOS' }) },
  { name: 'newline', every: 9_000, change: () => ({ complement: 'SALA 3\nANDAR 2' }) },
  {
    name: 'nul',
    every: 15_000,
    change: (row) => ({ district: insertAfterFirstWord(row.district, '\0') }),
  },
  { name: 'mojibake', every: 4_000, change: () => ({ district: toMojibake('CONCEIÇÃO') }) },
  { name: 'replacements', every: 7_000, change: () => ({ street: toReplacements('SÃO JOÃO') }) },
  { name: 'repeatedRow', every: 15_000, add: (row) => row },
  { name: 'shortRow', every: 40_000, add: (row) => row, columns: 21 },
  {
    name: 'missingCompany',
    every: 4_000,
    // More than one such row in a thousand is for an importer a sign of a lost file, so small samples have none.
    fromRows: 2_000,
    add: (row, { missingRoot }) => {
      const root = missingRoot();
      return { ...row, root, order: '0001', checkDigits: checkDigits(`${root}0001`), kind: '1' };
    },
  },
] as const satisfies readonly Quirk<EstablishmentRow>[];
