import { afterAll, beforeAll, expect, test } from 'bun:test';
import type { Browser } from 'playwright-core';
import { type LaunchedService, launchService } from '../support/service.ts';
import { BROWSER_TIMEOUT_MS, look, openPage, openPageDesk, type PageDesk, VIEWS } from './browser.ts';

let desk: PageDesk;
let service: LaunchedService;
let origin: string;
let browser: Browser;

beforeAll(async () => {
  desk = await openPageDesk();
  ({ service, origin, browser } = desk);
});

afterAll(() => desk[Symbol.asyncDispose]());

test(
  'the documentation reads in Portuguese, wide and narrow, by day and by night, without a request to others',
  async () => {
    await using watched = await openPage(browser, origin);
    const { page, faults } = watched;
    for (const view of VIEWS) {
      await look(page, view);
      await page.goto(`${origin}/docs`);
      await page.getByRole('heading', { name: 'Cadastro de empresas por CNPJ' }).waitFor();
      await page.getByRole('heading', { name: 'Dois endereços' }).waitFor();
      await page.getByText('Baixar Documento OpenAPI').first().waitFor();
      expect(await page.evaluate('document.documentElement.lang')).toBe('pt-BR');
      expect(await page.evaluate(`document.body.classList.contains('${view.scheme}-mode')`)).toBe(true);
      expect(await page.evaluate('document.documentElement.scrollWidth - innerWidth')).toBeLessThanOrEqual(0);
      expect(faults).toEqual([]);
    }
  },
  BROWSER_TIMEOUT_MS,
);

test(
  'an operation is shown with its parameters, its answers and a request as one would send it',
  async () => {
    await using watched = await openPage(browser, origin);
    const { page, faults } = watched;
    await page.goto(`${origin}/docs#tag/api-comercial/GET/comercial/pesquisa`);
    const heading = page.getByRole('heading', { name: 'Pesquisar empresas' });
    await heading.waitFor();
    const operation = page.locator('section', { has: heading }).last();
    await operation.getByText('socio_nome').first().waitFor();
    const text = (await operation.textContent()) ?? '';
    for (const part of ['limite', 'pagina', '429', 'Excesso de pedidos', 'x_api_token'])
      expect(text).toContain(part);
    expect(text).toContain('pesquisa?razao_social=igarape%20azul&cidade_id=1302603&situacao_cadastral=Ativa');
    expect(faults).toEqual([]);
  },
  BROWSER_TIMEOUT_MS,
);

/** Base addresses that differ by host alone, and by host and path, each with an operation of either API. */
const APART = [
  {
    variables: { PUBLIC_BASE_URL: 'http://localhost:3000', COMMERCIAL_BASE_URL: 'http://127.0.0.1:3001' },
    ...{ docs: '/docs', tag: 'api-comercial', place: '/cnpj-raiz/{cnpj_raiz}' },
    asked: 'http://127.0.0.1:3001/cnpj-raiz/98765432',
    // Brought to the public host, where it is no address.
    status: 404,
  },
  {
    variables: { PUBLIC_BASE_URL: 'http://localhost:3000/a', COMMERCIAL_BASE_URL: 'http://127.0.0.1:3001/b' },
    ...{ docs: '/a/docs', tag: 'api-p%C3%BAblica', place: '/a/cnpj/{cnpj}' },
    asked: 'http://localhost:3000/a/cnpj/98765432000198',
    status: 200,
  },
];

test.each(APART)(
  'with the APIs apart an operation is tried where it is: $asked',
  async ({ variables, docs, tag, place, asked, status }) => {
    await using apart = await launchService({ registry: desk.registry, variables });
    const apartOrigin = `http://127.0.0.1:${apart.port}`;
    await using watched = await openPage(browser, apartOrigin);
    const { page } = watched;
    // The documented address is not that of the test's service: what is sent there is brought here.
    await page.route(/:300[01]\//, async (route) => {
      const url = route
        .request()
        .url()
        .replace(/^http:\/\/[^/]*/, apartOrigin);
      await route.fulfill({ response: await route.fetch({ url }) });
    });
    const sent = page.waitForRequest(/:300[01]\//);
    await page.goto(`${apartOrigin}${docs}#tag/${tag}/GET${place}`);
    await page.getByRole('button', { name: `Testar Requisição (get ${place})` }).click();
    await page
      .getByRole('button', { name: /^Enviar/ })
      .first()
      .click();
    const request = await sent;
    expect(request.url()).toBe(asked);
    expect((await request.response())?.status()).toBe(status);
  },
  BROWSER_TIMEOUT_MS,
);

test('the script may be kept for ever, under an address that tells what it contains', async () => {
  const html = await (await service.ask('/docs')).text();
  const [, name = ''] = /src="docs\/(scalar-[0-9a-f]{12}\.js)"/.exec(html) ?? [];
  const answer = await service.ask(`/docs/${name}`);
  expect(answer.headers.get('content-type')).toBe('text/javascript; charset=utf-8');
  expect(answer.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
  expect(answer.headers.get('content-encoding')).toBe('gzip');
  expect((await answer.text()).length).toBeGreaterThan(1_000_000);
  expect((await service.ask('/docs/scalar-000000000000.js')).status).toBe(404);
});

/** Every page and file, with who may be sure of what it is. */
const FILES = ['/', '/docs', '/openapi.json'] as const;

test.each(FILES)('%s is guarded by its headers, and comes once', async (path) => {
  const answer = await service.ask(path);
  const headers = Object.fromEntries(answer.headers);
  expect(headers).toMatchObject({
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
    'cache-control': 'no-cache',
    vary: 'Accept-Encoding',
  });
  expect(headers.ratelimit).toBeUndefined();
  const etag = headers.etag ?? '';
  const again = await service.ask(path, { headers: { 'if-none-match': etag } });
  expect([again.status, await again.text(), again.headers.get('etag')]).toEqual([304, '', etag]);
  const plain = await service.ask(path, { headers: { 'accept-encoding': 'identity' } });
  expect(plain.headers.get('content-encoding')).toBeNull();
  expect(await plain.text()).toBe(await answer.text());
  expect(plain.headers.get('etag')).not.toBe(etag);
  const head = await service.ask(path, { method: 'HEAD' });
  expect([head.status, await head.text()]).toEqual([200, '']);
  expect((await service.ask(path, { method: 'POST' })).status).toBe(405);
});

test.each(['/', '/docs'])('%s may load nothing of others, and stand in no frame', async (path) => {
  const policy = (await service.ask(path)).headers.get('content-security-policy') ?? '';
  const directives = new Map(
    policy.split('; ').map((directive): [string, string] => {
      const [name = '', ...sources] = directive.split(' ');
      return [name, sources.join(' ')];
    }),
  );
  expect(directives.get('default-src')).toBe("'none'");
  expect(directives.get('frame-ancestors')).toBe("'none'");
  expect(directives.get('script-src')).toMatch(/^'self'( 'sha256-[A-Za-z0-9+/=]+')*$/);
});
