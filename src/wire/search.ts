import type { NameCriterion, SearchCriteria } from '../registry/criteria.ts';
import type { CityEntry } from '../registry/database.ts';
import type { SearchProblem } from '../registry/search.ts';
import { Refusal } from './error.ts';
import {
  BRANCH_FILTERS,
  SEARCH_AVAILABLE,
  SEARCH_FILTERS,
  type SearchFilter,
  type SearchLookups,
} from './filters.ts';
import { PAGE_NAMES, PAGE_SIZE, readLimit, readPage, refuseProblems } from './list.ts';
import { readQuery } from './query.ts';

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

/** What may be asked of a list: its filters, all its parameters, and as JSON the filters that its answers name. */
export interface ListForm {
  readonly filters: readonly SearchFilter[];
  readonly parameters: readonly string[];
  readonly available: string;
}

function listForm(
  filters: readonly SearchFilter[],
  available: readonly string[],
  further: readonly string[],
): ListForm {
  const names = filters.map((filter) => filter.name);
  return { filters, available: JSON.stringify(available), parameters: [...names, ...PAGE_NAMES, ...further] };
}

/** The form of the search, whose page size may be chosen. */
export const SEARCH_FORM = listForm(SEARCH_FILTERS, SEARCH_AVAILABLE, ['limite']);

/** The form of the root listing. */
export const BRANCH_FORM = listForm(
  SEARCH_FILTERS.filter(({ name }) => BRANCH_FILTERS.some((known) => known === name)),
  BRANCH_FILTERS,
  [],
);

/**
 * Reads the parameters of a list: its filters, the page under either name, and the page size where it may be chosen.
 * Throws a 400 that names each bad field and its form.
 */
export function parseListQuestion(
  url: string,
  { filters, parameters }: ListForm,
  lookups: SearchLookups,
): ListQuestion {
  const query = readQuery(url, parameters);
  if (query.size === 0) return { criteria: {}, page: 1, limit: PAGE_SIZE.default, applied: {} };
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
export function siafiByIbgeId(
  cities: ReadonlyMap<string, CityEntry>,
): ReadonlyMap<number | null, readonly string[]> {
  const grouped = Map.groupBy(cities.values(), ({ ibgeId }) => ibgeId);
  return new Map([...grouped].map(([ibgeId, group]) => [ibgeId, group.map(({ siafi }) => siafi)]));
}

/** The 404 for a root that the registry has no establishment of. */
export function rootNotFound(root: string): Refusal {
  return new Refusal(404, `A raiz de CNPJ ${root} não foi encontrada.`);
}
