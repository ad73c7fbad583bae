import { ImportFailure } from '../failure.ts';
import {
  exchange,
  expectStatus,
  isTransient,
  type Patience,
  StatusError,
  showAddress,
  withRetries,
} from '../http-client.ts';
import { isMonth } from '../months.ts';
import { listFolder, NotWebdavError, openShare, type RemoteEntry, type Share } from './webdav.ts';

/** The share as it is today: where its months are, and which. */
export interface MonthShare {
  readonly share: Share;
  /** The folder that holds the months, relative to the share's root: empty, or ending in a slash. */
  readonly folder: string;
  /** The folders named `YYYY-MM`, newest first. */
  readonly months: readonly RemoteEntry[];
}

/** Where to look, and what was found there the last time. */
export interface ShareSearch {
  readonly baseUrl: string;
  readonly token?: string | undefined;
  /** The folder that held the months the last time: tried first, so that a quiet night costs one request. */
  readonly lastFolder?: string | undefined;
}

/** Both layouts that the Receita has published, 2026: months at the root, and months in a tree of open data. */
const MONTH_FOLDERS = ['', 'Dados/Cadastros/CNPJ/'];
const MAX_REDIRECTS = 5;

/**
 * Finds the share that has the months: the configured token's, or else the one that the site's front page redirects
 * to, since tokens change. Throws an error that says what to set when neither has any.
 */
export async function findMonths(search: ShareSearch, patience: Patience): Promise<MonthShare> {
  const tried: string[] = [];
  if (search.token !== undefined) {
    const found = await openMonths(openShare(search.baseUrl, search.token), search, patience);
    if (typeof found !== 'string') return found;
    tried.push(`the share of RECEITA_TOKEN: ${found}`);
  }
  const current = await followFrontPage(search.baseUrl, patience);
  if (typeof current === 'string') {
    tried.push(current);
  } else {
    const found = await openMonths(current, search, patience);
    if (typeof found !== 'string') return found;
    tried.push(`the share that the front page leads to: ${found}`);
  }
  throw new ImportFailure(
    `No share with months was found at ${search.baseUrl} (${tried.join('; ')}). Open the Receita's page of CNPJ ` +
      'files in a browser: its address has the form {RECEITA_URL}/index.php/s/{RECEITA_TOKEN}. Set both variables so.',
  );
}

/** Looks for months in a share; a text says why there are none. */
async function openMonths(
  share: Share,
  search: ShareSearch,
  patience: Patience,
): Promise<MonthShare | string> {
  const folders = new Set([
    ...(search.lastFolder === undefined ? [] : [search.lastFolder]),
    ...MONTH_FOLDERS,
  ]);
  let reason = '';
  for (const folder of folders) {
    try {
      const entries = await listFolder(share, folder, patience);
      const months = entries.filter((entry) => entry.isFolder && isMonth(entry.name));
      months.sort((a, b) => (a.name < b.name ? 1 : -1));
      if (months.length > 0) return { share, folder, months };
      reason ||= 'it has no folder named YYYY-MM';
    } catch (error) {
      if (!(error instanceof StatusError || error instanceof NotWebdavError)) throw error;
      reason ||= error.message;
      // A refused token is refused everywhere, and a server may lock out who insists.
      if (error instanceof StatusError && error.status !== 404) return reason;
    }
  }
  return reason;
}

/** Follows the front page's redirects up to an address `…/s/{token}`; a text says why there is none. */
async function followFrontPage(baseUrl: string, patience: Patience): Promise<Share | string> {
  let address = `${baseUrl}/`;
  for (let hops = 0; hops < MAX_REDIRECTS; hops++) {
    const request = { address };
    const { status, location } = await withRetries(
      () =>
        exchange(address, { redirect: 'manual' }, patience, async ({ response }) => {
          if (isTransient(response)) expectStatus(response, [], request);
          return { status: response.status, location: response.headers.get('location') };
        }),
      patience,
    );
    if (location === null || !URL.canParse(location, address)) {
      return `${showAddress(address)} answered ${status} without leading to a share`;
    }
    const target = new URL(location, address);
    address = target.href;
    const [, prefix = '', token] =
      /^(.*?)(?:\/index\.php)?\/s\/([A-Za-z0-9]{1,64})\/?$/.exec(target.pathname) ?? [];
    if (token !== undefined) return openShare(target.origin + prefix, token);
  }
  return `${baseUrl}/ redirects more than ${MAX_REDIRECTS} times`;
}
