import { Database } from 'bun:sqlite';
import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseConfig } from '../../src/config.ts';
import { AddressBook } from '../../src/http/address.ts';
import { startServer } from '../../src/http/server.ts';
import type { Services } from '../../src/http/services.ts';
import { createLog } from '../../src/log.ts';
import { packKey } from '../../src/registry/key.ts';
import { type Fixture, goldenFixture } from '../support/fixture.ts';
import { GOLDEN } from '../support/fixture-companies.ts';
import { bear, type LaunchedService, launchService } from '../support/service.ts';
import { type ErrorForm, expectError } from './wire-form.ts';

let registry: Fixture;
let service: LaunchedService;

beforeAll(async () => {
  registry = await goldenFixture();
  service = await launchService({ registry, variables: { BODY_LIMIT: '1024' } });
});

afterAll(() => service[Symbol.asyncDispose]());

const FORM = 'deve ter 14 caracteres: 12 letras ou dígitos e 2 dígitos verificadores';
const BARE = 'deve ser enviado sem pontos, barra ou hífen';
const DIGITS = 'tem dígitos verificadores inválidos (o correto seria 16)';

function badCnpj(problem: string): ErrorForm {
  const details = `O CNPJ informado é inválido: ${problem}.`;
  return { status: 400, details, validation: [`cnpj: ${problem}`] };
}

/** What a path has in the place of a CNPJ, and what is wrong with it. */
const CNPJS: readonly (readonly [text: string, form: ErrorForm])[] = [
  ['5060708000011', badCnpj(FORM)],
  ['506070800001160', badCnpj(FORM)],
  ['50607080000117', badCnpj(DIGITS)],
  ['5060708000011X', badCnpj(FORM)],
  ['50.607.080%2F0001-16', badCnpj(BARE)],
  ['50607080-000116', badCnpj(BARE)],
  ['50.607.080/0001-16', badCnpj(BARE)],
  ['%20', badCnpj(FORM)],
  ['%00', badCnpj(FORM)],
  ['%zz', badCnpj(FORM)],
  ['%E0%A4%A', badCnpj(FORM)],
  ['５０６０７０８００００１１６', badCnpj(FORM)],
  ['1'.repeat(4_000), badCnpj(FORM)],
  ['50607080000205', { status: 404, details: 'O CNPJ 50607080000205 não foi encontrado.' }],
  ['12abc34501de34', badCnpj('tem dígitos verificadores inválidos (o correto seria 35)')],
];

describe.each([
  ['the public lookup', '/cnpj'],
  ['the commercial lookup', '/comercial/cnpj'],
])('%s', (_, prefix) => {
  test.each(CNPJS)('refuses %s', async (text, form) => {
    const answer = await service.ask(`${prefix}/${text}`, { headers: bear(service.tokens.basico) });
    await expectError(answer, form);
  });

  test('takes letters in either case, and parameters that it does not know', async () => {
    for (const text of ['12abc34501de35?x=1&x=2', '12ABC34501DE35?pagina=%zz', '12aBc34501dE35']) {
      const answer = await service.ask(`${prefix}/${text}`, { headers: bear(service.tokens.basico) });
      expect(await answer.json()).toMatchObject({ estabelecimento: { cnpj: '12ABC34501DE35' } });
    }
  });
});

/** A known path with a method that it does not take, and those it takes. */
const METHODS: readonly (readonly [method: string, path: string, allow: string, suframa: boolean])[] = [
  ['POST', `/cnpj/${GOLDEN.empty}`, 'GET, HEAD, OPTIONS', false],
  ['DELETE', `/comercial/cnpj/${GOLDEN.empty}`, 'GET, HEAD, OPTIONS', false],
  ['PUT', '/status', 'GET, HEAD, OPTIONS', false],
  ['PATCH', '/health/live', 'GET, HEAD, OPTIONS', false],
  ['POST', '/comercial/consumo', 'GET, HEAD, OPTIONS', false],
  ['GET', '/comercial/suframa', 'POST, OPTIONS', true],
  ['PUT', '/comercial/suframa', 'POST, OPTIONS', true],
];

test.each(METHODS)('%s %s is a 405 for a stranger too, with Allow', async (method, path, allow, suframa) => {
  const details = `O método ${method} não é aceito neste endereço. Use ${allow}.`;
  await expectError(await service.ask(path, { method }), {
    status: 405,
    details,
    suframa,
    headers: { allow },
  });
});

const UNKNOWN = [
  '/nada',
  '/cnpj',
  '/cnpj/',
  `/cnpj/${GOLDEN.empty}/`,
  `/CNPJ/${GOLDEN.empty}`,
  '/comercial',
  '/comercial/nada',
  `/comercial/cnpj/${GOLDEN.empty}/`,
  '/comercial/suframa/',
  '/metrics',
  '/constructor',
  '/__proto__',
] as const;

test.each(UNKNOWN)('%s is a 404 whoever asks and however', async (path) => {
  const form = { status: 404, details: 'Este endereço não existe.' };
  const headers = bear(service.tokens.premium);
  await expectError(await service.ask(path), form);
  await expectError(await service.ask(path, { headers }), form);
  await expectError(await service.ask(path, { method: 'OPTIONS' }), form);
  await expectError(await service.ask(path, { method: 'POST', body: '{"a":' }), form);
});

const TOO_LARGE: ErrorForm = {
  status: 413,
  details: 'O corpo da requisição passa do limite de 1024 bytes.',
  suframa: true,
};

/** Bytes that come in pieces, so that no Content-Length tells how many. */
function inPieces(pieces: number, bytes: number): ReadableStream<Uint8Array> {
  let left = pieces;
  return new ReadableStream({
    pull(controller) {
      if (left-- > 0) controller.enqueue(new Uint8Array(bytes).fill(0x20));
      else controller.close();
    },
  });
}

describe('a body beyond the limit', () => {
  const post = (body: RequestInit['body'], headers: Record<string, string> = bear(service.tokens.basico)) =>
    service.ask('/comercial/suframa', { method: 'POST', headers, body: body ?? null });

  test('is a 413, its length told beforehand or not', async () => {
    await expectError(await post(' '.repeat(1_025)), TOO_LARGE);
    await expectError(await post(inPieces(9, 128)), TOO_LARGE);
    await expectError(await post(' '.repeat(20 << 20)), TOO_LARGE);
  });

  test('is a 401 all the same for a stranger', async () => {
    expect((await post(' '.repeat(20 << 20), {})).status).toBe(401);
    expect((await post(inPieces(64, 65_536), {})).status).toBe(401);
  });

  test('is none at the limit exactly', async () => {
    const question = JSON.stringify({ cnpj: GOLDEN.registrations, inscricao: '622005188' });
    expect((await post(question.padEnd(1_024))).status).toBe(200);
  });
});

test('an announced body that never comes is refused before it does', async () => {
  const head = `POST /comercial/suframa HTTP/1.1\r\nHost: x\r\nx_api_token: ${service.tokens.basico}\r\n`;
  const { promise, resolve } = Promise.withResolvers<string>();
  const socket = connect(service.port, '127.0.0.1', () =>
    socket.write(`${head}Content-Length: 999999999999\r\n\r\n`),
  );
  socket.once('data', (bytes) => resolve(bytes.toString('utf8')));
  expect(await promise).toStartWith('HTTP/1.1 413 ');
  socket.destroy();
});

test('a fault of ours is a 500 with an id that the log has too, and nothing else', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'fault-'));
  const logPath = join(folder, 'log');
  const descriptor = openSync(logPath, 'w');
  const damage = (dataDir: string) => {
    const database = new Database(join(dataDir, 'registry.db'));
    database
      .query('UPDATE establishment SET record = ? WHERE key = ?')
      .run(Buffer.from('torn'), packKey(GOLDEN.partners));
    database.close();
  };
  const variables = { LOG_LEVEL: 'info' };
  const ids: string[] = [];
  {
    await using broken = await launchService({
      ...{ registry, variables, prepare: damage, logDescriptor: descriptor },
    });
    for (const path of [`/cnpj/${GOLDEN.partners}`, `/comercial/cnpj/${GOLDEN.partners}`]) {
      const answer = await broken.ask(path, { headers: bear(broken.tokens.basico) });
      const [id = ''] = /[0-9a-z]{6}-[0-9a-z]+/.exec(await answer.clone().text()) ?? [];
      const details = `Ocorreu um erro interno. Informe o código ${id} ao responsável pelo serviço.`;
      await expectError(answer, { status: 500, details });
      ids.push(id);
    }
    const other = await broken.ask(`/cnpj/${GOLDEN.empty}`);
    expect(other.status).toBe(200);
  }
  const log = readFileSync(logPath, 'utf8');
  const lines = log
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));
  rmSync(folder, { recursive: true });
  for (const id of ids) {
    expect(lines.filter((line) => line.id === id)).toEqual([
      expect.objectContaining({ level: 'error', msg: 'a request failed' }),
      expect.objectContaining({ level: 'error', status: 500, method: 'GET' }),
    ]);
  }
  expect(new Set(ids).size).toBe(2);
});

test('a fault in the exit of errors itself is a 500 too, and its query stays out of the log', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'fault-'));
  const logPath = join(folder, 'log');
  const log = createLog('info', openSync(logPath, 'w'));
  const journal = {
    add() {
      throw new Error('cannot read /comercial/cnpj/1?token=cnpj_secret');
    },
  };
  const config = parseConfig({ HOST: '127.0.0.1', PORT: '0' });
  // What answers here asks for nothing else.
  const services = { config, log, journal, addresses: new AddressBook([]) } as unknown as Services;
  const server = startServer(services);
  const answer = await fetch(`http://127.0.0.1:${server.port}/health/live?token=cnpj_secret`);
  const [id = ''] = /[0-9a-z]{6}-[0-9a-z]+/.exec(await answer.clone().text()) ?? [];
  const details = `Ocorreu um erro interno. Informe o código ${id} ao responsável pelo serviço.`;
  await expectError(answer, { status: 500, details });
  await server.stop();
  await log.close();
  const lines = readFileSync(logPath, 'utf8');
  rmSync(folder, { recursive: true });
  expect(lines).toContain(`"id":"${id}"`);
  expect(lines).toContain('cannot read /comercial/cnpj/1?…');
  expect(lines).not.toContain('secret');
});
