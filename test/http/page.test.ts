import { afterAll, beforeAll, expect, test } from 'bun:test';
import { readFileSync } from 'node:fs';
import type { AxeResults } from 'axe-core';
import type { Browser, Page } from 'playwright-core';
import type { Fixture } from '../support/fixture.ts';
import { type LaunchedService, launchService } from '../support/service.ts';
import { BROWSER_TIMEOUT_MS, look, openPage, openPageDesk, type PageDesk, VIEWS } from './browser.ts';

const AXE = readFileSync(new URL('../../node_modules/axe-core/axe.min.js', import.meta.url), 'utf8');

let desk: PageDesk;
let registry: Fixture;
let service: LaunchedService;
let origin: string;
let browser: Browser;

beforeAll(async () => {
  desk = await openPageDesk();
  ({ registry, service, origin, browser } = desk);
});

afterAll(() => desk[Symbol.asyncDispose]());

/** What axe finds on a page as it stands. */
async function findBarriers(page: Page): Promise<string[]> {
  await page.evaluate(AXE);
  // The script just evaluated made `axe`, which the compiler cannot know.
  const results = (await page.evaluate('axe.run()')) as AxeResults;
  return results.violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(' ')}`);
}

/** How far the page reaches beyond its window, to the right. */
function overflowOf(page: Page): Promise<number> {
  return page.evaluate('document.documentElement.scrollWidth - innerWidth');
}

async function lookUp(page: Page, cnpj: string): Promise<void> {
  await page.getByLabel('CNPJ, com ou sem pontuação').fill(cnpj);
  await page.getByRole('button', { name: 'Consultar' }).click();
}

test(
  'it shows the registry, a company and a problem, without a barrier or a request to others',
  async () => {
    await using watched = await openPage(browser, origin);
    const { page, faults } = watched;
    const card = page.getByRole('article', { name: 'IGARAPE AZUL COMPONENTES ELETRONICOS LTDA' });
    const colours = new Set<string>();
    for (const view of VIEWS) {
      await look(page, view);
      await page.goto(`${origin}/`);
      await page.getByText('8 de agosto de 2026').waitFor();
      expect(await page.locator('.figure').allTextContents()).toEqual([
        'empresas2',
        'estabelecimentos3',
        'sócios2',
      ]);
      colours.add(await page.evaluate('getComputedStyle(document.body).backgroundColor'));
      expect(await findBarriers(page)).toEqual([]);

      await lookUp(page, '98.765.432/0001-98');
      await card.waitFor();
      const text = await card.textContent();
      for (const fact of ['Ativa', 'Sociedade Empresária Limitada', 'Manaus/AM', 'HELENA DUARTE CAMPELO'])
        expect(text).toContain(fact);
      expect(text).toMatch(/R\$\s250\.000,00/);
      expect(await overflowOf(page)).toBeLessThanOrEqual(0);
      expect(await findBarriers(page)).toEqual([]);

      await lookUp(page, '98765432000199');
      expect(await page.getByRole('alert').textContent()).toContain('tem dígitos verificadores inválidos');
      expect(await card.count()).toBe(0);
      expect(await overflowOf(page)).toBeLessThanOrEqual(0);
      expect(await findBarriers(page)).toEqual([]);
      expect(faults).toEqual([]);
    }
    expect(colours.size).toBe(2);
  },
  BROWSER_TIMEOUT_MS,
);

test(
  'an address with a CNPJ looks it up, and leaves out what a company lacks',
  async () => {
    await using watched = await openPage(browser, origin);
    const { page } = watched;
    await page.goto(`${origin}/?cnpj=12abc34501de35`);
    const card = page.getByRole('article');
    await card.waitFor();
    const text = await card.textContent();
    expect(text).toContain('12.ABC.345/01DE-35');
    expect(text).toContain('LISBOA · Portugal');
    expect(text).toMatch(/Situação especial\s*EM LIQUIDACAO, desde 20\/07\/2026/);
    expect(text).toMatch(/Sócios e administradores\s*Nenhum informado/);
    expect(text).not.toMatch(/Telefone|Simples|null|undefined/);
  },
  BROWSER_TIMEOUT_MS,
);

test(
  'a CNPJ that is too short is not asked for',
  async () => {
    await using watched = await openPage(browser, origin);
    const { page } = watched;
    await page.goto(`${origin}/`);
    const asked: string[] = [];
    page.on('request', (request) => asked.push(request.url()));
    await lookUp(page, '98.765.432');
    expect(await page.getByRole('alert').textContent()).toContain('foram informados 8');
    expect(asked.filter((url) => url.includes('/cnpj/'))).toEqual([]);
    expect(await page.getByLabel('CNPJ, com ou sem pontuação').getAttribute('aria-invalid')).toBe('true');
  },
  BROWSER_TIMEOUT_MS,
);

test(
  'past the limit it tells how long to wait, and asks no more before',
  async () => {
    await using busy = await launchService({ registry, variables: { PUBLIC_PER_MINUTE: '1' } });
    const busyOrigin = `http://127.0.0.1:${busy.port}`;
    await using watched = await openPage(browser, busyOrigin);
    const { page, faults } = watched;
    await page.goto(`${busyOrigin}/?cnpj=98765432000198`);
    await page.getByRole('article').waitFor();
    await lookUp(page, '12ABC34501DE35');
    const alert = page.getByRole('alert');
    await alert.waitFor();
    expect(await alert.textContent()).toContain('Excedido o limite máximo de 1 consultas por minuto');
    expect(await alert.textContent()).toMatch(/Nova consulta em \d+ segundos?\./);
    expect(await findBarriers(page)).toEqual([]);
    const asked: string[] = [];
    page.on('request', (request) => asked.push(request.url()));
    await page.getByLabel('CNPJ, com ou sem pontuação').press('Enter');
    expect(asked).toEqual([]);
    expect(faults).toEqual([]);
  },
  BROWSER_TIMEOUT_MS,
);

test(
  'without a registry it says so',
  async () => {
    await using empty = await launchService({ registry: undefined });
    await using watched = await openPage(browser, `http://127.0.0.1:${empty.port}`);
    const { page, faults } = watched;
    await page.goto(`http://127.0.0.1:${empty.port}/?cnpj=98765432000198`);
    await page.getByText('Ainda não há dados carregados').waitFor();
    expect(await page.getByRole('alert').textContent()).toContain('Serviço indisponível');
    expect(faults).toEqual([]);
  },
  BROWSER_TIMEOUT_MS,
);

test(
  'it leads to the documentation',
  async () => {
    await using watched = await openPage(browser, origin);
    const { page } = watched;
    await page.goto(`${origin}/`);
    await page.getByRole('link', { name: 'Documentação', exact: true }).click();
    expect(page.url()).toBe(`${origin}/docs`);
  },
  BROWSER_TIMEOUT_MS,
);

test(
  'below a path of its own every address still is its own',
  async () => {
    const variables = {
      PUBLIC_BASE_URL: 'http://localhost:3000/publica',
      COMMERCIAL_BASE_URL: 'http://localhost:3000/comercial',
    };
    await using nested = await launchService({ registry, variables });
    const nestedOrigin = `http://127.0.0.1:${nested.port}`;
    await using watched = await openPage(browser, nestedOrigin);
    const { page, faults } = watched;
    await page.goto(`${nestedOrigin}/publica?cnpj=98765432000198`);
    await page.getByRole('article').waitFor();
    expect(new URL(page.url()).pathname).toBe('/publica/');
    expect(faults).toEqual([]);
  },
  BROWSER_TIMEOUT_MS,
);

test('its files may be kept for ever, under addresses that tell what they contain', async () => {
  const html = await (await service.ask('/')).text();
  const addresses = [...html.matchAll(/(?:href|src)="(page\/[^"]+)"/g)].map(([, address]) => `/${address}`);
  expect(addresses).toHaveLength(2);
  for (const address of addresses) {
    const answer = await service.ask(address);
    expect(answer.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
    expect((await service.ask(address.replace(/page\/\w+/, 'page/0'))).status).toBe(404);
  }
  expect((await service.ask('/page/0/page.js')).status).toBe(404);
});
