import { beforeAll, describe, expect, test } from 'bun:test';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import packageJson from '../package.json' with { type: 'json' };
import { parseConfig, VARIABLES } from '../src/config.ts';
import { Served } from '../src/http/served.ts';
import { buildWorld } from './support/world.ts';

const root = join(import.meta.dir, '..');
const readme = readFileSync(join(root, 'README.md'), 'utf8');

/** The rows of the table below a heading, each split in its cells, code marks taken off. */
function tableBelow(heading: string, first: string): string[][] {
  const section = readme.split(`\n## ${heading}\n`)[1]?.split('\n## ')[0] ?? '';
  const start = section.indexOf(`| ${first} |`);
  const table = section.slice(start).split('\n\n')[0] ?? '';
  return table
    .split('\n')
    .slice(2)
    .filter((line) => line.startsWith('|'))
    .map((line) =>
      line
        .split('|')
        .slice(1, -1)
        .map((cell) => cell.trim().replace(/^`(.*)`$/, '$1')),
    );
}

describe('the README', () => {
  test('lists every variable with its default', () => {
    const config: Readonly<Record<string, unknown>> = { ...parseConfig({}) };
    const rows = tableBelow('Settings', 'variable').map(([name, fallback]) => [name, fallback]);
    const expected = VARIABLES.map((name) => {
      const value = config[name];
      const none = value === undefined || (Array.isArray(value) && value.length === 0);
      return [name, none ? 'none' : String(value)];
    });
    expect(rows.sort()).toEqual(expected.sort());
  });

  test('lists every command', () => {
    const help = Bun.spawnSync([process.execPath, join(root, 'src/main.ts'), '--help']).stdout.toString();
    const commands = [...help.matchAll(/^ {2}([a-z]+)(?: \[|\s{2})/gm)].map(([, name = '']) => name);
    const listed = tableBelow('Commands', 'command').map(([name = '']) => name);
    expect(listed.sort()).toEqual(commands.filter((name) => name !== 'help').sort());
  });

  test('lists every script', () => {
    const listed = tableBelow('Commands', 'script').map(([name = '']) => name.replace('bun run ', ''));
    expect(listed.sort()).toEqual(Object.keys(packageJson.scripts).sort());
  });

  test('names no file that is not there', () => {
    const links = [...readme.matchAll(/\]\(((?!https?:|#)[^)]+)\)/g)].map(([, path = '']) => path);
    const folders = [...readme.matchAll(/^\| `(src\/[a-z]+)` \|/gm)].map(([, path = '']) => path);
    for (const path of [...links, ...folders]) {
      expect(Bun.spawnSync(['test', '-e', join(root, path)]).exitCode, path).toBe(0);
    }
    expect(folders.length).toBeGreaterThan(5);
  });

  test('names the version of Bun that the package asks for', () => {
    const versions = [...readme.matchAll(/bun@(\d+\.\d+\.\d+)/g)].map(([, version]) => version);
    expect(new Set(versions)).toEqual(new Set([packageJson.engines.bun]));
  });
});

describe('the first lookup', () => {
  let body = '';
  const [, cnpj = ''] = /curl -s localhost:3000\/cnpj\/([0-9A-Z]{14})/.exec(readme) ?? [];

  beforeAll(async () => {
    const world = await buildWorld({ companies: 20_000, seed: 1 });
    const served = new Served(world.path, { profile: 'spec', version: '0', nameWords: 0, answerBytes: 0 });
    const record = served.companies.viewCompany(cnpj);
    body = record === undefined ? '' : Buffer.from(served.presenter.presentPublic(record)).toString();
    served.close();
  });

  test('is the answer of the sample registry', () => {
    const [, shown = ''] = /<!-- first-lookup -->\n```json\n([\s\S]*?)\n```/.exec(readme) ?? [];
    expect(JSON.parse(body)).toEqual(JSON.parse(shown));
  });
});
