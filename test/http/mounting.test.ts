import { describe, expect, test } from 'bun:test';
import { connect } from 'node:net';
import { goldenFixture } from '../support/fixture.ts';
import { GOLDEN } from '../support/fixture-companies.ts';
import { bear, launchService } from '../support/service.ts';

const PATH = `/cnpj/${GOLDEN.partners}`;

/** What an answer shows of who gave it: the public record has a notice, the commercial one tax regimes. */
async function kindOf(answer: Response): Promise<string> {
  if (answer.status !== 200) return String(answer.status);
  return (await answer.text()).includes('"observacao"') ? 'public' : 'commercial';
}

/** Base addresses, and which API answers where; each place is a Host header and a path. */
const MOUNTINGS: readonly (readonly [
  name: string,
  addresses: readonly [open: string, commercial: string],
  answers: readonly (readonly [host: string, path: string, kind: string])[],
])[] = [
  [
    'by path',
    ['http://localhost:3000', 'http://localhost:3000/comercial'],
    [
      ['localhost:3000', PATH, 'public'],
      ['localhost:3000', `/comercial${PATH}`, 'commercial'],
      ['whatever.example', PATH, 'public'],
      ['whatever.example', `/comercial${PATH}`, 'commercial'],
    ],
  ],
  [
    'by path, the public one below another',
    ['https://cnpj.example/aberta/v1/', 'https://cnpj.example/'],
    [
      ['cnpj.example', `/aberta/v1${PATH}`, 'public'],
      ['cnpj.example', PATH, 'commercial'],
      ['cnpj.example', `/aberta${PATH}`, '404'],
    ],
  ],
  [
    'by host alone',
    ['https://aberta.example/api', 'https://paga.example/api'],
    [
      ['aberta.example', `/api${PATH}`, 'public'],
      ['paga.example', `/api${PATH}`, 'commercial'],
      ['PAGA.Example:443', `/api${PATH}`, 'commercial'],
      ['127.0.0.1', `/api${PATH}`, 'public'],
      ['paga.example.evil', `/api${PATH}`, 'public'],
      ['paga.example', PATH, '404'],
    ],
  ],
  [
    'by host and port',
    ['http://localhost:8080', 'http://localhost:8081'],
    [
      ['localhost:8080', PATH, 'public'],
      ['localhost:8081', PATH, 'commercial'],
    ],
  ],
  [
    'by host and path',
    ['https://aberta.example', 'https://paga.example/comercial'],
    [
      ['aberta.example', PATH, 'public'],
      ['paga.example', `/comercial${PATH}`, 'commercial'],
    ],
  ],
];

describe.each(MOUNTINGS)('told apart %s', (_, [open, commercial], answers) => {
  test('each API answers at its place, guarded or counted as it must be', async () => {
    await using service = await launchService({
      registry: await goldenFixture(),
      variables: { PUBLIC_BASE_URL: open, COMMERCIAL_BASE_URL: commercial, PUBLIC_PER_MINUTE: '7' },
    });
    for (const [host, path, kind] of answers) {
      const answer = await service.ask(path, { headers: { host, ...bear(service.tokens.basico) } });
      expect([host, path, await kindOf(answer)]).toEqual([host, path, kind]);
      const stranger = await service.ask(path, { headers: { host } });
      expect(await kindOf(stranger)).toBe(kind === 'commercial' ? '401' : kind);
      if (kind === 'public') expect(stranger.headers.get('ratelimit-policy')).toBe('"default";q=7;w=60');
    }
  });
});

test('where hosts tell them apart, addresses of either are unknown to the other', async () => {
  await using service = await launchService({
    registry: await goldenFixture(),
    variables: { PUBLIC_BASE_URL: 'http://a.example', COMMERCIAL_BASE_URL: 'http://b.example' },
  });
  const ask = (host: string, path: string, method = 'GET') =>
    service.ask(path, { method, headers: { host, ...bear(service.tokens.premium) } });
  expect((await ask('a.example', '/consumo')).status).toBe(404);
  expect((await ask('a.example', '/suframa', 'POST')).status).toBe(404);
  expect((await ask('b.example', '/consumo')).status).toBe(200);
  expect((await ask('b.example', '/status')).status).toBe(404);
  expect((await ask('a.example', '/status')).status).toBe(200);
  const refusal = await ask('b.example', '/suframa', 'POST');
  expect(await refusal.json()).toMatchObject({ status: 400, statusCode: 400, error: 'Bad Request' });
});

test('a request of HTTP/1.0 without a Host is answered by the public API', async () => {
  await using service = await launchService({
    registry: await goldenFixture(),
    variables: { PUBLIC_BASE_URL: 'http://a.example', COMMERCIAL_BASE_URL: 'http://b.example' },
  });
  const { promise, resolve } = Promise.withResolvers<string>();
  const socket = connect(service.port, '127.0.0.1', () => socket.write(`GET ${PATH} HTTP/1.0\r\n\r\n`));
  socket.once('data', (bytes) => resolve(bytes.toString('utf8')));
  socket.once('close', () => resolve(''));
  expect(await promise).toStartWith('HTTP/1.1 200 ');
  socket.destroy();
});
