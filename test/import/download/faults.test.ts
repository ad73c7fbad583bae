import { describe, expect, test } from 'bun:test';
import { failureOf, useDownloads } from '../../support/downloads.ts';
import { makeZip, publishMonth } from '../../support/month.ts';
import type { Fault } from '../../support/webdav-server.ts';

const world = useDownloads();
const BIG = '2026-08/Empresas0.zip';

describe('a server that fails', () => {
  const half = 150_000;
  const FAULTS: readonly (readonly [string, Fault, RegExp])[] = [
    ['stalls before its first byte', { kind: 'stall', after: 0 }, /no byte for 0\.2 s/],
    ['stalls half-way', { kind: 'stall', after: half }, /no byte for 0\.2 s/],
    ['cuts the connection', { kind: 'cut', after: half }, /Empresas0\.zip: .*ECONN/],
    ['truncates the file', { kind: 'truncate', after: half }, /ended at 150000 of \d+ bytes/],
    ['is busy', { kind: 'status', status: 503, retryAfter: '0' }, /Empresas0\.zip answered 503/],
    ['is asked too often', { kind: 'status', status: 429 }, /Empresas0\.zip answered 429/],
  ];

  test.each(FAULTS)('and %s is asked again, and the file is whole', async (_what, fault, reason) => {
    const published = publishMonth(world.server, '2026-08');
    world.server.spoil(BIG, fault, fault);
    await world.download(fault.kind === 'stall' ? { stallMs: 200 } : {});
    world.expectExactly('2026-08', published);
    expect(world.leftovers('2026-08')).toEqual([]);
    const retries = world.eventsOf('retry');
    expect(retries.length).toBeGreaterThanOrEqual(2);
    expect(retries[0]).toMatch(reason);
  });

  test('after a part of the file is asked for the rest only', async () => {
    const published = publishMonth(world.server, '2026-08');
    world.server.spoil(BIG, { kind: 'truncate', after: half }, { kind: 'truncate', after: 100_000 });
    const { bytes } = await world.download();
    expect(world.server.seen('GET', BIG).map(({ range }) => range)).toEqual([
      undefined,
      'bytes=150000-',
      'bytes=250000-',
    ]);
    expect(bytes).toBe([...published.values()].reduce((sum, file) => sum + file.length, 0));
  });

  test('and refuses ranges sends the file from its beginning', async () => {
    const published = publishMonth(world.server, '2026-08');
    world.server.refusesRanges = true;
    world.server.spoil(BIG, { kind: 'truncate', after: half }, { kind: 'truncate', after: half });
    await world.download();
    world.expectExactly('2026-08', published);
    expect(world.server.seen('GET', BIG).map(({ range }) => range !== undefined)).toEqual([
      false,
      true,
      true,
    ]);
  });

  test.each([
    ['a longer one', makeZip('Empresas0.zip', 'D60808', 400_000)],
    ['a shorter one', makeZip('Empresas0.zip', 'D60808', 100_000)],
    ['one of the same size', makeZip('Empresas0.zip', 'D60808', 300_000)],
  ])('and replaces the file half-way by %s has the new one brought whole', async (_what, bytes) => {
    const published = publishMonth(world.server, '2026-08');
    world.server.spoil(BIG, { kind: 'change', after: half, bytes });
    await world.download();
    world.expectExactly('2026-08', published.set('Empresas0.zip', bytes));
    expect(world.eventsOf('changed')).toHaveLength(1);
    expect(world.leftovers('2026-08')).toEqual([]);
  });

  test('and replaces the file for ever is left for another day', async () => {
    publishMonth(world.server, '2026-08');
    const change = {
      kind: 'change',
      after: half,
      bytes: makeZip('Empresas0.zip', 'D60808', 400_000),
    } as const;
    world.server.spoil(BIG, ...Array.from({ length: 20 }, () => change));
    expect(await failureOf(world.download())).toMatch(/2026-08 keeps changing at the server/);
  });

  test('with one file for good stops with its name, its address and what to do; the next run goes on', async () => {
    const published = publishMonth(world.server, '2026-08');
    const fault = { kind: 'status', status: 503 } as const;
    world.server.spoil(BIG, { kind: 'truncate', after: half }, fault, fault, fault);
    const message = await failureOf(world.download());
    expect(message).toStartWith(`Empresas0.zip of 2026-08 could not be downloaded to ${world.inbox}`);
    expect(message).toInclude(
      `${world.server.url}/public.php/webdav/${BIG} answered 503; given up after 4 attempts`,
    );
    expect(message).toEndWith('What has arrived is kept: run the import again to go on from there.');
    world.server.requests.length = 0;
    await world.download();
    world.expectExactly('2026-08', published);
    expect(world.server.seen('GET', BIG).map(({ range }) => range)).toEqual(['bytes=150000-']);
  });

  test('from the first question on is told while it is asked again', async () => {
    const message = await failureOf(world.download({ baseUrl: 'http://127.0.0.1:9' }));
    expect(message).toInclude('http://127.0.0.1:9');
    const retries = world.eventsOf('retry');
    expect(retries.length).toBeGreaterThanOrEqual(1);
    expect(retries[0]).toContain('"file":"http://127.0.0.1:9/"');
  });

  test('with 404 for a listed file is not asked again', async () => {
    publishMonth(world.server, '2026-08');
    world.server.spoil(BIG, { kind: 'status', status: 404 });
    expect(await failureOf(world.download())).toInclude(`${BIG} answered 404`);
    expect(world.server.seen('GET', BIG)).toHaveLength(1);
  });
});
