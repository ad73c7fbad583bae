import { type Asset, createAsset, hashOf } from './asset.ts';
import baseCss from './files/base.css' with { type: 'text' };
import cardJs from './files/card.js' with { type: 'text' };
import cnpjJs from './files/cnpj.js' with { type: 'text' };
import factsJs from './files/facts.js' with { type: 'text' };
import formatJs from './files/format.js' with { type: 'text' };
import lookupJs from './files/lookup.js' with { type: 'text' };
import html from './files/page.html' with { type: 'text' };
import pageJs from './files/page.js' with { type: 'text' };
import registryJs from './files/registry.js' with { type: 'text' };
import resultCss from './files/result.css' with { type: 'text' };
import sectionsCss from './files/sections.css' with { type: 'text' };

const JAVASCRIPT = 'text/javascript; charset=utf-8';

/** The files of the page by their names: what they contain, and its type. */
const FILES: Readonly<Record<string, readonly [contents: string, type: string]>> = {
  'page.css': [[sectionsCss, resultCss, baseCss].join('\n'), 'text/css; charset=utf-8'],
  'page.js': [pageJs, JAVASCRIPT],
  'card.js': [cardJs, JAVASCRIPT],
  'cnpj.js': [cnpjJs, JAVASCRIPT],
  'facts.js': [factsJs, JAVASCRIPT],
  'format.js': [formatJs, JAVASCRIPT],
  'lookup.js': [lookupJs, JAVASCRIPT],
  'registry.js': [registryJs, JAVASCRIPT],
};

/** What the front page is made of, ready to be sent. */
export interface FrontPage {
  readonly page: Asset;
  /** Names all the files together, so that they find each other; they stand below `page/{edition}/`. */
  readonly edition: string;
  readonly files: ReadonlyMap<string, Asset>;
}

/** The page loads its own files and asks this host: nothing else. */
const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  'img-src data:',
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
].join('; ');

/** Makes the front page; the address of its files tells what they contain, so that they may be kept for ever. */
export async function createFrontPage(): Promise<FrontPage> {
  const edition = hashOf(JSON.stringify(FILES));
  const files = new Map<string, Asset>();
  for (const [name, [contents, type]] of Object.entries(FILES))
    files.set(name, await createAsset(contents, { type, isNamedByContents: true }));
  const page = await createAsset(html.replaceAll('="./files/', `="page/${edition}/`), {
    type: 'text/html; charset=utf-8',
    isNamedByContents: false,
    headers: { 'content-security-policy': POLICY },
  });
  return { page, edition, files };
}
