import { parseCnpjParameter, parseRootParameter } from '../cnpj.ts';
import {
  bodyTooLarge,
  busy,
  cnpjNotFound,
  internalError,
  methodNotAllowed,
  Refusal,
  unavailable,
} from '../error.ts';
import { limitExceeded, shutOut } from '../limit.ts';
import { parseListQuestion, rootNotFound, SEARCH_FORM, searchRefused } from '../search.ts';
import { parseSuframaQuestion, suframaNotFound } from '../suframa.ts';
import { noToken, planTooSmall, tokenRefused, tokensDisagree } from '../token.ts';
import { parseUsageQuestion } from '../usage.ts';
import { EXAMPLE_CNPJ } from './example-company.ts';
import type { DocsSettings } from './settings.ts';

/** An error as the documentation shows it: made by the very code that refuses requests. */
export interface ErrorExample {
  readonly summary: string;
  refuse(settings: DocsSettings): Refusal;
}

/** The moment of the examples, and when the limits hit in them end. */
const NOW_MS = Date.parse('2026-11-21T12:28:25.000Z');
const MINUTE_ENDS_AT_MS = Date.parse('2026-11-21T12:28:55.000Z');
const MONTH_ENDS_AT_MS = Date.parse('2026-12-01T03:00:00.000Z');

/** The refusal that a parser throws. */
function refusalOf(parse: () => unknown): Refusal {
  try {
    parse();
  } catch (cause) {
    if (cause instanceof Refusal) return cause;
    throw cause;
  }
  throw new Error('The request of an example of an error is not refused.');
}

/** The refusal of a search's parameters. */
function listRefusal(query: string): Refusal {
  const lookups = { profile: 'spec', siafiOf: () => [] } as const;
  return refusalOf(() => parseListQuestion(`/?${query}`, SEARCH_FORM, lookups));
}

/** Every error that an operation may answer with, by the name of its example. */
export const ERROR_EXAMPLES = {
  'cnpj-com-pontuacao': {
    summary: 'CNPJ com pontuação',
    refuse: () => refusalOf(() => parseCnpjParameter('98.765.432.0001-98')),
  },
  'cnpj-incompleto': {
    summary: 'CNPJ com caracteres a menos ou a mais',
    refuse: () => refusalOf(() => parseCnpjParameter('9876543200019')),
  },
  'cnpj-com-digito-errado': {
    summary: 'Dígitos verificadores que não conferem',
    refuse: () => refusalOf(() => parseCnpjParameter('98765432000199')),
  },
  'raiz-incompleta': {
    summary: 'Raiz com caracteres a menos ou a mais',
    refuse: () => refusalOf(() => parseRootParameter('987654')),
  },
  'pagina-invalida': { summary: 'Página que não existe', refuse: () => listRefusal('pagina=0') },
  'parametro-repetido': {
    summary: 'Parâmetro informado duas vezes',
    refuse: () => listRefusal('pagina=1&pagina=2'),
  },
  'filtro-invalido': {
    summary: 'Filtro com valor inválido',
    refuse: () => listRefusal('cidade_id=manaus'),
  },
  'parametro-desconhecido': {
    summary: 'Parâmetro que não existe',
    refuse: () => listRefusal('cidade=1302603'),
  },
  'prefixo-curto': {
    summary: 'Começo de palavra curto demais',
    refuse: () => listRefusal('razao_social=ig*'),
  },
  'prefixo-amplo': {
    summary: 'Começo de palavra que alcança palavras demais',
    refuse: () => searchRefused({ problem: 'prefix-too-broad', name: 'companyName', word: 'CON' }),
  },
  'vocabulario-em-carga': {
    summary: 'Pesquisa por nome ainda não pronta',
    refuse: () => searchRefused({ problem: 'vocabulary-filling', name: 'companyName', word: 'IGARAPE' }),
  },
  'raiz-nao-encontrada': {
    summary: 'Raiz válida que não está na base',
    refuse: () => rootNotFound(EXAMPLE_CNPJ.root),
  },
  'mes-invalido': {
    summary: 'Mês que não existe',
    refuse: () => refusalOf(() => parseUsageQuestion('/?mes=13')),
  },
  'corpo-que-nao-e-json': {
    summary: 'Corpo que não é JSON',
    refuse: () => refusalOf(() => parseSuframaQuestion('cnpj=98765432000198')),
  },
  'campos-invalidos': {
    summary: 'Campos ausentes ou inválidos',
    refuse: () => refusalOf(() => parseSuframaQuestion('{"cnpj":"98765432000199"}')),
  },
  'token-ausente': { summary: 'Sem token', refuse: noToken },
  'token-desconhecido': { summary: 'Token que não existe', refuse: () => tokenRefused('unknown') },
  'token-revogado': { summary: 'Token revogado', refuse: () => tokenRefused('revoked') },
  'token-expirado': { summary: 'Token que expirou', refuse: () => tokenRefused('expired') },
  'tokens-diferentes': { summary: 'Tokens diferentes na mesma requisição', refuse: tokensDisagree },
  'plano-sem-pesquisa': { summary: 'Plano sem acesso à operação', refuse: planTooSmall },
  'cnpj-nao-encontrado': {
    summary: 'CNPJ válido que não está na base',
    refuse: () => cnpjNotFound(EXAMPLE_CNPJ.numeric),
  },
  'suframa-nao-encontrada': { summary: 'Inscrição que não é do CNPJ', refuse: suframaNotFound },
  'metodo-nao-permitido': {
    summary: 'Outro método neste endereço',
    refuse: () => methodNotAllowed('DELETE', ['GET', 'HEAD', 'OPTIONS']),
  },
  'metodo-nao-permitido-suframa': {
    summary: 'Outro método neste endereço',
    refuse: () => methodNotAllowed('GET', ['POST', 'OPTIONS']),
  },
  'corpo-muito-grande': {
    summary: 'Corpo além do limite',
    refuse: ({ bodyLimitBytes }) => bodyTooLarge(bodyLimitBytes),
  },
  'limite-publico': {
    summary: 'Limite por minuto',
    refuse: ({ publicPerMinute: allowed }) =>
      limitExceeded({ allowed, period: 'minute', endsAtMs: MINUTE_ENDS_AT_MS }, NOW_MS),
  },
  'limite-por-minuto': {
    summary: 'Limite por minuto do plano',
    refuse: ({ basicoPerMinute: allowed }) =>
      limitExceeded({ allowed, period: 'minute', endsAtMs: MINUTE_ENDS_AT_MS }, NOW_MS),
  },
  'limite-por-mes': {
    summary: 'Limite por mês do plano',
    refuse: ({ basicoPerMonth, premiumPerMonth }) =>
      limitExceeded(
        { allowed: basicoPerMonth || premiumPerMonth, period: 'month', endsAtMs: MONTH_ENDS_AT_MS },
        NOW_MS,
      ),
  },
  'falhas-demais': {
    summary: 'Falhas de autenticação demais',
    refuse: ({ strangerFailuresPerMinute }) => shutOut(strangerFailuresPerMinute, MINUTE_ENDS_AT_MS, NOW_MS),
  },
  'erro-interno': { summary: 'Uma falha do serviço', refuse: () => internalError('k3x9a1-7c') },
  'consultas-demais': { summary: 'Pesquisas demais em espera', refuse: busy },
  'base-indisponivel': { summary: 'Base ainda não carregada', refuse: unavailable },
} as const satisfies Readonly<Record<string, ErrorExample>>;

/** The name of an error's example. */
export type ErrorName = keyof typeof ERROR_EXAMPLES;

/** Whether an error can happen under these settings: there may be no limit by month. */
export function canHappen(name: ErrorName, settings: DocsSettings): boolean {
  return name !== 'limite-por-mes' || settings.basicoPerMonth > 0 || settings.premiumPerMonth > 0;
}
