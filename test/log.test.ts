import { afterEach, beforeEach, describe, expect, test } from 'bun:test';
import { mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as v from 'valibot';
import { createLog } from '../src/log.ts';
import { goldenFixture } from './support/fixture.ts';
import { GOLDEN } from './support/fixture-companies.ts';
import { bear, launchService } from './support/service.ts';

/** A request's line, whole. */
const RequestLine = v.strictObject({
  level: v.picklist(['info', 'error']),
  time: v.pipe(v.string(), v.isoTimestamp()),
  id: v.pipe(v.string(), v.regex(/^[0-9a-z]{6}-[0-9a-z]+$/)),
  method: v.string(),
  route: v.string(),
  status: v.pipe(v.number(), v.integer()),
  ms: v.pipe(v.number(), v.minValue(0)),
  plan: v.optional(v.picklist(['basico', 'premium'])),
  subscriber: v.optional(v.pipe(v.number(), v.integer())),
});

let folder: string;
let path: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'log-'));
  path = join(folder, 'log');
});

afterEach(() => rmSync(folder, { recursive: true }));

/** The log's lines, each of which must be JSON. */
function readLines(): unknown[] {
  return readFileSync(path, 'utf8')
    .trimEnd()
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line));
}

const isRequest = (line: unknown): boolean => typeof line === 'object' && line !== null && 'route' in line;

const PLANS: Readonly<Record<number, 'basico' | 'premium'>> = { 1: 'basico', 2: 'premium' };
const NAME = 'FULANO DE TAL';

describe('every request is one line of JSON', () => {
  test('that has neither token, query, address nor what was searched for', async () => {
    const asked: { method: string; route: string; status: number; subscriber: number | undefined }[] = [];
    const secrets: string[] = [];
    {
      await using service = await launchService({
        registry: await goldenFixture(),
        variables: { LOG_LEVEL: 'info', TRUSTED_PROXIES: '127.0.0.1' },
        logDescriptor: openSync(path, 'w'),
      });
      const { basico, premium, revoked } = service.tokens;
      secrets.push(basico, premium, revoked, NAME, 'FULANO', 'fulano', '203.0.113.77', 'injected', 'token=');
      const ask = async (
        [method, route, subscriber]: [string, string, number?],
        address: string,
        init: RequestInit = {},
      ) => {
        const headers = new Headers(init.headers);
        headers.set('x-forwarded-for', '203.0.113.77');
        const answer = await service.ask(address, { ...init, method, headers });
        await answer.arrayBuffer();
        asked.push({ method, route, status: answer.status, subscriber });
      };
      const lookup = '/cnpj/:cnpj';
      const guarded = `/comercial${lookup}`;
      const search = '/comercial/pesquisa';
      const query = `razao_social=${encodeURIComponent(NAME)}`;
      await ask(['GET', lookup], `/cnpj/${GOLDEN.partners}?${query}`);
      await ask(['HEAD', lookup], `/cnpj/${GOLDEN.partners}`);
      await ask(['OPTIONS', lookup], `/cnpj/${GOLDEN.partners}`);
      await ask(['POST', lookup], `/cnpj/${GOLDEN.partners}`, { body: NAME });
      await ask(['GET', lookup], `/cnpj/${encodeURIComponent('"},{"injected":"')}`);
      await ask(['GET', ''], `/nada/${encodeURIComponent(NAME)}%0A{"injected":1}?token=${basico}`);
      await ask(['GET', guarded, 1], `/comercial/cnpj/${GOLDEN.partners}?token=${basico}`);
      await ask(['GET', guarded], `/comercial/cnpj/${GOLDEN.partners}?token=${revoked}`);
      await ask(['GET', guarded], '/comercial/cnpj/1', { headers: { x_api_token: `${NAME}"\\` } });
      await ask(['GET', search, 2], `/comercial/pesquisa?${query}`, { headers: bear(premium) });
      await ask(['GET', search, 2], `/comercial/pesquisa?socio_nome=&x=${NAME}`, { headers: bear(premium) });
      await ask(['GET', search, 1], `/comercial/pesquisa?${query}`, { headers: { x_api_token: basico } });
      await ask(['POST', '/comercial/suframa', 1], `/comercial/suframa?token=${basico}`, {
        body: JSON.stringify({ cnpj: NAME, inscricao: 'injected' }),
      });
    }
    const lines = readLines();
    const requests = lines.filter(isRequest).map((line) => v.parse(RequestLine, line));
    expect(
      requests.map(({ method, route, status, subscriber }) => ({ method, route, status, subscriber })),
    ).toEqual(asked);
    for (const { plan, subscriber } of requests) expect(plan).toBe(PLANS[subscriber ?? 0]);
    expect(new Set(requests.map(({ id }) => id)).size).toBe(asked.length);
    const text = readFileSync(path, 'utf8');
    for (const secret of secrets) expect(text).not.toContain(secret);
  });

  test.each([
    ['warn', 0],
    ['error', 0],
    ['silent', 0],
    ['debug', 1],
  ])('at the level %s there are %d of them', async (level, count) => {
    {
      await using service = await launchService({
        registry: await goldenFixture(),
        variables: { LOG_LEVEL: level },
        logDescriptor: openSync(path, 'w'),
      });
      await service.ask('/status');
    }
    expect(readLines().filter(isRequest)).toHaveLength(count);
  });
});

describe('an event', () => {
  test.each(['token', 'authorization', 'x_api_token', 'password', 'headers', 'query', 'url'])(
    'never shows what stands under the name %s',
    async (name) => {
      const log = createLog('info', openSync(path, 'w'));
      log.events.info({ [name]: 'hunter2', request: { [name]: 'hunter2' }, kept: 'yes' }, 'something');
      await log.close();
      expect(readFileSync(path, 'utf8')).not.toContain('hunter2');
      expect(readLines()).toEqual([
        expect.objectContaining({ level: 'info', msg: 'something', kept: 'yes', [name]: '…' }),
      ]);
    },
  );

  test('of a fault has its message and stack', async () => {
    const log = createLog('info', openSync(path, 'w'));
    log.events.error({ err: new TypeError('broken') }, 'it failed');
    await log.close();
    expect(readLines()).toMatchObject([{ level: 'error', err: { type: 'TypeError', message: 'broken' } }]);
  });

  test('comes out whole and in order with thousands of lines', async () => {
    const log = createLog('info', openSync(path, 'w'));
    for (let number = 0; number < 5_000; number++) log.writeLine?.(`{"number":${number}}\n`);
    await log.close();
    expect(readLines()).toEqual(Array.from({ length: 5_000 }, (_, number) => ({ number })));
  });
});
