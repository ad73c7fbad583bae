import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import fc from 'fast-check';
import { AnswerCache } from '../../src/http/answer-cache.ts';
import { listKey } from '../../src/http/list-answer.ts';
import { goldenFixture } from '../support/fixture.ts';
import { GOLDEN } from '../support/fixture-companies.ts';
import { bear, type LaunchedService, launchService } from '../support/service.ts';

const text = (bytes: Uint8Array | undefined) => bytes && Buffer.from(bytes).toString();
const bytesOf = (body: string) => Buffer.from(body);

/** Offers a body as often as it takes to be kept. */
function keep(cache: AnswerCache, key: string, body: string): void {
  cache.offer(key, bytesOf(body), 1);
  cache.offer(key, bytesOf(body), 1);
}

describe('an answer', () => {
  test('is kept from the second time on', () => {
    const cache = new AnswerCache(1 << 20);
    cache.offer('one', bytesOf('body'), 5);
    expect(cache.find('one')).toBeUndefined();
    cache.offer('one', bytesOf('body'), 5);
    expect(text(cache.find('one')?.body)).toBe('body');
    expect(cache.find('one')?.updatedMs).toBe(5);
  });

  test('is a copy: the bytes it was offered in are written over by the next', () => {
    const cache = new AnswerCache(1 << 20);
    const shared = bytesOf('first');
    cache.offer('one', shared, 0);
    cache.offer('one', shared, 0);
    shared.fill(0);
    expect(text(cache.find('one')?.body)).toBe('first');
  });

  test('is not kept when it is large, or when nothing is to be', () => {
    const cache = new AnswerCache(64 * 1024);
    keep(cache, 'large', 'x'.repeat(2048));
    expect(cache.find('large')).toBeUndefined();
    const none = new AnswerCache(0);
    keep(none, 'one', '');
    expect(none.find('one')).toBeUndefined();
    expect(none.bytes).toBe(0);
  });

  test('stays while it is asked for, whatever else comes by', () => {
    const cache = new AnswerCache(128 * 1024);
    keep(cache, 'wanted', 'body');
    for (let number = 0; number < 5_000; number++) {
      expect(text(cache.find('wanted')?.body)).toBe('body');
      keep(cache, `other ${number}`, 'x'.repeat(number % 900));
    }
  });
});

test('whatever is kept is what was offered under its key, within the bound', () => {
  const offers = fc.array(fc.tuple(fc.nat(40), fc.nat(900), fc.boolean()), { maxLength: 400 });
  fc.assert(
    fc.property(offers, (list) => {
      const cache = new AnswerCache(64 * 1024);
      for (const [key, length, asks] of list) {
        const body = `${key} `.repeat(length / 3);
        if (asks) {
          const found = text(cache.find(`${key}`)?.body);
          if (found !== undefined) expect(new Set(found.split(' '))).toEqual(new Set([`${key}`, '']));
        } else if (body !== '' && cache.find(`${key}`) === undefined) keep(cache, `${key}`, body);
        expect(cache.bytes).toBeLessThanOrEqual(64 * 1024);
      }
    }),
  );
});

describe('a list is kept under its address', () => {
  const origin = 'http://localhost:3000';

  test.each([
    '/comercial/cnpj-raiz/12345678',
    '/v1/pesquisa?cep=1',
    '/comercial/pesquisa?razao_social=A%20B&page=2',
  ])('%s', (path) => {
    expect(listKey(origin + path)).toBe(path);
    // Who names no host asks for the path alone.
    expect(listKey(path)).toBe(path);
  });

  test.each([
    ['it bears a token', '?token=secret'],
    ['it bears a token after others', '?page=2&token=secret'],
    ["a token's name is written otherwise", '?%74oken=secret'],
    ["a later token's name is written otherwise", '?page=2&tok%65n=secret'],
    ['it is long', `?razao_social=${'A'.repeat(512)}`],
  ])('but not where %s', (_, query) => {
    expect(listKey(`${origin}/comercial/pesquisa${query}`)).toBeUndefined();
  });
});

describe('asked again and again', () => {
  let service: LaunchedService;

  beforeAll(async () => {
    service = await launchService({ registry: await goldenFixture() });
  });

  afterAll(() => service[Symbol.asyncDispose]());

  test.each([
    `/cnpj/${GOLDEN.partners}`,
    `/comercial/cnpj/${GOLDEN.partners}`,
    `/comercial/cnpj-raiz/${GOLDEN.partners.slice(0, 8)}`,
    '/comercial/pesquisa?estado_id=35',
  ])('%s is answered the same, and counts each time', async (path) => {
    const seen: { body: string; headers: Record<string, string>; left: number }[] = [];
    for (let time = 0; time < 4; time++) {
      const answer = await service.ask(path, { headers: bear(service.tokens.premium) });
      expect(answer.status).toBe(200);
      const { ratelimit = '', date: _date, ...headers } = Object.fromEntries(answer.headers);
      const left = Number(/r=(\d+)/.exec(ratelimit)?.[1]);
      seen.push({ body: await answer.text(), headers, left });
    }
    const [first] = seen;
    for (const [time, { body, headers, left }] of seen.entries()) {
      expect({ body, headers }).toEqual({ body: first?.body ?? '', headers: first?.headers ?? {} });
      expect(left).toBe((first?.left ?? 0) - time);
    }
  });
});
