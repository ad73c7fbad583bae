import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { goldenFixture } from '../support/fixture.ts';
import { GOLDEN } from '../support/fixture-companies.ts';
import { sendRaw } from '../support/raw-request.ts';
import { type LaunchedService, launchService } from '../support/service.ts';

/** Where the APIs are: by path below no prefix and a short one, and by host below the same path. */
const MOUNTINGS = [
  ['by path', {}, '', '/comercial'],
  ['by a short path', { COMMERCIAL_BASE_URL: 'http://localhost:3000/v1' }, '', '/v1'],
  [
    'by host',
    { PUBLIC_BASE_URL: 'http://a.example/api/v1', COMMERCIAL_BASE_URL: 'http://b.example/api/v1' },
    '/api/v1',
    undefined,
  ],
] as const;

/** What clients send as Host that is no host; undefined where they send none, as HTTP/1.0 lets them. */
const HOSTS = [undefined, '', '[', 'a:b:c', '%zz', 'x/y', 'x?token=1', 'a'] as const;

/** A request whose connection ends with its answer. */
function request(path: string, host: string | undefined): string {
  const named = host === undefined ? '' : `Host: ${host}\r\n`;
  return `GET ${path} HTTP/1.${host === undefined ? 0 : 1}\r\nConnection: close\r\n${named}\r\n`;
}

describe.each(MOUNTINGS)(
  'an address without a usable host, told apart %s,',
  (_, variables, open, guarded) => {
    let folder: string;
    let logPath: string;
    let service: LaunchedService;

    beforeAll(async () => {
      folder = mkdtempSync(join(tmpdir(), 'hosts-'));
      logPath = join(folder, 'log');
      service = await launchService({
        registry: await goldenFixture(),
        variables: { ...variables, LOG_LEVEL: 'info', PUBLIC_PER_MINUTE: '1000' },
        logDescriptor: openSync(logPath, 'w'),
      });
    });

    afterAll(() => rmSync(folder, { recursive: true }));

    test.each(HOSTS)('is answered as any other: %p', async (host) => {
      const expected: Record<string, number> = {
        [`${open}/cnpj/${GOLDEN.empty}`]: 200,
        [`${open}/cnpj/1`]: 400,
        [`${open}/health/ready`]: 200,
        [`${open}/`]: 200,
        [`${open}/nada`]: 404,
        [`//nada/${GOLDEN.empty}?token=x`]: 404,
        ...(guarded && {
          [`${guarded}/cnpj/1?token=${service.tokens.premium}`]: 400,
          [`${guarded}/cnpj/${GOLDEN.empty}?token=${service.tokens.premium}`]: 200,
          [`${guarded}/pesquisa`]: 401,
          [`${guarded}/suframa`]: 405,
        }),
      };
      const found: Record<string, number> = {};
      for (const path of Object.keys(expected)) {
        const answer = await sendRaw(service.port, request(path, host));
        expect(answer).toMatch(/content-type: (?:application\/json|text\/html)/i);
        found[path] = Number(answer.slice('HTTP/1.1 '.length, 'HTTP/1.1 200'.length));
      }
      expect(found).toEqual(expected);
    });

    test('is counted by the address of its socket, and by what it asks for', async () => {
      const answer = await sendRaw(service.port, request(`${open}/cnpj/1`, undefined));
      const [, left] = /ratelimit: "default";r=(\d+)/i.exec(answer) ?? [];
      // Each host above has asked twice.
      expect(Number(left)).toBe(1000 - HOSTS.length * 2 - 1);
    });

    test('is never mistaken for another', async () => {
      if (guarded === undefined) return;
      const ask = async (query: string) => {
        const headers = `x_api_token: ${service.tokens.premium}\r\nConnection: close`;
        const said = await sendRaw(
          service.port,
          `GET ${guarded}/pesquisa?${query} HTTP/1.0\r\n${headers}\r\n\r\n`,
        );
        return said.slice(said.indexOf('\r\n\r\n') + 4);
      };
      const first = await ask('estado_id=35');
      expect(await ask('estado_id=35')).toBe(first);
      expect(await ask('estado_id=35')).toBe(first);
      expect(await ask('porte_id=05')).toContain('"filtros_aplicados":{"porte_id":"05"}');
      expect(await ask('estranho=5')).toContain('"status":400');
    });

    test('leaves no token in the log, and no fault', async () => {
      await service[Symbol.asyncDispose]();
      const log = readFileSync(logPath, 'utf8');
      expect(log).toContain('"status":404');
      expect(log).not.toContain('token=');
      expect(log).not.toContain(service.tokens.premium);
      expect(log).not.toContain('"level":"error"');
    });
  },
);

test('the page moves who asks for it without its slash, with or without a host', async () => {
  await using service = await launchService({
    registry: await goldenFixture(),
    variables: { PUBLIC_BASE_URL: 'http://localhost:3000/aberta' },
  });
  for (const host of [undefined, 'localhost']) {
    const said = await sendRaw(service.port, request('/aberta?cnpj=1', host));
    expect(said).toStartWith('HTTP/1.1 308 ');
    expect(said).toMatch(/^location: \/aberta\/\?cnpj=1\r$/im);
  }
});

test('the metrics are told to who names no host', async () => {
  await using service = await launchService({ registry: await goldenFixture() });
  const port = Number(new URL(service.adminOrigin).port);
  expect(await sendRaw(port, request('/metrics', undefined))).toStartWith('HTTP/1.1 200 ');
  expect(await sendRaw(port, request('/nada', undefined))).toStartWith('HTTP/1.1 404 ');
});
