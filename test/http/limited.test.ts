import { describe, expect, test } from 'bun:test';
import { goldenFixture } from '../support/fixture.ts';
import { GOLDEN } from '../support/fixture-companies.ts';
import { bear, launchService } from '../support/service.ts';
import { ENDPOINTS, type ErrorForm, expectError } from './wire-form.ts';

const START_MS = Date.parse('2026-11-21T12:27:55.000Z');
const LOOKUP = `/cnpj/${GOLDEN.empty}`;

/** A service whose clock stands still until it is set. */
async function launchAt(startMs: number, variables: Readonly<Record<string, string>> = {}) {
  const clock = { nowMs: startMs };
  const registry = await goldenFixture();
  const service = await launchService({
    ...{ registry, now: () => clock.nowMs },
    variables: { PUBLIC_PER_MINUTE: '3', ...variables },
  });
  /** The statuses of so many requests, one after the other. */
  const statuses = async (times: number, path: string, headers: Record<string, string> = {}) => {
    const found: number[] = [];
    for (let time = 0; time < times; time++) found.push((await service.ask(path, { headers })).status);
    return found;
  };
  return { clock, service, statuses, [Symbol.asyncDispose]: () => service[Symbol.asyncDispose]() };
}

/** The 429 of a limit that ends at a time that Brasília's clocks show so. */
function exceeded(limit: string, release: string, seconds: number, suframa = false): ErrorForm {
  const details = `Excedido o limite máximo de ${limit}. Liberação ocorrerá em ${release} (horário de Brasília).`;
  return { status: 429, details, suframa, headers: { 'retry-after': String(seconds) } };
}

/** The standing of the limit as an answer's headers tell it. */
function standing(answer: Response): [string | null, string | null] {
  return [answer.headers.get('ratelimit'), answer.headers.get('ratelimit-policy')];
}

describe('the public API', () => {
  test('answers three queries a minute, the fourth when the minute is over, told to the second', async () => {
    await using world = await launchAt(START_MS);
    const { clock, service } = world;
    for (const left of [2, 1, 0]) {
      const answer = await service.ask(LOOKUP);
      expect(answer.status).toBe(200);
      expect(standing(answer)).toEqual([`"default";r=${left};t=60`, '"default";q=3;w=60']);
    }
    const refused = await service.ask(LOOKUP);
    expect(standing(refused)).toEqual(['"default";r=0;t=60', '"default";q=3;w=60']);
    await expectError(refused, exceeded('3 consultas por minuto', '21/11/2026 09:28:55', 60));
    clock.nowMs += 59_999;
    const late = await service.ask(LOOKUP);
    expect(standing(late)).toEqual(['"default";r=0;t=1', '"default";q=3;w=60']);
    await expectError(late, exceeded('3 consultas por minuto', '21/11/2026 09:28:55', 1));
    clock.nowMs += 1;
    const first = await service.ask(LOOKUP);
    expect(first.status).toBe(200);
    expect(standing(first)).toEqual(['"default";r=2;t=60', '"default";q=3;w=60']);
  });

  test('tells a release between two seconds as the later one, so that who comes then is let in', async () => {
    await using world = await launchAt(START_MS + 1);
    await world.statuses(3, LOOKUP);
    await expectError(
      await world.service.ask(LOOKUP),
      exceeded('3 consultas por minuto', '21/11/2026 09:28:56', 60),
    );
  });

  test.each([
    ['a malformed CNPJ', '/cnpj/1', {}],
    ['one that is not there', '/cnpj/70809010000158', {}],
    ['HEAD', LOOKUP, { method: 'HEAD' }],
    ['a 304', LOOKUP, { headers: { 'if-none-match': '*' } }],
    ['a query with a token', LOOKUP, { headers: { x_api_token: 'x' } }],
  ])('counts %s', async (_, path, init) => {
    await using world = await launchAt(START_MS);
    for (let time = 0; time < 3; time++)
      expect((await world.service.ask(path, init)).status).toBeLessThan(429);
    expect(await world.statuses(1, LOOKUP)).toEqual([429]);
  });

  test.each([
    ['a preflight', LOOKUP, { method: 'OPTIONS' }],
    ['another method', LOOKUP, { method: 'POST' }],
    ['an unknown address', '/nada', {}],
    ['the status', '/status', {}],
    ['the health', '/health/ready', {}],
    ['the commercial API', `/comercial${LOOKUP}`, {}],
  ])('does not count %s', async (_, path, init) => {
    await using world = await launchAt(START_MS);
    for (let time = 0; time < 5; time++) await world.service.ask(path, init);
    expect(await world.statuses(4, LOOKUP)).toEqual([200, 200, 200, 429]);
  });

  test('believes no proxy header from a stranger', async () => {
    await using world = await launchAt(START_MS);
    const forge = (number: number) => ({
      'x-forwarded-for': `198.51.100.${number}`,
      forwarded: `for=198.51.100.${number}`,
      'x-real-ip': `198.51.100.${number}`,
    });
    for (let number = 0; number < 3; number++) await world.statuses(1, LOOKUP, forge(number));
    expect(await world.statuses(1, LOOKUP, forge(9))).toEqual([429]);
  });

  test('counts by address behind a trusted proxy, IPv6 by /64', async () => {
    await using world = await launchAt(START_MS, { TRUSTED_PROXIES: '127.0.0.0/8,::1' });
    const from = (address: string) => ({ 'x-forwarded-for': address });
    expect(await world.statuses(4, LOOKUP, from('203.0.113.7'))).toEqual([200, 200, 200, 429]);
    expect(await world.statuses(1, LOOKUP, from('203.0.113.8'))).toEqual([200]);
    expect(await world.statuses(2, LOOKUP, from('2001:db8:1:2::1'))).toEqual([200, 200]);
    expect(await world.statuses(2, LOOKUP, from('2001:db8:1:2:9::9'))).toEqual([200, 429]);
    expect(await world.statuses(1, LOOKUP, from('2001:db8:1:3::1'))).toEqual([200]);
    expect(await world.statuses(4, LOOKUP)).toEqual([200, 200, 200, 429]);
  });
});

describe('a subscriber', () => {
  const LIMITS = { BASICO_PER_MINUTE: '4', PREMIUM_PER_MINUTE: '6' };
  const GUARDED = `/comercial${LOOKUP}`;

  test('has one limit, whatever the token, the operation and the answer', async () => {
    await using world = await launchAt(START_MS, LIMITS);
    const { tokens } = world.service;
    expect(await world.statuses(1, GUARDED, bear(tokens.basico))).toEqual([200]);
    expect(await world.statuses(1, '/comercial/cnpj/1', { x_api_token: tokens.basicoToo })).toEqual([400]);
    expect(await world.statuses(1, '/comercial/pesquisa', bear(tokens.basico))).toEqual([403]);
    expect(await world.statuses(1, `/comercial/consumo?token=${tokens.basicoToo}`)).toEqual([200]);
    expect(await world.statuses(1, GUARDED, bear(tokens.basico))).toEqual([200]);
    for (const { path, method, body, plans, suframaErrors } of ENDPOINTS) {
      if (plans !== 'every') continue;
      const init = { method, headers: bear(tokens.basicoToo), ...(body === undefined ? {} : { body }) };
      const form = exceeded('4 consultas por minuto', '21/11/2026 09:28:55', 60, suframaErrors);
      await expectError(await world.service.ask(path, init), form);
    }
    expect(await world.statuses(7, GUARDED, bear(tokens.premium))).toEqual([...Array(6).fill(200), 429]);
    world.clock.nowMs += 60_000;
    expect(await world.statuses(5, GUARDED, bear(tokens.basico))).toEqual([...Array(4).fill(200), 429]);
  });

  test('hears where the limit stands', async () => {
    await using world = await launchAt(START_MS, LIMITS);
    const headers = bear(world.service.tokens.basico);
    const first = await world.service.ask(GUARDED, { headers });
    expect(standing(first)).toEqual(['"default";r=3;t=60', '"default";q=4;w=60']);
    world.clock.nowMs += 30_500;
    const second = await world.service.ask('/comercial/cnpj/1', { headers });
    expect(standing(second)).toEqual(['"default";r=2;t=30', '"default";q=4;w=60']);
  });

  test('has a monthly quota of queries, whose use can be seen when it is used up', async () => {
    await using world = await launchAt(START_MS, { BASICO_PER_MONTH: '3', BASICO_PER_MINUTE: '100' });
    const { tokens } = world.service;
    expect(await world.statuses(2, GUARDED, bear(tokens.basico))).toEqual([200, 200]);
    expect(await world.statuses(1, GUARDED, bear(tokens.basicoToo))).toEqual([200]);
    const refused = await world.service.ask(GUARDED, { headers: bear(tokens.basicoToo) });
    const seconds = (Date.parse('2026-12-01T03:00:00Z') - START_MS) / 1000;
    expect(standing(refused)).toEqual([`"month";r=0;t=${seconds}`, '"month";q=3']);
    await expectError(refused, exceeded('3 consultas por mês', '01/12/2026 00:00:00', seconds));
    const usage = await world.service.ask('/comercial/consumo', { headers: bear(tokens.basico) });
    expect(await usage.json()).toMatchObject({ data: [{ mes: 11, quantidade: 3 }] });
    expect(await world.statuses(4, GUARDED, bear(tokens.premium))).toEqual([200, 200, 200, 200]);
    world.clock.nowMs = Date.parse('2026-12-01T02:59:59.999Z');
    expect(await world.statuses(1, GUARDED, bear(tokens.basico))).toEqual([429]);
    world.clock.nowMs += 1;
    expect(await world.statuses(4, GUARDED, bear(tokens.basico))).toEqual([200, 200, 200, 429]);
  });
});

describe('requests that come in together', () => {
  const AT_ONCE = 40;

  test.each([
    ['a quota of the month', { BASICO_PER_MONTH: '3', BASICO_PER_MINUTE: '100' }],
    ['a limit of the minute', { BASICO_PER_MINUTE: '3' }],
  ])('get no more than %s allows', async (_, variables) => {
    await using world = await launchAt(START_MS, variables);
    const { service } = world;
    const headers = bear(service.tokens.basico);
    const paths = [`/comercial${LOOKUP}`, '/comercial/cnpj-raiz/30405060', '/comercial/cnpj/1'];
    const asked = Array.from({ length: AT_ONCE }, (_, at) =>
      service.ask(paths[at % paths.length] ?? '', { headers }),
    );
    const statuses = (await Promise.all(asked)).map(({ status }) => status);
    expect(statuses.filter((status) => status !== 429)).toHaveLength(3);
    world.clock.nowMs += 60_000;
    const usage = await service.ask('/comercial/consumo', { headers });
    expect(await usage.json()).toMatchObject({ data: [{ quantidade: 3 }] });
  });
});

test('a punctuated CNPJ is a query like any other', async () => {
  await using world = await launchAt(START_MS);
  const headers = bear(world.service.tokens.basico);
  expect(await world.statuses(1, '/comercial/cnpj/11.222.333/0001-81', headers)).toEqual([400]);
  const usage = await world.service.ask('/comercial/consumo', { headers });
  expect(await usage.json()).toMatchObject({ data: [{ quantidade: 1 }] });
});

describe('an address that fails to say who asks', () => {
  const GUARDED = `/comercial${LOOKUP}`;
  const from = (address: string) => ({ 'x-forwarded-for': address });
  const SHUT = exceeded('30 falhas de autenticação por minuto', '21/11/2026 09:28:55', 60);

  test('is shut out after more than thirty failures, and let in again a minute after the first', async () => {
    await using world = await launchAt(START_MS, { TRUSTED_PROXIES: '127.0.0.1' });
    const { service, clock } = world;
    const good = { ...from('203.0.113.7'), ...bear(service.tokens.basico) };
    expect(await world.statuses(1, GUARDED, good)).toEqual([200]);
    expect(await world.statuses(30, GUARDED, from('203.0.113.7'))).toEqual(Array(30).fill(401));
    expect(await world.statuses(1, GUARDED, good)).toEqual([200]);
    const last = { ...from('203.0.113.7'), ...bear(service.tokens.revoked) };
    expect(await world.statuses(1, GUARDED, last)).toEqual([401]);
    const refused = await service.ask(GUARDED, { headers: good });
    expect(standing(refused)).toEqual(['"failures";r=0;t=60', '"failures";q=30;w=60']);
    await expectError(refused, SHUT);
    for (const { path, method, suframaErrors } of ENDPOINTS) {
      const answer = await service.ask(path, { method, headers: from('203.0.113.7') });
      await expectError(answer, { ...SHUT, suframa: suframaErrors });
    }
    // The path comes first, the public API is open to all, and another address has not failed.
    expect(await world.statuses(1, '/comercial/nada', good)).toEqual([404]);
    expect(await world.statuses(1, LOOKUP, from('203.0.113.7'))).toEqual([200]);
    expect(await world.statuses(1, GUARDED, { ...good, ...from('203.0.113.8') })).toEqual([200]);
    clock.nowMs += 59_999;
    expect(await world.statuses(1, GUARDED, good)).toEqual([429]);
    clock.nowMs += 1;
    expect(await world.statuses(1, GUARDED, good)).toEqual([200]);
    expect(await world.statuses(1, GUARDED, from('203.0.113.7'))).toEqual([401]);
  });

  test('does not fail by asking for what the plan or the limit refuses', async () => {
    await using world = await launchAt(START_MS, {
      STRANGER_FAILURES_PER_MINUTE: '1',
      BASICO_PER_MINUTE: '3',
    });
    const headers = bear(world.service.tokens.basico);
    expect(await world.statuses(3, '/comercial/pesquisa', headers)).toEqual([403, 403, 403]);
    expect(await world.statuses(4, GUARDED, headers)).toEqual([200, 200, 200, 429]);
    expect(await world.statuses(2, GUARDED)).toEqual([401, 401]);
    expect(await world.statuses(1, GUARDED)).toEqual([429]);
  });
});
