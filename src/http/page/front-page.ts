import { type Asset, createAsset, hashOf } from './asset.ts';
import css from './page.css' with { type: 'text' };
import html from './page.html' with { type: 'text' };
import js from './page.js' with { type: 'text' };

/** What the front page is made of, ready to be sent. */
export interface FrontPage {
  readonly page: Asset;
  /** Its script and style by the names that it asks for them by, below `page/`. */
  readonly files: ReadonlyMap<string, Asset>;
}

/** The page loads its own two files and asks this host: nothing else. */
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

/** Makes the front page; its files carry what they contain in their names, and may be kept for ever. */
export async function createFrontPage(): Promise<FrontPage> {
  const cssName = `page-${hashOf(css)}.css`;
  const jsName = `page-${hashOf(js)}.js`;
  const finished = html
    .replace('href="page.css"', `href="page/${cssName}"`)
    .replace('src="page.js"', `src="page/${jsName}"`);
  return {
    page: await createAsset(finished, {
      type: 'text/html; charset=utf-8',
      isNamedByContents: false,
      headers: { 'content-security-policy': POLICY },
    }),
    files: new Map([
      [cssName, await createAsset(css, { type: 'text/css; charset=utf-8', isNamedByContents: true })],
      [jsName, await createAsset(js, { type: 'text/javascript; charset=utf-8', isNamedByContents: true })],
    ]),
  };
}
