import { describe, expect, test } from 'bun:test';
import { mkdirSync, readdirSync, readFileSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { DownloadEvent } from '../../src/import/download/event.ts';
import { MONTH_ZIPS } from '../../src/import/months.ts';
import { failureOf, useDownloads } from '../support/downloads.ts';
import { makeZip, publishMonth } from '../support/month.ts';
import { writeZip } from '../support/zip-writer.ts';

const world = useDownloads();
const BIG = '2026-08/Empresas0.zip';

describe('a month', () => {
  test.each(['', 'Dados/Cadastros/CNPJ/'])('arrives byte for byte from months in `%s`', async (folder) => {
    publishMonth(world.server, '2026-07', { folder, mark: 'D60711' });
    const published = publishMonth(world.server, '2026-08', { folder });
    const result = await world.download();
    expect(result).toMatchObject({
      month: '2026-08',
      folder: join(world.inbox, '2026-08'),
      extractionDate: '2026-08-08',
      skipped: [],
      warnings: [],
    });
    expect([...result.downloaded].sort()).toEqual([...MONTH_ZIPS].sort());
    expect(result.bytes).toBe([...published.values()].reduce((sum, bytes) => sum + bytes.length, 0));
    world.expectExactly('2026-08', published);
    expect(world.leftovers('2026-08')).toEqual([]);
    expect(world.server.mostAtOnce).toBeLessThanOrEqual(3);
  });

  test.each(['', 'Dados/Cadastros/CNPJ/'])(
    'costs one request when nothing is new in `%s`',
    async (folder) => {
      publishMonth(world.server, '2026-08', { folder });
      await world.download();
      world.server.requests.length = 0;
      const again = await world.download();
      expect(again).toMatchObject({
        month: '2026-08',
        extractionDate: '2026-08-08',
        downloaded: [],
        bytes: 0,
      });
      expect(again.skipped).toHaveLength(37);
      expect(world.server.requests.map(({ method }) => method)).toEqual(['PROPFIND']);
    },
  );

  test('of which one file was published anew costs that file', async () => {
    const published = publishMonth(world.server, '2026-08');
    await world.download();
    const corrected = makeZip('Paises.zip');
    world.server.publish('2026-08/Paises.zip', corrected);
    world.server.requests.length = 0;
    expect((await world.download()).downloaded).toEqual(['Paises.zip']);
    world.expectExactly('2026-08', published.set('Paises.zip', corrected));
    expect(world.server.seen('GET')).toHaveLength(1);
  });

  test('that was brought by hand is read instead of downloaded, and what is broken in it replaced', async () => {
    const published = publishMonth(world.server, '2026-08');
    mkdirSync(join(world.inbox, '2026-08'), { recursive: true });
    for (const [name, bytes] of published) writeFileSync(join(world.inbox, '2026-08', name), bytes);
    const spoilt = Buffer.from(published.get('Socios3.zip') ?? '');
    spoilt[100] = (spoilt[100] ?? 0) ^ 1;
    writeFileSync(join(world.inbox, '2026-08', 'Socios3.zip'), spoilt);
    expect((await world.download()).downloaded).toEqual(['Socios3.zip']);
    world.expectExactly('2026-08', published);
  });

  test('whose file was touched since is not taken on trust', async () => {
    const published = publishMonth(world.server, '2026-08');
    await world.download();
    const path = join(world.inbox, '2026-08', 'Simples.zip');
    const spoilt = readFileSync(path);
    spoilt[100] = (spoilt[100] ?? 0) ^ 1;
    writeFileSync(path, spoilt);
    utimesSync(path, 1, 1);
    expect((await world.download()).downloaded).toEqual(['Simples.zip']);
    world.expectExactly('2026-08', published);
  });

  test('that the disk has no room for is not begun', async () => {
    publishMonth(world.server, '2026-08');
    world.server.publish('2026-08/Estabelecimentos0.zip', makeZip('Estabelecimentos0.zip'), 2 ** 49);
    expect(await failureOf(world.download())).toMatch(
      /zips of 2026-08 take \d+ MB more, and .* has \d+ MB free/,
    );
    expect(world.server.seen('GET')).toEqual([]);
  });
});

describe('what arrived', () => {
  const wrongCrc = () => writeZip([{ name: 'K3241.K03200Y0.D60808.EMPRECSV', contents: '"1"', crc: 7 }]);

  test.each([
    ['a wrong CRC', wrongCrc(), /the checksum of K3241\.K03200Y0\.D60808\.EMPRECSV is wrong/],
    ['no directory', Buffer.from('<html>Volte mais tarde</html>'), /not a whole zip/],
    ['no file inside', writeZip([]), /a zip without a file in it/],
  ])('with %s is fetched twice, refused, and not kept', async (_what, bytes, reason) => {
    publishMonth(world.server, '2026-08');
    world.server.publish(BIG, bytes);
    const message = await failureOf(world.download());
    expect(message).toMatch(reason);
    expect(message).toInclude(`${BIG} is broken at the server`);
    expect(world.server.seen('GET', BIG)).toHaveLength(2);
    expect(readdirSync(join(world.inbox, '2026-08')).filter((name) => name.startsWith('Empresas0'))).toEqual(
      [],
    );
  });

  test('of two months at once is refused with the files of each, until it is put right', async () => {
    const published = publishMonth(world.server, '2026-08');
    world.server.publish('2026-08/Simples.zip', makeZip('Simples.zip', 'D60711'));
    world.server.publish('2026-08/Socios1.zip', makeZip('Socios1.zip', 'D60711'));
    const message = await failureOf(world.download());
    expect(message).toInclude(
      'different extractions: 2026-07-11 in Simples.zip, Socios1.zip; 2026-08-08 in ',
    );
    expect(await failureOf(world.download())).toBe(message);
    for (const name of ['Simples.zip', 'Socios1.zip']) {
      const bytes = makeZip(name);
      world.server.publish(`2026-08/${name}`, bytes);
      published.set(name, bytes);
    }
    expect([...(await world.download()).downloaded].sort()).toEqual(['Simples.zip', 'Socios1.zip']);
    world.expectExactly('2026-08', published);
  });

  test('stays when the run is aborted, and the next one fetches the rest', async () => {
    const published = publishMonth(world.server, '2026-08');
    world.server.spoil(BIG, { kind: 'stall', after: 200_000 });
    const abort = new AbortController();
    const reason = new Error('the operator has had enough');
    const onEvent = (event: DownloadEvent) => {
      if (event.kind === 'progress' && event.received === 200_000) abort.abort(reason);
    };
    const running = world.download({ signal: abort.signal, onEvent });
    expect(await running.catch((error: unknown) => error)).toBe(reason);
    world.server.requests.length = 0;
    await world.download();
    world.expectExactly('2026-08', published);
    expect(world.server.seen('GET', BIG)).toEqual([
      { method: 'GET', path: BIG, range: 'bytes=200000-', ifRange: expect.stringMatching(/^"[0-9a-f]+"$/) },
    ]);
  });

  test('stays when the process is killed, and the next one fetches the rest', async () => {
    const published = publishMonth(world.server, '2026-08');
    world.server.spoil(BIG, { kind: 'stall', after: 200_000 });
    const module = join(import.meta.dir, '../../src/import/download.ts');
    const request = { baseUrl: world.server.url, token: world.server.token, inbox: world.inbox };
    const script =
      `const { downloadMonth } = await import(${JSON.stringify(module)});` +
      `await downloadMonth({ ...${JSON.stringify(request)}, onEvent: (event) => {` +
      "if (event.kind === 'progress' && event.received === 200000) process.kill(process.pid, 'SIGKILL'); } });";
    const child = Bun.spawn([process.execPath, '-e', script], { stdout: 'ignore', stderr: 'inherit' });
    await child.exited;
    expect(child.signalCode).toBe('SIGKILL');
    world.server.requests.length = 0;
    await world.download();
    world.expectExactly('2026-08', published);
    expect(world.server.seen('GET', BIG).map(({ range }) => range)).toEqual(['bytes=200000-']);
    expect(world.leftovers('2026-08')).toEqual([]);
  });

  test('of another version than is published now is not gone on with', async () => {
    publishMonth(world.server, '2026-08');
    world.server.spoil(BIG, { kind: 'truncate', after: 200_000 }, { kind: 'status', status: 404 });
    await failureOf(world.download());
    const published = publishMonth(world.server, '2026-08');
    world.server.requests.length = 0;
    await world.download();
    world.expectExactly('2026-08', published);
    expect(world.server.seen('GET', BIG).map(({ range }) => range)).toEqual([undefined]);
  });
});
