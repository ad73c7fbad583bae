import { isCnpj, isRoot } from '../domain/cnpj.ts';
import { comexIdOfCountry } from '../domain/country.ts';
import { isDate } from '../domain/date.ts';
import {
  MAX_QUERY_WORDS,
  MAX_WORD_LENGTH,
  MIN_PREFIX_LENGTH,
  type NameQueryProblem,
  parseNameQuery,
} from '../domain/name-query.ts';
import { castSize, isReceitaSize, isSizeId } from '../domain/size.ts';
import { findStateByIbgeId } from '../domain/state.ts';
import type { NameCriterion, SearchCriteria } from '../registry/criteria.ts';
import type { DayRange } from '../registry/days.ts';
import { problemOfCnpj } from './cnpj.ts';
import { findStatusCode, STATUS_LABELS, type WireProfile } from './labels.ts';

/** A value that no establishment has: a code that is well formed and exists nowhere matches nothing. */
const NOWHERE = '-';

/** What filters are read with: the registry's municipalities by IBGE code, and the profile in force. */
export interface SearchLookups {
  readonly profile: WireProfile;
  /** The Receita's codes of a municipality: it may have several, or none. */
  siafiOf(ibgeId: number): readonly string[];
}

/** What a well-formed value comes to: criteria, and the text that says what was applied. */
interface FilterReading {
  readonly criteria: SearchCriteria;
  readonly applied: string;
}

/** Reads a filter's value; a text is what is wrong with it. */
type FilterReader = (text: string, lookups: SearchLookups) => FilterReading | string;

/** A filter of the search: its parameter, and how its value is read. */
export interface SearchFilter {
  readonly name: string;
  readonly read: FilterReader;
}

/** A code of a fixed form, applied as it is. */
function code(form: RegExp, message: string, criteria: (text: string) => SearchCriteria): FilterReader {
  return (text) => (form.test(text) ? { criteria: criteria(text), applied: text } : message);
}

const ACTIVITY = /^\d{7}$/;
const ACTIVITY_FORM = 'deve ser um código CNAE de 7 dígitos, sem pontuação';
const DATE_FORM = 'deve ser uma data que existe, no formato AAAA-MM-DD';

function readStatus(text: string): FilterReading | string {
  const status = findStatusCode(text);
  if (status === undefined) return `deve ser ${Object.values(STATUS_LABELS).join(', ')} ou o código`;
  return { criteria: { status }, applied: STATUS_LABELS[status] ?? status };
}

/** The specification's list, or in the hosted profile the Receita's. */
function readSize(text: string, { profile }: SearchLookups): FilterReading | string {
  const id = text.padStart(2, '0');
  if (profile === 'spec') {
    return isSizeId(id) ? { criteria: { size: id }, applied: id } : 'deve ser 01, 02, 03 ou 05';
  }
  return isReceitaSize(id) ? { criteria: { size: castSize(id) }, applied: id } : 'deve ser 00, 01, 03 ou 05';
}

function readCountry(text: string): FilterReading | string {
  const country = comexIdOfCountry(text);
  if (country === undefined) {
    return 'deve ser um código de país do Banco Central, com o dígito verificador (o do Brasil é 1058)';
  }
  return { criteria: { country }, applied: text.padStart(4, '0') };
}

function readState(text: string): FilterReading | string {
  if (!/^\d{1,2}$/.test(text)) return 'deve ser um código IBGE de estado, de 2 dígitos';
  return { criteria: { state: findStateByIbgeId(Number(text))?.abbreviation ?? NOWHERE }, applied: text };
}

function readCity(text: string, { siafiOf }: SearchLookups): FilterReading | string {
  if (!/^\d{7}$/.test(text)) return 'deve ser um código IBGE de 7 dígitos';
  return { criteria: { cities: siafiOf(Number(text)) }, applied: text };
}

function readCnpj(text: string): FilterReading | string {
  const cnpj = text.toUpperCase();
  return isCnpj(cnpj) ? { criteria: { cnpj }, applied: cnpj } : (problemOfCnpj(cnpj) ?? '');
}

function readRoot(text: string): FilterReading | string {
  const root = text.toUpperCase();
  return isRoot(root) ? { criteria: { root }, applied: root } : 'deve ter 8 letras ou dígitos, sem pontuação';
}

const NAME_PROBLEMS: Readonly<Record<NameQueryProblem, string>> = {
  empty: 'deve ter ao menos uma palavra',
  'only-number': 'números de 11 dígitos não são pesquisados: informe as palavras do nome',
  'too-many-words': `deve ter no máximo ${MAX_QUERY_WORDS} palavras`,
  'word-too-long': `cada palavra deve ter no máximo ${MAX_WORD_LENGTH} caracteres`,
  'prefix-too-short': `o prefixo antes de * deve ter ao menos ${MIN_PREFIX_LENGTH} caracteres`,
  'misplaced-star': 'o * só pode vir no fim de uma palavra',
};

function name(criterion: NameCriterion): FilterReader {
  return (text) => {
    const query = parseNameQuery(text);
    if (query.problem !== undefined) return NAME_PROBLEMS[query.problem];
    // The search tells which words were really looked for; it fills in what was applied.
    return { criteria: { [criterion]: query.words }, applied: '' };
  };
}

/** One end of a range of days; both ends meet in `parseListQuestion`. */
function day(criterion: 'statusDate' | 'startDate', end: keyof DayRange): FilterReader {
  return (text) => (isDate(text) ? { criteria: { [criterion]: { [end]: text } }, applied: text } : DATE_FORM);
}

/** Every filter of the search (spec 4.3), and the two that its answers list as available. */
export const SEARCH_FILTERS: readonly SearchFilter[] = [
  { name: 'cnpj', read: readCnpj },
  { name: 'cnpj_raiz', read: readRoot },
  { name: 'atividade_principal_id', read: code(ACTIVITY, ACTIVITY_FORM, (text) => ({ mainActivity: text })) },
  {
    name: 'atividade_secundaria_id',
    read: code(ACTIVITY, ACTIVITY_FORM, (text) => ({ secondaryActivity: text })),
  },
  { name: 'atividade_id', read: code(ACTIVITY, ACTIVITY_FORM, (text) => ({ anyActivity: text })) },
  {
    name: 'natureza_juridica_id',
    read: code(/^\d{4}$/, 'deve ser um código de natureza jurídica de 4 dígitos, sem hífen', (text) => ({
      legalNature: text,
    })),
  },
  { name: 'razao_social', read: name('companyName') },
  { name: 'nome_fantasia', read: name('tradeName') },
  { name: 'socio_nome', read: name('partnerName') },
  { name: 'pais_id', read: readCountry },
  { name: 'estado_id', read: readState },
  { name: 'cidade_id', read: readCity },
  {
    name: 'cep',
    read: code(/^\d{8}$/, 'deve ser um CEP de 8 dígitos, sem hífen', (text) => ({ cep: text })),
  },
  { name: 'situacao_cadastral', read: readStatus },
  { name: 'data_situacao_cadastral_de', read: day('statusDate', 'from') },
  { name: 'data_situacao_cadastral_ate', read: day('statusDate', 'until') },
  { name: 'porte_id', read: readSize },
  { name: 'data_inicio_atividade_de', read: day('startDate', 'from') },
  { name: 'data_inicio_atividade_ate', read: day('startDate', 'until') },
];

/** The filters that the answers of the search list (spec 4.3). */
export const SEARCH_AVAILABLE = [
  'cnpj',
  'cnpj_raiz',
  'natureza_juridica_id',
  'porte_id',
  'razao_social',
  'nome_fantasia',
  'pais_id',
  'estado_id',
  'cidade_id',
  'cep',
  'atividade_principal_id',
] as const;

/** The filters of the root listing (spec 4.2). */
export const BRANCH_FILTERS = ['nome_fantasia', 'pais_id', 'estado_id', 'cidade_id'] as const;
