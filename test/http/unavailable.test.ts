import { afterAll, beforeAll, expect, test } from 'bun:test';
import { goldenFixture } from '../support/fixture.ts';
import { GOLDEN } from '../support/fixture-companies.ts';
import { bear, type LaunchedService, launchService } from '../support/service.ts';
import { COMMON_HEADERS, ENDPOINTS, type ErrorForm, expectError, headersOf } from './wire-form.ts';

let empty: LaunchedService;

beforeAll(async () => {
  empty = await launchService({ registry: undefined });
});

afterAll(() => empty[Symbol.asyncDispose]());

const UNAVAILABLE: ErrorForm = {
  status: 503,
  details: 'A base de dados ainda não está disponível. Tente novamente em instantes.',
  headers: { 'retry-after': '30' },
};

test.each([`/cnpj/${GOLDEN.empty}`, '/health/ready'])('%s is a 503', async (path) => {
  await expectError(await empty.ask(path), UNAVAILABLE);
});

test.each(ENDPOINTS.filter(({ name }) => name !== 'usage').map((endpoint) => [endpoint.name, endpoint]))(
  'the commercial %s is a 503, after the checks that need none',
  async (_, { method, path, body, suframaErrors }) => {
    const init = (text: string | undefined) => ({ method, ...(text === undefined ? {} : { body: text }) });
    const headers = bear(empty.tokens.premium);
    const answer = await empty.ask(path, { ...init(body), headers });
    await expectError(answer, { ...UNAVAILABLE, suframa: suframaErrors });
    expect((await empty.ask(path, init(body))).status).toBe(401);
  },
);

test('what needs none is answered', async () => {
  expect((await empty.ask('/health/live')).status).toBe(200);
  expect(await (await empty.ask('/status')).json()).toMatchObject({ base: null });
  const usage = await empty.ask('/comercial/consumo', { headers: bear(empty.tokens.basico) });
  expect(usage.status).toBe(200);
});

test('and everything else as soon as one is put in place', async () => {
  (await goldenFixture()).copyTo(empty.dataDir);
  let answer = await empty.ask('/health/ready');
  for (let tries = 0; tries < 60 && answer.status === 503; tries++) {
    await Bun.sleep(50);
    answer = await empty.ask('/health/ready');
  }
  expect(answer.status).toBe(200);
  expect(headersOf(answer)).toEqual({ ...COMMON_HEADERS, 'cache-control': 'no-store' });
  expect((await empty.ask(`/cnpj/${GOLDEN.empty}`)).status).toBe(200);
});
