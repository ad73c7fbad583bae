import { type Browser, chromium, type Page } from 'playwright-core';
import type { Fixture } from '../support/fixture.ts';
import { type LaunchedService, launchService } from '../support/service.ts';
import { importDocumented } from './documented-registry.ts';

const EXECUTABLE = '/usr/bin/chromium';
/** No name is resolved but this machine's, so that what a page asks of another host fails and is seen. */
const FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--host-resolver-rules=MAP * ~NOTFOUND , EXCLUDE 127.0.0.1',
];

/** A browser, and a service of the documented companies for it to look at. */
export interface PageDesk extends AsyncDisposable {
  readonly browser: Browser;
  readonly registry: Fixture;
  readonly service: LaunchedService;
  readonly origin: string;
}

/** Starts Debian's chromium and the service; its disposal ends them. */
export async function openPageDesk(): Promise<PageDesk> {
  await using opened = new AsyncDisposableStack();
  const registry = opened.use(await importDocumented());
  const service = opened.use(await launchService({ registry }));
  const browser = await chromium.launch({ executablePath: EXECUTABLE, headless: true, args: FLAGS });
  opened.defer(() => browser.close());
  const desk = opened.move();
  return {
    ...{ browser, registry, service, origin: `http://127.0.0.1:${service.port}` },
    [Symbol.asyncDispose]: () => desk.disposeAsync(),
  };
}

/** How a page is looked at. */
export interface View {
  readonly width: number;
  readonly scheme: 'light' | 'dark';
}

/** A wide and a narrow screen, by day and by night. */
export const VIEWS: readonly View[] = [
  { width: 1280, scheme: 'light' },
  { width: 1280, scheme: 'dark' },
  { width: 390, scheme: 'light' },
  { width: 390, scheme: 'dark' },
];

/** Long enough for a browser on a machine that is busy with other tests. */
export const BROWSER_TIMEOUT_MS = 60_000;

/** A page, and everything that should not have happened on it: requests to others, errors, violations of the policy. */
export interface WatchedPage extends AsyncDisposable {
  readonly page: Page;
  readonly faults: readonly string[];
}

/** Opens a page of a service at an origin; `await using` closes it. */
export async function openPage(browser: Browser, origin: string): Promise<WatchedPage> {
  const context = await browser.newContext();
  const page = await context.newPage();
  page.setDefaultTimeout(BROWSER_TIMEOUT_MS);
  const faults: string[] = [];
  page.on('request', (request) => {
    const url = request.url();
    if (!url.startsWith(`${origin}/`) && !url.startsWith('data:')) faults.push(`asked ${url}`);
  });
  page.on('pageerror', (error) => faults.push(`threw ${error.message}`));
  page.on('console', (message) => {
    const isRefusal = message.text().startsWith('Failed to load resource: the server responded with');
    if (message.type() === 'error' && !isRefusal) faults.push(`complained ${message.text()}`);
  });
  await page.exposeFunction('reportViolation', (violation: string) => faults.push(`violated ${violation}`));
  await page.addInitScript(`
    addEventListener('securitypolicyviolation', (event) =>
      reportViolation(event.violatedDirective + ' ' + event.blockedURI + ' ' + event.sample));
  `);
  return { page, faults, [Symbol.asyncDispose]: () => context.close() };
}

/** Looks at a page in another way. */
export async function look(page: Page, { width, scheme }: View): Promise<void> {
  await page.setViewportSize({ width, height: 844 });
  await page.emulateMedia({ colorScheme: scheme });
}
