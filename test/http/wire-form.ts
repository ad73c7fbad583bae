import { expect } from 'bun:test';
import { GOLDEN } from '../support/fixture-companies.ts';

/** An operation of the commercial API, asked for in a way that is answered 200. */
export interface Endpoint {
  readonly name: string;
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly body?: string;
  /** The same with something malformed in it, which a stranger must not hear of. */
  readonly malformed: { readonly path: string; readonly body?: string };
  /** Which plans may. */
  readonly plans: 'every' | 'premium';
  /** Whether its errors have the three fields of the Suframa validation's. */
  readonly suframaErrors: boolean;
}

const PLAIN = { method: 'GET', plans: 'every', suframaErrors: false } as const;

/** Every operation of the commercial API. */
export const ENDPOINTS: readonly Endpoint[] = [
  {
    ...PLAIN,
    name: 'lookup',
    path: `/comercial/cnpj/${GOLDEN.registrations}`,
    malformed: { path: '/comercial/cnpj/%zz' },
  },
  {
    ...PLAIN,
    name: 'root listing',
    path: '/comercial/cnpj-raiz/30405060?page=1',
    malformed: { path: '/comercial/cnpj-raiz/%zz?page=0&page=1&limite=1' },
  },
  {
    ...PLAIN,
    name: 'search',
    path: '/comercial/pesquisa?estado_id=35&limite=1',
    malformed: { path: '/comercial/pesquisa?uf=SP&pagina=0&limite=101&razao_social=' },
    plans: 'premium',
  },
  {
    ...PLAIN,
    name: 'usage',
    path: '/comercial/consumo',
    malformed: { path: '/comercial/consumo?mes=13&ano=x&x=1&x=2' },
  },
  {
    ...PLAIN,
    name: 'suframa',
    method: 'POST',
    path: '/comercial/suframa',
    body: JSON.stringify({ cnpj: GOLDEN.registrations, inscricao: '622005188' }),
    malformed: { path: '/comercial/suframa', body: '{"cnpj":' },
    suframaErrors: true,
  },
];

const TITLES: Readonly<Record<number, readonly [title: string, phrase: string]>> = {
  400: ['Requisição inválida', 'Bad Request'],
  401: ['Não autorizado', 'Unauthorized'],
  403: ['Acesso negado', 'Forbidden'],
  404: ['Não encontrado', 'Not Found'],
  405: ['Método não permitido', 'Method Not Allowed'],
  413: ['Requisição muito grande', 'Payload Too Large'],
  429: ['Excesso de pedidos', 'Too Many Requests'],
  500: ['Erro interno', 'Internal Server Error'],
  503: ['Serviço indisponível', 'Service Unavailable'],
};

/** What an error must say. */
export interface ErrorForm {
  readonly status: number;
  readonly details: string;
  readonly validation?: readonly string[];
  readonly suframa?: boolean;
  /** Headers beside those of every error. */
  readonly headers?: Readonly<Record<string, string>>;
}

/** The whole body of an error. */
export function errorBody({ status, details, validation = [], suframa = false }: ErrorForm): string {
  const [title, phrase] = TITLES[status] ?? [];
  const body = { status, titulo: title, detalhes: details, validacao: validation };
  return JSON.stringify(suframa ? { ...body, statusCode: status, message: details, error: phrase } : body);
}

/** The headers of an answer without those that HTTP itself adds, nor the standing of a limit. */
export function headersOf(answer: Response, ...apart: readonly string[]): Record<string, string> {
  const ignored = ['date', 'content-length', 'connection', 'keep-alive', ...apart];
  return Object.fromEntries([...answer.headers].filter(([name]) => !ignored.includes(name)));
}

/** What every answer in JSON has. */
export const COMMON_HEADERS = {
  'content-type': 'application/json; charset=utf-8',
  'access-control-allow-origin': '*',
  'access-control-expose-headers': 'RateLimit, RateLimit-Policy, Retry-After, ETag',
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
} as const;

/** What an error may never tell of the machine, the code or the asker. */
const UNTOLD = [
  /\bat .+:\d+/,
  /\/(?:work|tmp|src|home|node_modules)\b/,
  /select|sqlite/i,
  /\.ts\b/,
  /cnpj_\w{20}/,
];

/** Holds an answer to what an error must be, whole: status, body and headers. */
export async function expectError(answer: Response, form: ErrorForm): Promise<void> {
  const body = await answer.text();
  expect(body).toBe(errorBody(form));
  expect(answer.status).toBe(form.status);
  for (const pattern of UNTOLD) expect(body).not.toMatch(pattern);
  expect(headersOf(answer, 'ratelimit', 'ratelimit-policy')).toEqual({
    ...COMMON_HEADERS,
    'cache-control': 'no-store',
    ...form.headers,
  });
}
