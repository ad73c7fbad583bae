import { Database } from 'bun:sqlite';
import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { copyFileSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import packageJson from '../../package.json';
import { startProgram } from '../support/program.ts';
import { bear } from '../support/service.ts';

const ROOT = join(import.meta.dir, '../..');

let folder: string;
let program: string;
/** Where the program is run: there is nothing in it but what the program makes. */
let empty: string;

async function runScript(...words: readonly string[]) {
  const command = [process.execPath, join(ROOT, 'scripts/build.ts'), ...words];
  const child = Bun.spawn(command, { cwd: folder, stdout: 'pipe', stderr: 'pipe' });
  const [out, err] = await Promise.all([
    new Response(child.stdout).text(),
    new Response(child.stderr).text(),
  ]);
  return { code: await child.exited, out, err };
}

/** Runs the program in the empty folder and an empty environment: no Bun and no Node can be found from there. */
async function run(...words: readonly string[]) {
  const child = Bun.spawn([program, ...words], { cwd: empty, env: {}, stdout: 'pipe', stderr: 'pipe' });
  const [out, err] = await Promise.all([
    new Response(child.stdout).text(),
    new Response(child.stderr).text(),
  ]);
  return { code: await child.exited, out, err };
}

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'build-'));
  empty = join(folder, 'empty');
  mkdirSync(empty);
  program = join(folder, 'dist', 'cnpj');
  const { code, err } = await runScript('--out', program);
  expect(err).toBe('');
  expect(code).toBe(0);
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

test('the build is one file', () => {
  expect(readdirSync(join(folder, 'dist'))).toEqual(['cnpj']);
});

test.each([
  [['--target', 'amiga'], 'There is no target amiga: linux-x64 or linux-arm64'],
  [['--target', 'linux-x64', '--target', 'linux-arm64', '--out', 'x'], '--out names one file'],
  [['--minify'], "Unknown option '--minify'"],
])('the build refuses %j', async (words, said) => {
  const { code, out, err } = await runScript(...words);
  expect(err).toContain(said);
  expect({ code, out }).toEqual({ code: 2, out: '' });
});

/** Every command that there is, with what it cannot do without. */
const COMMANDS: readonly string[] = [
  ...['', 'serve', 'import', 'status', 'systemd', 'sample --companies 1 --out x', 'version'],
  ...['compare --with http://x --cnpjs x', 'token', 'token issue --email a@example.com --plan basico'],
  ...['token list', 'token revoke', 'token rotate', 'token plan'],
];

test.each(COMMANDS.map((words) => [words]))(
  'cnpj %s teaches, and refuses what it does not know',
  async (text) => {
    const words = text.split(' ').filter((word) => word !== '');
    const [helped, refused] = await Promise.all([run(...words, '--help'), run(...words, '--unheard-of')]);
    expect(helped.out).toMatch(/\nExamples?:\n {2}\S/);
    expect({ code: helped.code, err: helped.err }).toEqual({ code: 0, err: '' });
    expect(refused.err).toContain("unknown option '--unheard-of'");
    expect({ code: refused.code, out: refused.out }).toEqual({ code: 2, out: '' });
  },
);

test.each(['constructor', 'nada'])('cnpj %s is wrong usage', async (word) => {
  const { code, out, err } = await run(word);
  expect(err).toContain(`unknown command '${word}'`);
  expect({ code, out }).toEqual({ code: 2, out: '' });
});

describe('from an empty folder', () => {
  test('it makes a sample, imports it, and a night finds nothing new', async () => {
    expect(await run('version')).toEqual({ code: 0, out: `${packageJson.version}\n`, err: '' });
    const inbox = 'data/inbox/2026-08';
    const sample = await run('sample', '--companies', '300', '--out', inbox);
    expect(sample.out).toContain(`${inbox} has 3`);
    const imported = await run('import', '--from', inbox);
    expect(imported.out).toContain('The registry of 2026-08-08 is in place.');
    expect(imported.code).toBe(0);
    const night = await run('import', '--nightly', '--offline');
    expect({ code: night.code, out: night.out }).toEqual({ code: 0, out: 'Nothing new.\n' });
  });

  test('it issues a token and serves: page, documentation, lookups, searches, and what is counted', async () => {
    const issued = await run('token', 'issue', '--email', 'ana@example.com', '--plan', 'premium', '--print');
    const headers = bear(issued.out.trimEnd());
    const variables = { HOST: '127.0.0.1', PORT: '0', ADMIN_PORT: '0' };
    const service = await startProgram(program, join(empty, 'data'), variables);
    const ask = (path: string) => fetch(`http://127.0.0.1:${service.port}${path}`, { headers });
    try {
      const page = await (await ask('/')).text();
      expect(page).toStartWith('<!doctype html>');
      const docs = await (await ask('/docs')).text();
      const script = /src="(docs\/[^"]+)"/.exec(docs)?.[1] ?? '';
      expect((await (await ask(`/${script}`)).bytes()).length).toBeGreaterThan(1_000_000);
      expect(await (await ask('/openapi.json')).json()).toMatchObject({
        openapi: expect.stringMatching(/^3\./),
      });
      const search = await ask('/comercial/pesquisa?situacao_cadastral=ativa&limite=1');
      const found: { data: string[] } = JSON.parse(await search.text());
      const [cnpj = ''] = found.data;
      for (const path of [`/cnpj/${cnpj}`, `/comercial/cnpj/${cnpj}`]) {
        expect(await (await ask(path)).json()).toMatchObject({ estabelecimento: { cnpj } });
      }
    } finally {
      await service.stop();
    }
    // What the service counted was written, at the latest as it stopped.
    const status = JSON.parse((await run('status', '--json')).out);
    expect(status.use.byOperation).toEqual({ cnpj: 1, raiz: 0, pesquisa: 1, suframa: 0 });
    expect(status.imports.last).toMatchObject({ outcome: 'unchanged', month: '2026-08' });
  });

  test('it names itself in the units', async () => {
    const { code, out } = await run('systemd');
    expect(out).toContain(`ExecStart=${program} serve --data /var/lib/cnpj\n`);
    expect(code).toBe(0);
  });

  test('a fault names our files and lines', async () => {
    // A registry that lacks a table is no failure that anything foresees.
    mkdirSync(join(empty, 'odd'));
    copyFileSync(join(empty, 'data/registry.db'), join(empty, 'odd/registry.db'));
    using registry = new Database(join(empty, 'odd/registry.db'));
    registry.exec('DROP TABLE establishment');
    writeFileSync(join(empty, 'cnpjs.txt'), '11222333000181\n');
    const words = ['--with', 'http://127.0.0.1:9', '--cnpjs', 'cnpjs.txt', '--data', 'odd'];
    const { code, err } = await run('compare', ...words);
    expect(err).toMatch(/src\/commands\/compare\/services\.ts:\d+/);
    expect(code).toBe(1);
  });
});

/** Files of HTTP cases: none of them has a clock of its own, so that the program answers every one. */
const HTTP_CASES = ['access', 'errors', 'caching', 'suframa', 'openapi'];

const HTTP_CASES_MS = 120_000;

test(
  'it answers the cases of the HTTP tests as the source does',
  async () => {
    const files = HTTP_CASES.map((name) => join('test/http', `${name}.test.ts`));
    const child = Bun.spawn([process.execPath, 'test', ...files], {
      cwd: ROOT,
      env: { ...process.env, CNPJ_PROGRAM: program },
      stdout: 'ignore',
      stderr: 'pipe',
    });
    const told = await new Response(child.stderr).text();
    expect(await child.exited, told).toBe(0);
    expect(Number(/(\d+) pass/.exec(told)?.[1])).toBeGreaterThan(250);
  },
  HTTP_CASES_MS,
);
