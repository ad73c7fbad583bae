import * as v from 'valibot';
import { Refusal } from './error.ts';
import { Cnpj } from './shared.ts';

/** The answer of the root listing and of the search (spec 2.7). */
export const List = v.strictObject({
  data: v.array(Cnpj),
  paginacao: v.strictObject({
    limite: v.pipe(v.number(), v.integer()),
    pagina: v.pipe(v.number(), v.integer()),
    paginas: v.pipe(v.number(), v.integer()),
    total: v.pipe(v.number(), v.integer()),
  }),
  ordenacao: v.array(v.never()),
  filtros_disponiveis: v.array(v.string()),
  filtros_aplicados: v.record(v.string(), v.string()),
});

/** How many CNPJs a page has unless asked otherwise, and at the most. */
export const PAGE_SIZE = { default: 20, max: 100 } as const;

/** The names under which clients send the page: the specification's one, and the one that many really use. */
export const PAGE_NAMES = ['pagina', 'page'] as const;

const MAX_PAGE = 100_000_000;
const PAGE_FORM = `deve ser um número inteiro de 1 a ${MAX_PAGE}`;
const LIMIT_FORM = `deve ser um número inteiro de 1 a ${PAGE_SIZE.max}`;

function wholeNumber(text: string, max: number): number | undefined {
  if (!/^\d{1,9}$/.test(text)) return undefined;
  const number = Number(text);
  return number >= 1 && number <= max ? number : undefined;
}

/** The page asked for, 1 by default, adding to `problems` what is wrong with it. */
export function readPage(query: ReadonlyMap<string, string>, problems: string[]): number {
  const given = PAGE_NAMES.flatMap((name) => {
    const text = query.get(name);
    return text === undefined ? [] : [{ name, number: wholeNumber(text, MAX_PAGE) }];
  });
  for (const { name, number } of given) if (number === undefined) problems.push(`${name}: ${PAGE_FORM}`);
  const [first, second] = given;
  if (first && second && first.number !== second.number)
    problems.push('page: difere de pagina; informe uma só');
  return first?.number ?? 1;
}

/** The page size asked for, adding to `problems` what is wrong with it. */
export function readLimit(query: ReadonlyMap<string, string>, problems: string[]): number {
  const text = query.get('limite');
  if (text === undefined) return PAGE_SIZE.default;
  const number = wholeNumber(text, PAGE_SIZE.max);
  if (number === undefined) problems.push(`limite: ${LIMIT_FORM}`);
  return number ?? PAGE_SIZE.default;
}

/** Throws the 400 for parameters with problems, if there are any. */
export function refuseProblems(problems: readonly string[]): void {
  if (problems.length > 0) throw new Refusal(400, 'A consulta tem parâmetros inválidos.', problems);
}

/** What a list answer is made of. */
export interface ListPage {
  readonly cnpjs: readonly string[];
  readonly total: number;
  readonly page: number;
  readonly limit: number;
  /** The filters that there are, as JSON. */
  readonly available: string;
  readonly applied: Readonly<Record<string, string>>;
}

/** A list answer as JSON: its form is that of `List`. CNPJs need no escape. */
export function presentList({ cnpjs, total, page, limit, available, applied }: ListPage): string {
  const data = cnpjs.length === 0 ? '' : `"${cnpjs.join('","')}"`;
  const pages = Math.ceil(total / limit);
  const paging = `{"limite":${limit},"pagina":${page},"paginas":${pages},"total":${total}}`;
  const filters = `"filtros_disponiveis":${available},"filtros_aplicados":${JSON.stringify(applied)}`;
  return `{"data":[${data}],"paginacao":${paging},"ordenacao":[],${filters}}`;
}
