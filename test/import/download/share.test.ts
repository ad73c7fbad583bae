import { describe, expect, test } from 'bun:test';
import { failureOf, useDownloads } from '../../support/downloads.ts';
import { publishMonth } from '../../support/month.ts';
import { WebdavServer } from '../../support/webdav-server.ts';

const world = useDownloads();
const BIG = '2026-08/Empresas0.zip';

describe('the share', () => {
  test.each([
    ['no token is set', undefined, '/index.php/s/'],
    ['the token has changed', 'TokenOfLastYear', '/index.php/s/'],
    ['the page has the short address', undefined, '/s/'],
  ])('is found by the front page when %s', async (_when, token, path) => {
    const published = publishMonth(world.server, '2026-08');
    world.server.frontPage = `${path}${world.server.token}`;
    expect(await world.download({ token })).toMatchObject({ month: '2026-08' });
    world.expectExactly('2026-08', published);
  });

  test('is found on the site that the front page leads to', async () => {
    const published = publishMonth(world.server, '2026-08');
    using portal = await new WebdavServer().start();
    portal.frontPage = `${world.server.url}/index.php/s/${world.server.token}`;
    await world.download({ baseUrl: portal.url, token: undefined });
    world.expectExactly('2026-08', published);
  });

  test.each([
    [undefined, undefined, /\/ answered 200 without leading to a share/],
    ['TokenOfLastYear', undefined, /the share of RECEITA_TOKEN: PROPFIND .* answered 401; .* answered 200/],
    [
      undefined,
      '/index.php/s/TokenOfNothing',
      /the share that the front page leads to: PROPFIND .* answered 401/,
    ],
    [undefined, '/', /redirects more than 5 times/],
  ])(
    'with token %p and front page %p is not found, and it is said what to set',
    async (token, page, reason) => {
      publishMonth(world.server, '2026-08');
      world.server.frontPage = page;
      const message = await failureOf(world.download({ token }));
      expect(message).toMatch(reason);
      expect(message).toInclude('{RECEITA_URL}/index.php/s/{RECEITA_TOKEN}. Set both variables so.');
    },
  );

  test('without a folder of a month says so', async () => {
    world.server.publish('Leia-me.txt', Buffer.from('nada'));
    expect(await failureOf(world.download())).toInclude('it has no folder named YYYY-MM');
  });

  test('never has its credentials told', async () => {
    publishMonth(world.server, '2026-08');
    const fault = { kind: 'status', status: 503 } as const;
    world.server.spoil(BIG, fault, fault, fault, fault);
    const error = await world.download().catch((failure: unknown) => failure);
    const told = Bun.inspect(error, { depth: 10 }) + JSON.stringify(world.events);
    expect(told).toInclude('answered 503');
    expect(told).not.toInclude(world.server.token);
    expect(told).not.toInclude(Buffer.from(`${world.server.token}:`).toString('base64'));
  });
});
