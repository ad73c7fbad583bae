import { afterEach, beforeEach, describe, expect, test } from 'bun:test';
import { readAddition } from '../../src/import/learn.ts';
import { askUpstream, type UpstreamRequest } from '../../src/import/upstream.ts';
import { readUpstreamRecord, UnusableRecordError } from '../../src/import/upstream-record.ts';
import type { Addition } from '../../src/state/additions.ts';

const BANK = '00000000000191';
const MOTOR = '41273592000130';
const LETTERS = '12ABC34501DE35';

/** A record as the public lookup of the hosted service answers it, in short. */
function record(cnpj: string, changes: Record<string, unknown> = {}) {
  return {
    cnpj_raiz: cnpj.slice(0, 8),
    razao_social: 'EMPRESA DE TESTE LTDA',
    capital_social: '1000.00',
    responsavel_federativo: '',
    atualizado_em: '2026-08-08T03:00:00.000Z',
    porte: { id: '01', descricao: 'Micro Empresa' },
    natureza_juridica: { id: '2062', descricao: 'Sociedade Empresária Limitada' },
    qualificacao_do_responsavel: { id: 49, descricao: 'Sócio-Administrador' },
    socios: [{ nome: 'FULANA DE TAL', tipo: 'Pessoa Física', qualificacao_representante: null }],
    simples: null,
    estabelecimento: {
      cnpj,
      situacao_cadastral: 'Ativa',
      atualizado_em: '2026-11-20T03:00:00.000Z',
      atividade_principal: { id: '6203100' },
      atividades_secundarias: [],
      motivo_situacao_cadastral: { id: 0, descricao: 'SEM MOTIVO' },
      estado: { id: 26, sigla: 'SP', ibge_id: 35 },
      cidade: { id: 3660, nome: 'Ourinhos', ibge_id: 3534708, siafi_id: '6795' },
      inscricoes_estaduais: [],
    },
    ...changes,
  };
}

type Reply = (cnpj: string) => Response | Promise<Response>;

const found: Reply = (cnpj) => Response.json(record(cnpj));
const absent: Reply = () =>
  Response.json({ status: 404, titulo: 'Não encontrado', detalhes: '', validacao: [] }, { status: 404 });
const status =
  (code: number, headers: Record<string, string> = {}): Reply =>
  () =>
    new Response('', { status: code, headers });

let server: ReturnType<typeof Bun.serve>;
/** What the next requests are answered with; then, each is found. */
let replies: Reply[];
let asked: string[];
let learnt: Addition[];
let absences: string[];
let failures: string[];

beforeEach(() => {
  [replies, asked, learnt, absences, failures] = [[], [], [], [], []];
  server = Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    fetch: (request) => {
      const cnpj = /^\/api\/cnpj\/(\w{14})$/.exec(new URL(request.url).pathname)?.[1];
      if (cnpj === undefined) return new Response('not here', { status: 404 });
      asked.push(cnpj);
      return (replies.shift() ?? found)(cnpj);
    },
  });
});

afterEach(() => server.stop(true));

function ask(cnpjs: Iterable<string>, request: Partial<UpstreamRequest<Addition>> = {}) {
  return askUpstream({
    baseUrl: `${server.url.origin}/api`,
    perMinute: 60_000,
    cnpjs,
    maxRequests: 100,
    addressName: 'UPSTREAM_URL',
    read: readAddition,
    onRecord: (addition) => learnt.push(addition),
    onAbsent: (cnpj) => absences.push(cnpj),
    onFailed: (cnpj, reason) => failures.push(`${cnpj}: ${reason}`),
    stallMs: 10_000,
    backoffMs: 1,
    ...request,
  });
}

describe('asking upstream', () => {
  test('hands over what is found, as it was received, and what nobody has', async () => {
    replies = [found, absent, found];
    const result = await ask([BANK, MOTOR, LETTERS]);
    expect(result).toEqual({ requests: 3, learnt: 2, absent: 1, failed: 0, stopped: undefined });
    expect(asked).toEqual([BANK, MOTOR, LETTERS]);
    expect(absences).toEqual([MOTOR]);
    expect(learnt.map(({ cnpj }) => cnpj)).toEqual([BANK, LETTERS]);
    expect(learnt[0]?.updatedAt).toBe('2026-11-20T03:00:00.000Z');
    expect(learnt[0]?.body).toBe(JSON.stringify(record(BANK)));
  });

  test('takes no more of the list than it may ask for', async () => {
    let taken = 0;
    function* endless() {
      for (;;) {
        taken += 1;
        yield BANK;
      }
    }
    const result = await ask(endless(), { maxRequests: 5 });
    expect(result).toMatchObject({
      requests: 5,
      learnt: 5,
      stopped: 'the 5 requests of this run are used up',
    });
    expect(taken).toBeLessThanOrEqual(6);
  });

  test.each([
    ['a limit', status(429, { 'retry-after': '0' }), 10_000],
    ['a pause', status(503), 10_000],
    ['a fault', status(500), 10_000],
    ['a stall', () => Bun.sleep(800).then(() => new Response()), 200],
  ])('asks again after %s', async (_what, reply: Reply, stallMs) => {
    replies = [reply, reply, found];
    expect(await ask([BANK], { stallMs })).toMatchObject({ requests: 3, learnt: 1, failed: 0 });
    expect(asked).toEqual([BANK, BANK, BANK]);
  });

  test('goes on with the next when one is stumbled over', async () => {
    replies = [status(500), status(500), status(500), found];
    expect(await ask([BANK, MOTOR])).toMatchObject({ requests: 4, learnt: 1, failed: 1, stopped: undefined });
    expect(failures).toEqual([
      expect.stringContaining(`${BANK}: GET ${server.url.origin}/api/cnpj/${BANK} answered 500`),
    ]);
  });

  test('counts repeated requests against the bound', async () => {
    replies = Array.from({ length: 50 }, () => status(429));
    const { requests } = await ask([BANK, MOTOR], { maxRequests: 4, maxFailures: 100 });
    expect(requests).toBe(4);
  });

  test('leaves a service alone that keeps failing, and says so', async () => {
    replies = Array.from({ length: 50 }, () => status(503));
    const { stopped, requests } = await ask([BANK, MOTOR, LETTERS], { maxFailures: 4 });
    expect(requests).toBe(4);
    expect(stopped).toMatch(/^4 failures in a row, the last: GET .*41273592000130 answered 503$/);
  });

  test('leaves a service alone that is not there', async () => {
    const gone = server.url.origin;
    await server.stop(true);
    const { stopped, learnt: count } = await ask([BANK, MOTOR], { baseUrl: gone, maxFailures: 3 });
    expect(count).toBe(0);
    expect(stopped).toMatch(/^3 failures in a row, the last: GET .*ECONNREFUSED/);
  });

  test.each([
    [
      'asks for a token',
      status(401),
      /answered 401: it does not serve this public API there\. Check UPSTREAM_URL/,
    ],
    ['has no such path', () => new Response('<html>', { status: 404 }), /answered 404: it does not serve/],
  ])('stops at once at a service that %s, and forgets nothing', async (_what, reply: Reply, reason) => {
    replies = [reply];
    const { stopped, requests } = await ask([BANK, MOTOR]);
    expect(stopped).toMatch(reason);
    expect(requests).toBe(1);
    expect([...absences, ...failures]).toEqual([]);
  });

  test('takes a refusal of the CNPJ for an absence', async () => {
    replies = [
      () =>
        Response.json(
          { status: 400, titulo: 'Requisição inválida', detalhes: 'CNPJ inválido' },
          { status: 400 },
        ),
    ];
    await ask([LETTERS]);
    expect(absences).toEqual([LETTERS]);
  });

  test('keeps nothing of a body that is no record of that company, nor asks for it again', async () => {
    replies = [
      () => new Response('<html>Manutenção</html>'),
      () => Response.json({ status: 404, titulo: 'Não encontrado' }),
      () => Response.json(record(MOTOR)),
      () => new Response('x'.repeat(5_000_000)),
      found,
    ];
    const result = await ask([BANK, BANK, BANK, BANK, BANK]);
    expect(result).toMatchObject({ requests: 5, learnt: 1, failed: 4 });
    expect(failures[2]).toInclude(`the record of another CNPJ, ${MOTOR}`);
    expect(failures[3]).toInclude('more than 4000000 bytes');
  });

  test('ends with the reason of the signal', async () => {
    const abort = new AbortController();
    const reason = new Error('the night is over');
    replies = [
      found,
      () => {
        abort.abort(reason);
        return Bun.sleep(200).then(() => new Response());
      },
    ];
    const outcome = await ask([BANK, MOTOR], { signal: abort.signal }).catch((error: unknown) => error);
    expect(outcome).toBe(reason);
    expect(learnt).toHaveLength(1);
  });
});

describe('readUpstreamRecord', () => {
  const establishment = record(BANK).estabelecimento;

  test.each([
    ['the specification’s', {}],
    ['one without partners', { socios: null, simples: undefined }],
    ['one with codes as numbers', { porte: { id: 1 }, natureza_juridica: { id: 2062 } }],
    ['one with more than is known', { novidade: [1] }],
    [
      'one with a reason as text',
      { estabelecimento: { ...establishment, motivo_situacao_cadastral: 'SEM MOTIVO' } },
    ],
  ])('accepts %s', (_what, changes) => {
    expect(readUpstreamRecord(BANK, JSON.stringify(record(BANK, changes))).cnpj_raiz).toBe('00000000');
  });

  test.each([
    [{ razao_social: null }, /razao_social/],
    [{ atualizado_em: 'ontem' }, /atualizado_em/],
    [{ atualizado_em: '2999-01-01T03:00:00.000Z' }, /in the future/],
    [{ cnpj_raiz: '41273592' }, /cnpj_raiz is 41273592/],
    [{ estabelecimento: { ...establishment, cnpj: MOTOR } }, /another CNPJ, 41273592000130/],
    [{ estabelecimento: undefined }, /estabelecimento/],
    [{ socios: [{ nome: 7 }] }, /socios\.0\.nome/],
  ])('refuses %j', (changes, reason) => {
    const body = JSON.stringify(record(BANK, changes));
    expect(() => readUpstreamRecord(BANK, body)).toThrow(UnusableRecordError);
    expect(() => readUpstreamRecord(BANK, body)).toThrow(reason);
  });
});
