import { afterAll, beforeAll, expect, test } from 'bun:test';
import { connect } from 'node:net';
import { goldenFixture } from '../support/fixture.ts';
import { GOLDEN } from '../support/fixture-companies.ts';
import { bear, type LaunchedService, launchService } from '../support/service.ts';

let service: LaunchedService;

beforeAll(async () => {
  service = await launchService({ registry: await goldenFixture() });
});

afterAll(() => service[Symbol.asyncDispose]());

/** Sends a request and goes without its answer: politely, or by breaking the connection. */
function askAndGo(path: string, isPolite: boolean): Promise<void> {
  const request = `GET ${path} HTTP/1.1\r\nHost: localhost\r\nx_api_token: ${service.tokens.premium}\r\n\r\n`;
  return new Promise((resolve, reject) => {
    const socket = connect(service.port, '127.0.0.1', () => {
      socket.write(request, () => {
        if (isPolite) socket.destroy();
        else socket.resetAndDestroy();
      });
    });
    socket.on('error', reject);
    socket.on('close', () => resolve());
  });
}

test('whoever goes before the answer harms no one who waits for one', async () => {
  const premium = { headers: bear(service.tokens.premium) };
  const paths = [
    `/cnpj/${GOLDEN.partners}`,
    `/comercial/cnpj/${GOLDEN.partners}`,
    `/comercial/cnpj-raiz/${GOLDEN.partners.slice(0, 8)}`,
    '/comercial/pesquisa?situacao_cadastral=ATIVA',
  ];
  for (let round = 0; round < 20; round++) {
    const going = paths.flatMap((path) => [askAndGo(path, true), askAndGo(path, false)]);
    const statuses = paths.map(async (path) => {
      const answer = await service.ask(path, premium);
      await answer.text();
      return answer.status;
    });
    expect(await Promise.all(statuses)).toEqual([200, 200, 200, 200]);
    await Promise.all(going);
  }
});
