import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { makeFolder } from '../state/scratch.ts';
import { goldenFixture } from '../support/fixture.ts';
import { GOLDEN } from '../support/fixture-companies.ts';
import { type LaunchedService, launchService } from '../support/service.ts';
import { runCommand } from './command-line.ts';

const CNPJS = Object.values(GOLDEN);

let ours: LaunchedService;

beforeAll(async () => {
  ours = await launchService({ registry: await goldenFixture() });
});

afterAll(async () => await ours[Symbol.asyncDispose]());

/** A record of ours as JSON, of which a service may make another. */
type Body = Record<string, unknown> & { readonly estabelecimento: Record<string, unknown> };

/** A service that answers with our records as it writes them itself, and counts what it was asked. */
function startStranger(rewrite: (body: Body, request: Request) => unknown) {
  let asked = 0;
  const server = Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    fetch: async (request) => {
      asked += 1;
      const answer = await ours.ask(new URL(request.url).pathname);
      const body: Body = JSON.parse(await answer.text());
      const rewritten = rewrite(body, request);
      return typeof rewritten === 'string' ? new Response(rewritten) : Response.json(rewritten);
    },
  });
  return {
    host: `127.0.0.1:${server.port}`,
    asked: () => asked,
    [Symbol.asyncDispose]: () => server.stop(true),
  };
}

/** Compares our registry with a service at an address. */
async function compare(address: string, ...words: readonly string[]) {
  using folder = makeFolder();
  const file = join(folder.path, 'cnpjs.txt');
  writeFileSync(file, CNPJS.join('\n'));
  const fixed = ['--with', address, '--cnpjs', file, '--per-minute', '6000', '--data', ours.dataDir];
  return await runCommand(['compare', ...fixed, ...words]);
}

describe('a service whose fields have other types', () => {
  /** Every field of the record otherwise than we write it, but still of this company. */
  const REWRITE = (body: Body) => ({
    ...body,
    capital_social: Number(body.capital_social),
    atualizado_em: null,
    socios: 'none',
    natureza_juridica: [],
    estabelecimento: { ...body.estabelecimento, cnpj: `${body.estabelecimento.cnpj}`.toLowerCase() },
  });

  test('is compared, each asked for once, and the types are differences like others', async () => {
    await using stranger = startStranger(REWRITE);
    const { code, out } = await compare(`http://${stranger.host}`, '--json');
    const report = JSON.parse(out);
    expect(report).toMatchObject({
      compared: CNPJS.length,
      different: CNPJS.length,
      failed: [],
      stopped: [],
    });
    const counts = Object.fromEntries(
      report.fields.map(({ path, count }: { path: string; count: number }) => [path, count]),
    );
    expect(counts).toMatchObject({ capital_social: CNPJS.length, socios: CNPJS.length });
    expect(
      report.fields.find(({ path }: { path: string }) => path === 'capital_social').example,
    ).toMatchObject({
      here: expect.any(String),
      there: expect.any(Number),
    });
    expect(stranger.asked()).toBe(CNPJS.length);
    expect(code).toBe(0);
  });
});

describe('an answer that cannot be compared', () => {
  test.each<[name: string, rewrite: (body: Body) => unknown, said: string]>([
    ['no JSON', () => '<html>', 'no company record: it is no JSON'],
    ['a list', () => [], 'no company record: it is no JSON object'],
    ['no establishment', ({ estabelecimento, ...rest }) => rest, 'it has no estabelecimento.cnpj'],
    [
      'another company',
      (body) => ({ ...body, estabelecimento: { cnpj: '1' } }),
      'the record of another CNPJ, 1',
    ],
  ])('%s is told, and is asked for no second time', async (_name, rewrite, said) => {
    await using stranger = startStranger(rewrite);
    const { code, out } = await compare(`http://${stranger.host}`, '--json');
    const { compared, failed } = JSON.parse(out);
    expect(compared).toBe(0);
    expect(failed[0]).toMatchObject({ side: 'there', reason: expect.stringContaining(said) });
    // The pause after a failure is five seconds at first: with one an answer, this would take minutes.
    expect(stranger.asked()).toBe(Math.min(CNPJS.length, 8));
    expect(code).toBe(1);
  });
});

test('a service that stumbles is asked again', async () => {
  let stumbles = 2;
  await using stranger = Bun.serve({
    port: 0,
    fetch: async ({ url }) => {
      if (stumbles-- > 0) return new Response('', { status: 503 });
      return new Response(await (await ours.ask(new URL(url).pathname)).bytes());
    },
  });
  const { askPublicApi } = await import('../../src/commands/compare/public-api.ts');
  const found: string[] = [];
  const stopped = await askPublicApi({
    baseUrl: `http://localhost:${stranger.port}`,
    addressName: '--with',
    ...{ perMinute: 60_000, backoffMs: 1, cnpjs: [GOLDEN.empty], signal: new AbortController().signal },
    tell: (_cnpj, { kind }) => found.push(kind),
  });
  expect({ stopped, found }).toEqual({ stopped: undefined, found: ['record'] });
});

test('a user and a password stand nowhere in a report', async () => {
  await using stranger = startStranger((body, request) =>
    request.headers.has('authorization') ? body : '<html>',
  );
  for (const words of [[], ['--json'], ['--from', `http://ana:s3cret@${stranger.host}/`]]) {
    const { code, out, err } = await compare(`http://ana:s3cret@${stranger.host}/`, ...words);
    expect(out).toContain(stranger.host);
    expect(out + err).not.toMatch(/s3cret|ana:/);
    expect(code).toBe(0);
  }
});

test('names and values of another service cannot speak to the terminal', async () => {
  await using stranger = startStranger((body) => ({
    ...body,
    'x\u001b[2J\r\n\u202e': 1,
    ['y'.repeat(100_000)]: 1,
    razao_social: '\u009b2J',
  }));
  const { out } = await compare(`http://${stranger.host}`);
  expect(out).toContain('x\\u001b[2J\\u000d\\u000a\\u202e\n');
  expect(out).toContain('there "\\u009b2J"');
  expect(out.replaceAll('\n', '')).not.toMatch(/[\p{Cc}\p{Cf}]/u);
  expect(Math.max(...out.split('\n').map((line) => line.length))).toBeLessThan(300);
});

describe('a list that is no common file', () => {
  const MAIN = join(import.meta.dir, '../../src/main.ts');

  function compareByPipe(list: string) {
    const with_ = `http://127.0.0.1:${ours.port}`;
    const words = ['compare', '--with', with_, '--cnpjs', '/dev/fd/0', '--per-minute', '6000', '--json'];
    return Bun.spawn(['bash', '-c', 'cat | "$@"', '-', process.execPath, MAIN, ...words], {
      ...{ stdin: Buffer.from(list), stdout: 'pipe', stderr: 'pipe' },
      env: { ...process.env, DATA_DIR: ours.dataDir },
    });
  }

  test('is read where it is a pipe', async () => {
    const child = compareByPipe(CNPJS.join('\n'));
    expect(JSON.parse(await child.stdout.text())).toMatchObject({ asked: CNPJS.length, same: CNPJS.length });
    expect(await child.exited).toBe(0);
  });

  test('is read no further than a list may be long', async () => {
    const { code, err } = await runCommand(['compare', '--with', 'http://x', '--cnpjs', '/dev/zero']);
    expect(err).toContain('/dev/zero is larger than a list of');
    expect(code).toBe(2);
  });

  test('is told as a folder where it is one', async () => {
    using folder = makeFolder();
    const { code, err } = await runCommand(['compare', '--with', 'http://x', '--cnpjs', folder.path]);
    expect(err).toContain(`${folder.path} is a folder: give a file with a CNPJ a line.`);
    expect(code).toBe(2);
  });
});

test.each([
  ['6000', '7 CNPJs, 6000 a minute: a second or more.'],
  ['60', '7 CNPJs, 60 a minute: 6 seconds or more.'],
  ['3', '7 CNPJs, 3 a minute: 2 minutes or more.'],
])('at %s a minute it says how long it takes at the least', async (pace, said) => {
  await using stranger = Bun.serve({ port: 0, fetch: () => new Response('', { status: 404 }) });
  const { err } = await compare(`http://localhost:${stranger.port}`, '--per-minute', pace);
  expect(err).toBe(`${said}\n`);
});
