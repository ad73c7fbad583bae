import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseConfig } from '../../src/config.ts';
import { buildDocument } from '../../src/http/openapi/document.ts';
import { docsSettings } from '../../src/http/openapi/reference.ts';

const REDOCLY = join(import.meta.dir, '../../node_modules/@redocly/cli/bin/cli.js');
let folder: string;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'openapi-'));
});

afterAll(() => rmSync(folder, { recursive: true }));

/** Lints a document with the recommended rules; returns what the linter says, empty for nothing. */
async function lint(path: string): Promise<{ code: number; problems: unknown[] }> {
  const words = [process.execPath, REDOCLY, 'lint', path, '--extends', 'recommended', '--format', 'json'];
  const environment = { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' };
  const child = Bun.spawn(words, { cwd: folder, env: environment, stdout: 'pipe', stderr: 'pipe' });
  const text = await new Response(child.stdout).text();
  const { problems = [] } = JSON.parse(text.slice(text.indexOf('{')));
  return { code: await child.exited, problems };
}

describe.each(['spec', 'hosted'])('the document of the profile %s', (profile) => {
  test('has nothing that the linter minds', async () => {
    const config = parseConfig({
      WIRE_PROFILE: profile,
      PUBLIC_BASE_URL: 'https://publica.cnpj.exemplo.com.br',
      COMMERCIAL_BASE_URL: 'https://comercial.cnpj.exemplo.com.br',
    });
    const path = join(folder, `${profile}.json`);
    writeFileSync(path, JSON.stringify(buildDocument(docsSettings(config, '1.0.0'))));
    expect(await lint(path)).toEqual({ code: 0, problems: [] });
  });
});
