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
import { castSize, isReceitaSize } from '../domain/size.ts';
import { findStateByIbgeId } from '../domain/state.ts';
import type { NameCriterion, SearchCriteria } from '../registry/criteria.ts';
import type { CityEntry } from '../registry/database.ts';
import type { DayRange } from '../registry/days.ts';
import type { SearchProblem } from '../registry/search.ts';
import { problemOfCnpj } from './cnpj.ts';
import { Refusal } from './error.ts';
import { findStatusCode, STATUS_LABELS, type WireProfile } from './labels.ts';
import { PAGE_NAMES, readLimit, readPage, refuseProblems } from './list.ts';
import { readQuery } from './query.ts';

/** A value that no establishment has: a code that is well formed and exists nowhere matches nothing. */
const NOWHERE = '-';

/** What filters are read with: the registry's municipalities by IBGE code, and the profile in force. */
export interface SearchLookups {
  readonly profile: WireProfile;
  /** The Receita's code of a municipality. */
  siafiOf(ibgeId: number): string | undefined;
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
  if (!/^\d{1,2}$/.test(text)) return 'deve ser um código de porte de 2 dígitos';
  const id = text.padStart(2, '0');
  if (profile === 'spec') return { criteria: { size: id }, applied: id };
  return { criteria: { size: isReceitaSize(id) ? castSize(id) : NOWHERE }, applied: id };
}

function readCountry(text: string): FilterReading | string {
  if (!/^\d{1,4}$/.test(text)) return 'deve ser um código de país do Banco Central, de até 4 dígitos';
  return { criteria: { country: comexIdOfCountry(text) ?? NOWHERE }, applied: text.padStart(4, '0') };
}

function readState(text: string): FilterReading | string {
  if (!/^\d{1,2}$/.test(text)) return 'deve ser um código IBGE de estado, de 2 dígitos';
  return { criteria: { state: findStateByIbgeId(Number(text))?.abbreviation ?? NOWHERE }, applied: text };
}

function readCity(text: string, { siafiOf }: SearchLookups): FilterReading | string {
  if (!/^\d{7}$/.test(text)) return 'deve ser um código IBGE de 7 dígitos';
  return { criteria: { city: siafiOf(Number(text)) ?? NOWHERE }, applied: text };
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
  'number-not-indexed': 'números de 11 dígitos não são pesquisados: informe só as palavras do nome',
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

/** One end of a range of days; both ends meet in `readFilters`. */
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

/** The names' parameters, to say what was applied and what cannot be. */
const NAME_PARAMETERS: Readonly<Record<NameCriterion, string>> = {
  companyName: 'razao_social',
  tradeName: 'nome_fantasia',
  partnerName: 'socio_nome',
};

const RANGES = [
  ['statusDate', 'data_situacao_cadastral'],
  ['startDate', 'data_inicio_atividade'],
] as const;

/** A request for a list, read: what to search, which page of it, and what was applied. */
export interface ListQuestion {
  readonly criteria: SearchCriteria;
  readonly page: number;
  readonly limit: number;
  readonly applied: Readonly<Record<string, string>>;
}

/**
 * Reads the parameters of a list: those of `filters`, the page under either name, and the page size where it may be
 * chosen. Throws a 400 that names each bad field and its form.
 */
export function parseListQuestion(
  url: string,
  filters: readonly SearchFilter[],
  sizeable: boolean,
  lookups: SearchLookups,
): ListQuestion {
  const names = filters.map((filter) => filter.name);
  const query = readQuery(url, [...names, ...PAGE_NAMES, ...(sizeable ? ['limite'] : [])]);
  const problems: string[] = [];
  const criteria: { -readonly [Key in keyof SearchCriteria]: SearchCriteria[Key] } = {};
  const applied: Record<string, string> = {};
  for (const filter of filters) {
    const text = query.get(filter.name);
    if (text === undefined) continue;
    const reading = filter.read(text, lookups);
    if (typeof reading === 'string') {
      problems.push(`${filter.name}: ${reading}`);
      continue;
    }
    const { statusDate, startDate } = criteria;
    Object.assign(criteria, reading.criteria);
    // Each end of a range is a filter of its own.
    if (reading.criteria.statusDate) criteria.statusDate = { ...statusDate, ...reading.criteria.statusDate };
    if (reading.criteria.startDate) criteria.startDate = { ...startDate, ...reading.criteria.startDate };
    applied[filter.name] = reading.applied;
  }
  for (const [criterion, parameter] of RANGES) {
    const { from, until } = criteria[criterion] ?? {};
    if (from !== undefined && until !== undefined && from > until) {
      problems.push(`${parameter}_de: deve ser anterior ou igual a ${parameter}_ate`);
    }
  }
  const page = readPage(query, problems);
  const limit = readLimit(query, problems);
  refuseProblems(problems);
  return { criteria, page, limit, applied };
}

/** What was applied, with the words of names that were really searched. */
export function completeApplied(
  applied: Readonly<Record<string, string>>,
  names: Readonly<Partial<Record<NameCriterion, string>>>,
): Record<string, string> {
  const searched = Object.entries(NAME_PARAMETERS).flatMap(([criterion, parameter]): [string, string][] => {
    // The table's keys are the criteria of names.
    const words = names[criterion as NameCriterion];
    return words === undefined ? [] : [[parameter, words]];
  });
  return { ...applied, ...Object.fromEntries(searched) };
}

/** The refusal of a search that cannot be answered exactly, or not yet. */
export function searchRefused(problem: SearchProblem): Refusal {
  const parameter = NAME_PARAMETERS[problem.name];
  if (problem.problem === 'prefix-too-broad') {
    const message = `o prefixo ${problem.word}* alcança palavras demais; acrescente letras`;
    return new Refusal(400, 'A consulta tem parâmetros inválidos.', [`${parameter}: ${message}`]);
  }
  return new Refusal(
    503,
    'O vocabulário da pesquisa ainda está sendo carregado. Tente novamente em instantes.',
    [],
    {
      'retry-after': '2',
    },
  );
}

/** The Receita's codes of the registry's municipalities by their IBGE codes. */
export function siafiByIbgeId(cities: ReadonlyMap<string, CityEntry>): ReadonlyMap<number, string> {
  return new Map(
    [...cities.values()].flatMap((city) => (city.ibgeId === null ? [] : [[city.ibgeId, city.siafi]])),
  );
}

/** The 404 for a root that the registry has no establishment of. */
export function rootNotFound(root: string): Refusal {
  return new Refusal(404, `A raiz de CNPJ ${root} não foi encontrada.`);
}
