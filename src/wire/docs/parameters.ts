import type { WireProfile } from '../labels.ts';
import { PAGE_SIZE } from '../list.ts';
import { EXAMPLE_CNPJ } from './example-company.ts';
import { type DocsText, textIn } from './note.ts';
import { FILTER_NOTES, type FilterName, type FilterNote } from './search-filters.ts';

/** A parameter as the documentation shows it; `schema` is a JSON Schema. */
export interface ParameterNote {
  readonly name: string;
  readonly in: 'path' | 'query' | 'header';
  readonly about: DocsText;
  readonly schema: Readonly<Record<string, unknown>>;
  /** Examples by what they show. */
  readonly examples: Readonly<Record<string, string | number>>;
}

const CNPJ_ABOUT =
  'O CNPJ, com 14 caracteres e sem pontuação. As 12 primeiras posições podem ter letras, em maiúsculas ou minúsculas; as duas últimas são os dígitos verificadores, que são conferidos.';

const PLAIN_PARAMETERS = {
  cnpj: {
    name: 'cnpj',
    in: 'path',
    about: CNPJ_ABOUT,
    schema: { type: 'string', pattern: '^[0-9A-Za-z]{12}[0-9]{2}$' },
    examples: { 'CNPJ só de dígitos': EXAMPLE_CNPJ.numeric, 'CNPJ com letras': EXAMPLE_CNPJ.alphanumeric },
  },
  cnpj_raiz: {
    name: 'cnpj_raiz',
    in: 'path',
    about: 'A raiz do CNPJ: os 8 primeiros caracteres, sem pontuação.',
    schema: { type: 'string', pattern: '^[0-9A-Za-z]{8}$' },
    examples: { 'Raiz só de dígitos': EXAMPLE_CNPJ.root, 'Raiz com letras': '12ABC345' },
  },
  'if-none-match': {
    name: 'If-None-Match',
    in: 'header',
    about:
      'O `ETag` de uma resposta anterior. Se o cadastro não mudou, a resposta é 304, sem corpo. A consulta é contada do mesmo jeito.',
    schema: { type: 'string' },
    examples: { 'ETag recebido antes': '"2kz9h1q0x4m7d-p-98765432000198"' },
  },
  pagina: {
    name: 'pagina',
    in: 'query',
    about:
      'Número da página, a partir de 1, que é o padrão. `page` é outro nome do mesmo parâmetro: informe um dos dois. Uma página além da última vem vazia, com os totais.',
    schema: { type: 'integer', minimum: 1, maximum: 100_000_000 },
    examples: { 'Primeira página': 1 },
  },
  page: {
    name: 'page',
    in: 'query',
    about:
      'Número da página, a partir de 1, que é o padrão. `pagina` é outro nome do mesmo parâmetro: informe um dos dois. Uma página além da última vem vazia, com os totais.',
    schema: { type: 'integer', minimum: 1, maximum: 100_000_000 },
    examples: { 'Primeira página': 1 },
  },
  limite: {
    name: 'limite',
    in: 'query',
    about: `CNPJs por página: ${PAGE_SIZE.default}, se não for informado.`,
    // A default in the schema has Scalar send the parameter, and the two names of the page both.
    schema: { type: 'integer', minimum: 1, maximum: PAGE_SIZE.max },
    examples: { 'O padrão': PAGE_SIZE.default, 'O máximo': PAGE_SIZE.max },
  },
  ano: {
    name: 'ano',
    in: 'query',
    about: 'Só os meses deste ano.',
    schema: { type: 'string', pattern: '^20[0-9]{2}$' },
    examples: { 'Um ano': '2026' },
  },
  mes: {
    name: 'mes',
    in: 'query',
    about: 'Só este mês, de 1 a 12.',
    schema: { type: 'string', pattern: '^(0?[1-9]|1[0-2])$' },
    examples: { Novembro: '11' },
  },
} as const satisfies Readonly<Record<string, ParameterNote>>;

/** The name of a parameter that is no filter of the search. */
export type PlainParameter = keyof typeof PLAIN_PARAMETERS;

/** A parameter in the form that several operations share. */
export function plainParameter(name: PlainParameter): ParameterNote {
  return PLAIN_PARAMETERS[name];
}

/** The parameter of a filter of the search. */
export function filterParameter(name: FilterName, profile: WireProfile): ParameterNote {
  const { about, pattern, isDay, example }: FilterNote = FILTER_NOTES[name];
  const form = { ...(pattern && { pattern }), ...(isDay && { format: 'date' }) };
  return {
    name,
    in: 'query',
    about,
    schema: { type: 'string', ...form },
    examples: { Exemplo: textIn(profile, example) },
  };
}
