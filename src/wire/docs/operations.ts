import { BRANCH_FILTERS } from '../filters.ts';
import type { ErrorName } from './errors.ts';
import type { OperationName } from './examples.ts';
import type { HeaderName } from './headers.ts';
import type { PlainParameter } from './parameters.ts';
import type { SchemaName } from './schemas.ts';
import { FILTER_NOTES, type FilterName } from './search-filters.ts';

/** The tags that group operations, and what is said of them. */
export const TAGS = {
  publica: { name: 'API pública', about: 'Para qualquer um, sem token e com poucas consultas por minuto.' },
  comercial: { name: 'API comercial', about: 'Para assinantes, com token.' },
  servico: {
    name: 'Serviço',
    about: 'O que está no ar, para pessoas e para quem supervisiona. Sem token e sem limite.',
  },
} as const;

/** An operation as the documentation shows it. */
export interface OperationNote {
  readonly tag: keyof typeof TAGS;
  /** Which base address it is below. */
  readonly api: 'public' | 'commercial';
  readonly method: 'get' | 'post';
  readonly path: string;
  readonly summary: string;
  readonly about: string;
  readonly parameters: readonly PlainParameter[];
  readonly filters: readonly FilterName[];
  /** The names of those that may be left out and yet stand in the request whose answer is the first example. */
  readonly shown: readonly string[];
  readonly body?: SchemaName;
  readonly answer: {
    readonly schema: SchemaName;
    readonly about: string;
    readonly headers: readonly HeaderName[];
  };
  readonly errors: readonly ErrorName[];
  /** The schema of its errors. */
  readonly errorSchema: SchemaName;
}

const LIMITED = ['RateLimit', 'RateLimit-Policy', 'Cache-Control'] as const;
const CACHED = [...LIMITED, 'ETag'] as const;
const PLAIN = { parameters: [], filters: [], shown: [], errorSchema: 'Erro' } as const;
const CNPJ_ERRORS = [
  'cnpj-com-pontuacao',
  'cnpj-incompleto',
  'cnpj-com-digito-errado',
  'cnpj-nao-encontrado',
] as const;
const TOKEN_ERRORS = [
  'token-ausente',
  'token-desconhecido',
  'token-revogado',
  'token-expirado',
  'tokens-diferentes',
  'limite-por-minuto',
  'falhas-demais',
] as const;
const QUERY_ERRORS = [...TOKEN_ERRORS, 'limite-por-mes'] as const;
const ANY_ERRORS = ['metodo-nao-permitido', 'erro-interno'] as const;
const DATA_ERRORS = [...ANY_ERRORS, 'base-indisponivel'] as const;
/** Those of whatever searches names. */
const SEARCH_ERRORS = ['vocabulario-em-carga', 'consultas-demais'] as const;

/** Every operation of both APIs, in the order of the page. */
export const OPERATIONS = {
  consultarCnpj: {
    ...PLAIN,
    tag: 'publica',
    api: 'public',
    method: 'get',
    path: '/cnpj/{cnpj}',
    summary: 'Consultar um CNPJ',
    about:
      'O cadastro completo de um CNPJ: a empresa, os sócios e o estabelecimento. Toda consulta conta no limite, seja qual for a resposta.',
    parameters: ['cnpj', 'if-none-match'],
    answer: { schema: 'EmpresaPublica', about: 'O cadastro do CNPJ.', headers: CACHED },
    errors: [...CNPJ_ERRORS, 'limite-publico', ...DATA_ERRORS],
  },
  consultarCnpjComercial: {
    ...PLAIN,
    tag: 'comercial',
    api: 'commercial',
    method: 'get',
    path: '/cnpj/{cnpj}',
    summary: 'Consultar um CNPJ',
    about:
      'O cadastro completo de um CNPJ, com as inscrições na Suframa e os regimes tributários do estabelecimento.',
    parameters: ['cnpj', 'if-none-match'],
    answer: { schema: 'EmpresaComercial', about: 'O cadastro do CNPJ.', headers: CACHED },
    errors: [...CNPJ_ERRORS, ...QUERY_ERRORS, ...DATA_ERRORS],
  },
  listarCnpjsDaRaiz: {
    ...PLAIN,
    tag: 'comercial',
    api: 'commercial',
    method: 'get',
    path: '/cnpj-raiz/{cnpj_raiz}',
    summary: 'Listar os CNPJs de uma raiz',
    about:
      'Todos os CNPJs de uma empresa, matriz e filiais, 20 por página, em ordem crescente. Os filtros restringem a lista; um parâmetro desconhecido é recusado.',
    parameters: ['cnpj_raiz', 'page', 'pagina'],
    filters: BRANCH_FILTERS,
    answer: { schema: 'Lista', about: 'Uma página de CNPJs.', headers: LIMITED },
    errors: [
      'raiz-incompleta',
      'pagina-invalida',
      'filtro-invalido',
      'raiz-nao-encontrada',
      ...QUERY_ERRORS,
      ...DATA_ERRORS,
      ...SEARCH_ERRORS,
    ],
  },
  pesquisarEmpresas: {
    ...PLAIN,
    tag: 'comercial',
    api: 'commercial',
    method: 'get',
    path: '/pesquisa',
    summary: 'Pesquisar empresas',
    about:
      'CNPJs que atendem a todos os filtros informados, em ordem crescente, com o total exato. **Só no plano Premium.**\n\nUm parâmetro desconhecido ou repetido é recusado: um filtro com o nome errado não pode trazer todas as empresas.',
    parameters: ['pagina', 'page', 'limite'],
    shown: ['razao_social', 'cidade_id', 'situacao_cadastral'],
    // The names of an object literal's own fields, which Object.keys cannot say.
    filters: Object.keys(FILTER_NOTES) as FilterName[],
    answer: { schema: 'Lista', about: 'Uma página de CNPJs.', headers: LIMITED },
    errors: [
      'filtro-invalido',
      'prefixo-curto',
      'prefixo-amplo',
      'parametro-desconhecido',
      'parametro-repetido',
      'pagina-invalida',
      'plano-sem-pesquisa',
      ...QUERY_ERRORS,
      ...DATA_ERRORS,
      ...SEARCH_ERRORS,
    ],
  },
  validarSuframa: {
    ...PLAIN,
    tag: 'comercial',
    api: 'commercial',
    method: 'post',
    path: '/suframa',
    summary: 'Validar uma inscrição Suframa',
    about:
      'Se uma inscrição na Suframa é de um CNPJ, e se está ativa. Os erros desta operação têm três campos a mais: `statusCode`, `message` e `error`.',
    body: 'PerguntaSuframa',
    answer: { schema: 'RegistroSuframa', about: 'A inscrição do CNPJ.', headers: LIMITED },
    errors: [
      'corpo-que-nao-e-json',
      'campos-invalidos',
      'suframa-nao-encontrada',
      'corpo-muito-grande',
      ...QUERY_ERRORS,
      'metodo-nao-permitido-suframa',
      'erro-interno',
      'base-indisponivel',
    ],
    errorSchema: 'ErroSuframa',
  },
  consultarConsumo: {
    ...PLAIN,
    tag: 'comercial',
    api: 'commercial',
    method: 'get',
    path: '/consumo',
    summary: 'Consultar o consumo',
    about:
      'Quantas consultas o assinante fez, mês a mês, seja qual for o token usado. Perguntar o consumo não é uma consulta: conta só no limite por minuto.',
    parameters: ['ano', 'mes'],
    shown: ['ano', 'mes'],
    answer: { schema: 'Consumo', about: 'As consultas de cada mês.', headers: LIMITED },
    errors: ['mes-invalido', ...TOKEN_ERRORS, ...ANY_ERRORS],
  },
  consultarSituacao: {
    ...PLAIN,
    tag: 'servico',
    api: 'public',
    method: 'get',
    path: '/status',
    summary: 'Consultar a situação do serviço',
    about:
      'A versão, o perfil em vigor e a base de dados em uso: a data da extração, a defasagem e o tamanho.',
    answer: { schema: 'Situacao', about: 'O que está no ar.', headers: ['Cache-Control'] },
    errors: ANY_ERRORS,
  },
  verificarVida: {
    ...PLAIN,
    tag: 'servico',
    api: 'public',
    method: 'get',
    path: '/health/live',
    summary: 'Verificar se o serviço está vivo',
    about: 'Responde sempre que o processo atende; quem não responde deve ser reiniciado.',
    answer: { schema: 'Vida', about: 'O processo atende.', headers: ['Cache-Control'] },
    errors: ANY_ERRORS,
  },
  verificarProntidao: {
    ...PLAIN,
    tag: 'servico',
    api: 'public',
    method: 'get',
    path: '/health/ready',
    summary: 'Verificar se o serviço está pronto',
    about:
      'Se há uma base de dados no ar. Enquanto não há, a resposta é 503, e nenhuma consulta deve ser enviada.',
    answer: { schema: 'Prontidao', about: 'Há uma base no ar.', headers: ['Cache-Control'] },
    errors: DATA_ERRORS,
  },
} as const satisfies Readonly<Record<OperationName, OperationNote>>;
