import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import * as fc from 'fast-check';
import type { Browser, Page, Route } from 'playwright-core';
import * as v from 'valibot';
import { checkDigits as digitsOf } from '../../src/domain/cnpj.ts';
import { checkDigits, readCnpj } from '../../src/http/page/files/cnpj.js';
import { formatCnpj } from '../../src/http/page/files/format.js';
import { PublicCompany } from '../../src/wire/company.ts';
import { BROWSER_TIMEOUT_MS, openPage, openPageDesk, type PageDesk } from './browser.ts';

const FIRST = '98765432000198';
const SECOND = '12ABC34501DE35';

describe('what is typed or pasted', () => {
  const characters = fc.constantFrom(...'0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ');
  const base = fc.array(characters, { minLength: 12, maxLength: 12 }).map((list) => list.join(''));

  test('has the check digits that the registry reckons', () => {
    fc.assert(fc.property(base, (text) => checkDigits(text) === digitsOf(text)));
  });

  test('is found in any text around it, however it is punctuated', () => {
    const between = fc.constantFrom('', '.', '/', '-', '–', ' ', '_', '\\', ' - ');
    const around = fc.constantFrom('', 'CNPJ: ', 'CNPJ nº ', '(', '\u200e', 'inscrita no ');
    fc.assert(
      fc.property(base, fc.array(between, { minLength: 4, maxLength: 4 }), around, (text, marks, before) => {
        const cnpj = text + digitsOf(text);
        const parts = [
          cnpj.slice(0, 2),
          cnpj.slice(2, 5),
          cnpj.slice(5, 8),
          cnpj.slice(8, 12),
          cnpj.slice(12),
        ];
        const typed = parts.map((part, index) => `${part}${marks[index] ?? ''}`).join('');
        expect(readCnpj(`${before}${typed};`)).toEqual({ cnpj });
        expect(readCnpj(` ${typed.toLowerCase()}\n`)).toEqual({ cnpj });
      }),
    );
  });

  test.each([
    ['', 'Informe um CNPJ', 'São 14 caracteres'],
    ['.../-', 'Informe um CNPJ', 'São 14 caracteres'],
    ['98.765.432', 'CNPJ incompleto', 'foram informados 8'],
    ['987654320001987', 'CNPJ com caracteres a mais', 'foram informados 15'],
    ['9876543200019A', 'CNPJ inválido', 'são dígitos'],
    [
      'CNPJ: 98.765.432/0001-99',
      'CNPJ inválido',
      '98.765.432/0001-99 tem dígitos verificadores inválidos (o correto seria 98)',
    ],
  ])('%p is told apart: %s', (text, titulo, details) => {
    const { cnpj, problem } = readCnpj(text);
    expect(cnpj).toBeUndefined();
    expect(problem?.titulo).toBe(titulo);
    expect(problem?.detalhes).toContain(details);
  });
});

describe('the page', () => {
  let desk: PageDesk;
  let browser: Browser;
  let origin: string;

  beforeAll(async () => {
    desk = await openPageDesk();
    ({ browser, origin } = desk);
  });

  afterAll(() => desk[Symbol.asyncDispose]());

  const field = (page: Page) => page.getByLabel('CNPJ, com ou sem pontuação');
  const ask = async (page: Page, cnpj: string) => {
    await field(page).fill(cnpj);
    await field(page).press('Enter');
  };
  const shown = (page: Page, cnpj: string) => page.getByRole('article').getByText(formatCnpj(cnpj)).waitFor();

  test(
    'goes through its lookups by the history',
    async () => {
      await using watched = await openPage(browser, origin);
      const { page, faults } = watched;
      await page.goto(`${origin}/`);
      await ask(page, FIRST);
      await shown(page, FIRST);
      await ask(page, `CNPJ nº ${formatCnpj(SECOND).toLowerCase()}`);
      await shown(page, SECOND);
      expect(page.url()).toBe(`${origin}/?cnpj=${SECOND}`);
      expect(await page.locator('#example').textContent()).toBe(`curl ${origin}/cnpj/${SECOND}`);
      await page.goBack();
      await shown(page, FIRST);
      expect(await field(page).inputValue()).toBe(formatCnpj(FIRST));
      await page.goBack();
      await page.getByRole('article').waitFor({ state: 'detached' });
      expect(page.url()).toBe(`${origin}/`);
      await page.goForward();
      await shown(page, FIRST);
      expect(faults).toEqual([]);
    },
    BROWSER_TIMEOUT_MS,
  );

  test(
    'lets a new lookup end the one before, and shows meanwhile that it is busy',
    async () => {
      await using watched = await openPage(browser, origin);
      const { page, faults } = watched;
      await page.goto(`${origin}/`);
      await ask(page, FIRST);
      await shown(page, FIRST);
      await page.route('**/cnpj/98765432000279', () => undefined);
      await ask(page, '98765432000279');
      await page.locator('#result[aria-busy="true"]').waitFor();
      expect(await page.getByRole('button').textContent()).toBe('Consultando…');
      await ask(page, SECOND);
      await shown(page, SECOND);
      expect(await page.locator('#result').getAttribute('aria-busy')).toBe('false');
      expect(await page.getByRole('button').textContent()).toBe('Consultar');
      expect(faults).toEqual([]);
    },
    BROWSER_TIMEOUT_MS,
  );

  /** What may come instead of an answer of ours, and what is said of it. */
  const FAILURES: readonly (readonly [name: string, answer: (route: Route) => unknown, said: string])[] = [
    ['no connection', (route) => route.abort('connectionrefused'), 'Verifique a sua conexão'],
    ['a 502 of a proxy', (route) => route.fulfill({ status: 502, body: '<h1>Bad</h1>' }), '(HTTP 502)'],
    [
      'a 429 of a proxy',
      (route) => route.fulfill({ status: 429, headers: { 'retry-after': '7' }, body: '' }),
      'Nova consulta em 7 segundos.',
    ],
    ['a page of others', (route) => route.fulfill({ body: '<p>login</p>' }), '(HTTP 200)'],
  ];

  test.each(FAILURES)(
    'tells %s',
    async (_name, answer, said) => {
      await using watched = await openPage(browser, origin);
      const { page } = watched;
      await page.route('**/cnpj/*', answer);
      await page.goto(`${origin}/?cnpj=${FIRST}`);
      await page.getByRole('alert').getByText(said).waitFor();
      expect(await field(page).getAttribute('aria-invalid')).toBeNull();
    },
    BROWSER_TIMEOUT_MS,
  );

  test(
    'waits for an answer no longer than fifteen seconds',
    async () => {
      await using watched = await openPage(browser, origin);
      const { page } = watched;
      await page.clock.install();
      await page.route('**/cnpj/*', () => undefined);
      await page.goto(`${origin}/?cnpj=${FIRST}`);
      await page.locator('#result[aria-busy="true"]').waitFor({ state: 'attached' });
      await page.clock.fastForward(15_000);
      await page.getByRole('alert').getByText('não respondeu em 15 segundos').waitFor();
    },
    BROWSER_TIMEOUT_MS,
  );

  test(
    'folds long lists, counts them, and fits a narrow screen and paper',
    async () => {
      await using watched = await openPage(browser, origin);
      const { page, faults } = watched;
      const record = v.parse(PublicCompany, await (await fetch(`${origin}/cnpj/${FIRST}`)).json());
      const [partner] = record.socios;
      const company = { ...partner, nome: 'HOLDING', cpf_cnpj_socio: SECOND };
      const socios = [company, ...Array.from({ length: 30 }, () => partner)];
      const long = 'WWW.LOJADOSMELHORESPRODUTOSDOBRASIL.COM.BR'.repeat(3);
      const estabelecimento = { ...record.estabelecimento, nome_fantasia: long, situacao_especial: 'FALIDO' };
      await page.route('**/cnpj/*', (route) =>
        route.fulfill({ json: { ...record, socios, estabelecimento } }),
      );
      await page.setViewportSize({ width: 320, height: 800 });
      await page.goto(`${origin}/?cnpj=${FIRST}`);
      await page.getByText('Sócios e administradores (31)').waitFor();
      expect(await page.evaluate('document.documentElement.scrollWidth - innerWidth')).toBeLessThanOrEqual(0);
      expect(await page.locator('.marks').textContent()).toMatch(/Ativa\s+FALIDO/);
      const hidden = page.locator('details li').first();
      expect(await hidden.isVisible()).toBeFalse();
      await page.getByText('Mostrar mais 21').click();
      expect(await hidden.isVisible()).toBeTrue();
      const link = page.getByRole('link', { name: 'HOLDING' });
      expect(await link.getAttribute('href')).toBe(`?cnpj=${SECOND}`);
      await page.emulateMedia({ media: 'print' });
      expect(await page.getByRole('button').isVisible()).toBeFalse();
      expect(await page.getByRole('article').isVisible()).toBeTrue();
      expect(faults).toEqual([]);
    },
    BROWSER_TIMEOUT_MS,
  );
});
