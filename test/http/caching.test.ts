import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { goldenFixture } from '../support/fixture.ts';
import { GOLDEN } from '../support/fixture-companies.ts';
import { bear, type LaunchedService, launchService } from '../support/service.ts';
import { COMMON_HEADERS, headersOf } from './wire-form.ts';

let service: LaunchedService;

beforeAll(async () => {
  service = await launchService({ registry: await goldenFixture() });
});

afterAll(() => service[Symbol.asyncDispose]());

const LOOKUPS = [
  ['the public lookup', `/cnpj/${GOLDEN.partners}`, 'public, max-age=600'],
  ['the commercial lookup', `/comercial/cnpj/${GOLDEN.partners}`, 'private, no-cache'],
] as const;

function ask(path: string, headers: Record<string, string> = {}, method = 'GET'): Promise<Response> {
  return service.ask(path, { method, headers: { ...bear(service.tokens.basico), ...headers } });
}

async function etagOf(path: string): Promise<string> {
  return (await ask(path)).headers.get('etag') ?? '';
}

describe.each(LOOKUPS)('%s', (_, path, cacheControl) => {
  test('has a strong entity tag, and says who may keep it', async () => {
    const answer = await ask(path);
    expect(answer.headers.get('etag')).toMatch(/^"[\w-]+"$/);
    expect(headersOf(answer, 'ratelimit', 'ratelimit-policy')).toEqual({
      ...COMMON_HEADERS,
      'cache-control': cacheControl,
      etag: await etagOf(path),
    });
  });

  test.each([
    ['the tag', (tag: string) => tag],
    ['the tag as a weak one', (tag: string) => `W/${tag}`],
    ['a list with it', (tag: string) => `"other", W/"another",${tag}`],
    ['any', () => '*'],
  ])('is a 304 without a body to whoever has %s', async (_name, write) => {
    const tag = await etagOf(path);
    for (const method of ['GET', 'HEAD']) {
      const answer = await ask(path, { 'if-none-match': write(tag) }, method);
      expect(answer.status).toBe(304);
      expect(await answer.text()).toBe('');
      expect(headersOf(answer, 'content-type', 'ratelimit', 'ratelimit-policy')).toMatchObject({
        etag: tag,
        'cache-control': cacheControl,
        'access-control-allow-origin': '*',
      });
    }
  });

  test.each(['"other"', '', 'W/""', '**'])('is whole to whoever has %p', async (tag) => {
    const answer = await ask(path, { 'if-none-match': tag });
    expect(answer.status).toBe(200);
    expect(await answer.json()).toMatchObject({ estabelecimento: { cnpj: GOLDEN.partners } });
  });

  test('answers HEAD as GET without the body', async () => {
    const got = await ask(path);
    const headed = await ask(path, {}, 'HEAD');
    expect(headed.status).toBe(200);
    expect(await headed.text()).toBe('');
    expect(headersOf(headed, 'ratelimit')).toEqual(headersOf(got, 'ratelimit'));
    expect(headed.headers.get('content-length')).toBe(String((await got.arrayBuffer()).byteLength));
  });
});

test('HEAD has the status and length of the error that GET has', async () => {
  for (const path of ['/cnpj/1', '/nada', '/comercial/cnpj/1', '/comercial/suframa']) {
    const got = await service.ask(path);
    const headed = await service.ask(path, { method: 'HEAD' });
    expect(headed.status).toBe(got.status);
    expect(await headed.text()).toBe('');
    if (got.status !== 405)
      expect(headed.headers.get('content-length')).toBe(String((await got.arrayBuffer()).byteLength));
  }
});

test('a tag is of one API, one CNPJ, one profile and one registry', async () => {
  const hosted = await launchService({
    registry: await goldenFixture(),
    variables: { WIRE_PROFILE: 'hosted' },
  });
  await using _ = hosted;
  const other = await hosted.ask(`/cnpj/${GOLDEN.partners}`);
  const tags = [
    await etagOf(`/cnpj/${GOLDEN.partners}`),
    await etagOf(`/comercial/cnpj/${GOLDEN.partners}`),
    await etagOf(`/cnpj/${GOLDEN.empty}`),
    other.headers.get('etag'),
  ];
  expect(new Set(tags).size).toBe(tags.length);
});

describe('a preflight', () => {
  const ORIGIN = { origin: 'https://app.example', 'access-control-request-headers': 'x_api_token' };

  test.each([
    [`/cnpj/${GOLDEN.partners}`, 'GET', 'GET, HEAD, OPTIONS'],
    [`/comercial/cnpj/${GOLDEN.partners}`, 'GET', 'GET, HEAD, OPTIONS'],
    ['/comercial/suframa', 'POST', 'POST, OPTIONS'],
    ['/comercial/consumo', 'GET', 'GET, HEAD, OPTIONS'],
    ['/status', 'GET', 'GET, HEAD, OPTIONS'],
  ])('of %s is answered without a token', async (path, method, methods) => {
    const headers = { ...ORIGIN, 'access-control-request-method': method };
    const answer = await service.ask(path, { method: 'OPTIONS', headers });
    expect(answer.status).toBe(204);
    expect(await answer.text()).toBe('');
    expect(headersOf(answer)).toEqual({
      'access-control-allow-origin': '*',
      'access-control-allow-methods': methods,
      'access-control-allow-headers': 'Authorization, Content-Type, If-None-Match, x_api_token',
      'access-control-max-age': '86400',
      allow: methods,
    });
  });
});
