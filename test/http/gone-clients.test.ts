import { afterAll, beforeAll, expect, test } from 'bun:test';
import { connect } from 'node:net';
import { goldenFixture } from '../support/fixture.ts';
import { GOLDEN } from '../support/fixture-companies.ts';
import { bear, type LaunchedService, launchService } from '../support/service.ts';

let service: LaunchedService;

beforeAll(async () => {
  service = await launchService({ registry: await goldenFixture(), variables: { ANSWER_CACHE_MB: '0' } });
});

afterAll(() => service[Symbol.asyncDispose]());

/** Longer than a closed connection takes to be seen. */
const MOMENT_MS = 20;

/**
 * Sends a request and goes without its answer, politely or by breaking the connection. The loop is held until the
 * service has both before it, so that the client has gone while its request waits.
 */
function askAndGo(path: string, isPolite: boolean): Promise<void> {
  return sendAndGo(`GET ${path} HTTP/1.1`, '', isPolite);
}

/** Sends a request line, headers and what there is of a body, and goes. */
function sendAndGo(line: string, rest: string, isPolite: boolean): Promise<void> {
  const request = `${line}\r\nHost: localhost\r\nx_api_token: ${service.tokens.premium}\r\n${rest}\r\n`;
  return new Promise((resolve, reject) => {
    const socket = connect(service.port, '127.0.0.1', () => {
      socket.write(request, () => {
        if (isPolite) socket.destroy();
        else socket.resetAndDestroy();
        Bun.sleepSync(MOMENT_MS);
      });
    });
    socket.on('error', reject);
    socket.on('close', () => resolve());
  });
}

/** The statuses that requests were answered with. */
async function readStatuses(): Promise<ReadonlySet<string>> {
  const text = await (await fetch(`${service.adminOrigin}/metrics`)).text();
  return new Set(Array.from(text.matchAll(/_count\{[^}]*status="(\d+)"/g), ([, status = '']) => status));
}

test('whoever goes before the whole body was sent is no fault of ours', async () => {
  const line = 'POST /comercial/suframa HTTP/1.1';
  for (const isPolite of [true, false]) {
    await sendAndGo(line, 'Content-Length: 50\r\n\r\n{"cnpj":', isPolite);
  }
  await Bun.sleep(MOMENT_MS);
  expect([...(await readStatuses())]).toEqual(['499']);
});

test('whoever goes before the answer harms no one who waits for one', async () => {
  const premium = { headers: bear(service.tokens.premium) };
  const paths = [
    `/cnpj/${GOLDEN.partners}`,
    `/comercial/cnpj/${GOLDEN.partners}`,
    `/comercial/cnpj-raiz/${GOLDEN.partners.slice(0, 8)}`,
    '/comercial/pesquisa?situacao_cadastral=ATIVA',
  ];
  for (let round = 0; round < 5; round++) {
    const going = paths.flatMap((path) => [askAndGo(path, true), askAndGo(path, false)]);
    const statuses = paths.map(async (path) => {
      const answer = await service.ask(path, premium);
      await answer.text();
      return answer.status;
    });
    expect(await Promise.all(statuses)).toEqual([200, 200, 200, 200]);
    await Promise.all(going);
  }
  // Nothing went wrong, and no search was done for who had gone.
  expect([...(await readStatuses())].sort()).toEqual(['200', '499']);
});
