import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { createToken } from '../../src/state/token.ts';
import { goldenFixture } from '../support/fixture.ts';
import { bear, type LaunchedService, launchService, type Tokens } from '../support/service.ts';
import { ENDPOINTS, type Endpoint, expectError } from './wire-form.ts';

let service: LaunchedService;

beforeAll(async () => {
  service = await launchService({
    registry: await goldenFixture(),
    variables: { STRANGER_FAILURES_PER_MINUTE: '1000000', BASICO_PER_MINUTE: '1000000' },
  });
});

afterAll(() => service[Symbol.asyncDispose]());

/** What a request bears: headers, and what stands in the query. */
interface Credentials {
  readonly headers?: Record<string, string>;
  readonly query?: string;
}

function ask(
  { method }: Endpoint,
  { path, body }: { readonly path: string; readonly body?: string },
  { headers = {}, query = '' }: Credentials,
): Promise<Response> {
  const separator = path.includes('?') ? '&' : '?';
  const address = query === '' ? path : `${path}${separator}${query}`;
  return service.ask(address, { method, headers, ...(body === undefined ? {} : { body }) });
}

const NO_TOKEN =
  'Informe o token de acesso no cabeçalho x_api_token, no parâmetro token ou no cabeçalho Authorization: Bearer.';
const UNKNOWN = 'O token informado não é válido.';
const DISAGREE = 'Foram informados tokens diferentes. Informe um só.';

/** What lets nobody in, and why. */
const REFUSED: readonly (readonly [name: string, details: string, of: (tokens: Tokens) => Credentials])[] = [
  ['no token', NO_TOKEN, () => ({})],
  ['an empty header', NO_TOKEN, () => ({ headers: { x_api_token: '' } })],
  ['an empty parameter', NO_TOKEN, () => ({ query: 'token=' })],
  ['a bearer without a token', UNKNOWN, () => ({ headers: { authorization: 'Bearer' } })],
  ['another scheme', UNKNOWN, ({ basico }) => ({ headers: { authorization: `Basic ${basico}` } })],
  ['two tokens in one header', UNKNOWN, ({ basico }) => ({ headers: bear(`${basico} ${basico}`) })],
  ['a malformed token', UNKNOWN, () => ({ query: "token='%20OR%201=1--" })],
  ['a token of wrong checksum', UNKNOWN, ({ basico }) => ({ headers: { x_api_token: `${basico}x` } })],
  ['a token in other capitals', UNKNOWN, ({ basico }) => ({ headers: bear(basico.toLowerCase()) })],
  ['a very long token', UNKNOWN, () => ({ headers: bear('x'.repeat(6_000)) })],
  ['an unknown token', UNKNOWN, () => ({ headers: bear(createToken()) })],
  ['a revoked token', 'O token informado foi revogado.', ({ revoked }) => ({ headers: bear(revoked) })],
  ['an expired token', 'O token informado expirou.', ({ expired }) => ({ query: `token=${expired}` })],
  [
    'header and parameter that disagree',
    DISAGREE,
    ({ basico, premium }) => ({ headers: { x_api_token: basico }, query: `token=${premium}` }),
  ],
  [
    'headers that disagree',
    DISAGREE,
    ({ basico, premium }) => ({ headers: { x_api_token: premium, ...bear(basico) } }),
  ],
  [
    "two tokens of one subscriber's",
    DISAGREE,
    ({ basico, basicoToo }) => ({ query: `token=${basico}&token=${basicoToo}` }),
  ],
  ['a good token and a bad one', DISAGREE, ({ basico }) => ({ headers: bear(basico), query: 'token=x' })],
];

/** Where a good token may stand. */
const PLACES: readonly (readonly [name: string, of: (token: string) => Credentials])[] = [
  ['in the header x_api_token', (token) => ({ headers: { x_api_token: token } })],
  ['in the parameter token', (token) => ({ query: `token=${token}` })],
  ['as a bearer', (token) => ({ headers: bear(token) })],
  ['as a bearer in small letters', (token) => ({ headers: { authorization: `bearer ${token}` } })],
  [
    'in all places at once',
    (token) => ({ headers: { x_api_token: token, ...bear(token) }, query: `token=${token}` }),
  ],
  ['beside blank places', (token) => ({ headers: { x_api_token: ' ', ...bear(token) }, query: 'token=' })],
];

const TOO_SMALL = 'A pesquisa está disponível somente no plano Premium.';

describe.each(ENDPOINTS.map((endpoint) => [endpoint.name, endpoint] as const))('%s', (_, endpoint) => {
  test.each(REFUSED)('answers %s with 401', async (_name, details, of) => {
    const headers = { 'www-authenticate': 'Bearer realm="cnpj"' };
    const form = { status: 401, details, suframa: endpoint.suframaErrors, headers };
    await expectError(await ask(endpoint, endpoint, of(service.tokens)), form);
    // Before anything else is looked at: what is malformed besides makes no difference.
    await expectError(await ask(endpoint, endpoint.malformed, of(service.tokens)), form);
  });

  test.each(PLACES)('takes a token %s', async (_name, of) => {
    const premium = await ask(endpoint, endpoint, of(service.tokens.premium));
    expect(premium.status).toBe(200);
    const basico = await ask(endpoint, endpoint, of(service.tokens.basico));
    if (endpoint.plans === 'every') expect(basico.status).toBe(200);
    else await expectError(basico, { status: 403, details: TOO_SMALL });
  });

  test('keeps its answers from shared caches and sniffers', async () => {
    const answer = await ask(endpoint, endpoint, { headers: bear(service.tokens.premium) });
    expect(answer.headers.get('cache-control')).toBe('private, no-cache');
    expect(answer.headers.get('x-content-type-options')).toBe('nosniff');
    expect(answer.headers.get('referrer-policy')).toBe('no-referrer');
    expect(answer.headers.get('access-control-allow-origin')).toBe('*');
  });
});
