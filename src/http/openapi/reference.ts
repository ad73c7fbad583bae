import { swagger } from '@elysiajs/swagger';
import type { Config } from '../../config.ts';
import { SUMMARY, TITLE } from '../../wire/docs/guide.ts';
import type { DocsSettings } from '../../wire/docs/settings.ts';
import { type Asset, createAsset, hashOf } from '../page/asset.ts';
import { buildDocument } from './document.ts';
import type { JsonObject } from './json.ts';
import { readScalar } from './scalar.ts';
import { SCALAR_STYLE } from './scalar-style.ts';

/** The addresses, relative to each other: whatever stands before them, the page finds the document. */
const PAGE = '/docs';
const DOCUMENT = '/openapi.json';

/** What the documentation is made of, ready to be sent. */
export interface Reference {
  readonly page: Asset;
  readonly document: Asset;
  /** The script of the page, and the name that it asks for it by, below the page's own address. */
  readonly script: Asset;
  readonly scriptName: string;
}

/** What the documentation tells of a configuration. */
export function docsSettings(config: Config, version: string): DocsSettings {
  return {
    profile: config.WIRE_PROFILE,
    version,
    publicBaseUrl: config.PUBLIC_BASE_URL,
    commercialBaseUrl: config.COMMERCIAL_BASE_URL,
    publicPerMinute: config.PUBLIC_PER_MINUTE,
    basicoPerMinute: config.BASICO_PER_MINUTE,
    premiumPerMinute: config.PREMIUM_PER_MINUTE,
    basicoPerMonth: config.BASICO_PER_MONTH,
    premiumPerMonth: config.PREMIUM_PER_MONTH,
    strangerFailuresPerMinute: config.STRANGER_FAILURES_PER_MINUTE,
    bodyLimitBytes: config.BODY_LIMIT,
  };
}

/** What Scalar is told: nothing that leaves this host, and Portuguese. */
const SCALAR = {
  theme: 'default',
  customCss: SCALAR_STYLE,
  withDefaultFonts: false,
  telemetry: false,
  localization: { locale: 'pt' },
  agent: { disabled: true },
  mcp: { disabled: true },
  hideClientButton: true,
  showDeveloperTools: 'never',
  authentication: { preferredSecurityScheme: 'x_api_token' },
  documentDownloadType: 'json',
  defaultHttpClient: { targetKey: 'shell', clientKey: 'curl' },
};

/** What one of the plugin's two routes answers. */
async function ask(documentation: JsonObject, scriptName: string, path: string): Promise<string> {
  const plugin = swagger({
    path: PAGE,
    specPath: DOCUMENT,
    scalarCDN: `docs/${scriptName}`,
    // Both are newer than the plugin's types: OpenAPI 3.1, and options that its copy of Scalar's types lacks.
    documentation: documentation as object,
    scalarConfig: SCALAR as object,
  });
  const response = await plugin.handle(new Request(`http://localhost${path}`));
  return await response.text();
}

/** The mark of the front page, small enough for its address to be its contents. */
const ICON =
  "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 16 16'%3E%3Crect width='16' height='16' rx='3' fill='%230b6b53'/%3E%3Cpath d='M4 5h8M4 8h8M4 11h5' stroke='%23fff' stroke-width='1.6'/%3E%3C/svg%3E";

/**
 * What the plugin's page lacks: the reader's language, an icon, without which browsers ask for one, and the document's
 * address where Scalar now looks for it.
 */
const MENDED: readonly (readonly [part: string, by: string])[] = [
  ['<html>', '<html lang="pt-BR">'],
  ['<head>', `<head>\n    <link rel="icon" href="${ICON}" />`],
  ['"spec":{"url":"openapi.json"}', '"url":"openapi.json"'],
];

/** The plugin's page, mended, with the hashes of its inline scripts. Throws when a part to mend is not there. */
function finishPage(html: string): { html: string; hashes: readonly string[] } {
  let finished = html;
  for (const [part, by] of MENDED) {
    if (!finished.includes(part)) throw new Error(`The page of @elysiajs/swagger has no ${part} any more.`);
    finished = finished.replace(part, () => by);
  }
  const hashes = [...finished.matchAll(/<script(?![^>]*\ssrc=)[^>]*>([\s\S]*?)<\/script>/g)].map(
    ([, text = '']) => `'sha256-${new Bun.CryptoHasher('sha256').update(text).digest('base64')}'`,
  );
  return { html: finished, hashes };
}

/** What the page may load: our script, its styles, and answers of the two APIs. */
function contentPolicy(
  hashes: readonly string[],
  { publicBaseUrl, commercialBaseUrl }: DocsSettings,
): string {
  const origins = [publicBaseUrl, commercialBaseUrl].map((base) => new URL(base).origin);
  return [
    "default-src 'none'",
    `script-src 'self' ${hashes.join(' ')}`,
    // Scalar writes its styles into the page itself.
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data: blob:",
    "font-src 'self' data:",
    `connect-src ${[...new Set(["'self'", ...origins])].join(' ')}`,
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
}

/** Makes the documentation: the document and the page by @elysiajs/swagger, which knows nothing of our routes. */
export async function createReference(settings: DocsSettings): Promise<Reference> {
  const document = buildDocument(settings);
  const script = await readScalar();
  const scriptName = `scalar-${hashOf(script)}.js`;
  // The plugin writes the description into an attribute of the page: there it is one sentence.
  const title = { info: { title: TITLE, description: SUMMARY, version: settings.version } };
  const { html, hashes } = finishPage(await ask(title, scriptName, PAGE));
  return {
    page: await createAsset(html, {
      type: 'text/html; charset=utf-8',
      isNamedByContents: false,
      headers: { 'content-security-policy': contentPolicy(hashes, settings) },
    }),
    document: await createAsset(await ask(document, scriptName, DOCUMENT), {
      type: 'application/json; charset=utf-8',
      isNamedByContents: false,
      headers: { 'access-control-allow-origin': '*' },
    }),
    script: await createAsset(script, { type: 'text/javascript; charset=utf-8', isNamedByContents: true }),
    scriptName,
  };
}
