import { describe, expect, test } from 'bun:test';
import { TABLE_ZIPS } from '../../../src/import/months.ts';
import { failureOf, useDownloads } from '../../support/downloads.ts';
import { makeZip, publishMonth } from '../../support/month.ts';

const world = useDownloads();

describe('the choice of the month', () => {
  test('passes over one that is half published, and says so', async () => {
    publishMonth(world.server, '2026-07', { mark: 'D60711' });
    publishMonth(world.server, '2026-08', { without: ['Socios9.zip', 'Simples.zip'] });
    world.server.publish('2026-08/Empresas7.zip', new Uint8Array());
    expect(await world.download()).toMatchObject({ month: '2026-07', extractionDate: '2026-07-11' });
    expect(world.events[0]).toEqual({
      kind: 'passed-over',
      month: '2026-08',
      missing: ['Empresas7.zip', 'Socios9.zip', 'Simples.zip'],
    });
  });

  test('keeps what the inbox has while the next is half published', async () => {
    publishMonth(world.server, '2026-07', { mark: 'D60711' });
    await world.download();
    publishMonth(world.server, '2026-08', { without: ['Cnaes.zip', 'Socios9.zip'] });
    world.server.requests.length = 0;
    expect(await world.download()).toMatchObject({ month: '2026-07', downloaded: [] });
    expect(world.server.seen('GET')).toEqual([]);
  });

  test('never goes back to an older month than the inbox has', async () => {
    const published = publishMonth(world.server, '2026-08');
    await world.download();
    for (const name of published.keys()) world.server.withdraw(`2026-08/${name}`);
    publishMonth(world.server, '2026-07', { mark: 'D60711' });
    expect(await world.download()).toMatchObject({ month: '2026-08', downloaded: [] });
  });

  test('takes the month that was asked for', async () => {
    publishMonth(world.server, '2026-07', { mark: 'D60711' });
    publishMonth(world.server, '2026-08');
    expect(await world.download({ month: '2026-07' })).toMatchObject({ month: '2026-07' });
  });

  test.each([
    ['2026-08', /2026-08 is not complete at the server: Estabelecimentos4\.zip is missing or empty/],
    ['2026-06', /no month 2026-06; it has 2026-08, 2026-07/],
    ['08/2026', /`08\/2026` is no month: write it as YYYY-MM/],
  ])('refuses %s when it cannot be had', async (month, message) => {
    publishMonth(world.server, '2026-07', { mark: 'D60711' });
    publishMonth(world.server, '2026-08', { without: ['Estabelecimentos4.zip'] });
    expect(await failureOf(world.download({ month }))).toMatch(message);
  });

  test('says so when no month is complete', async () => {
    publishMonth(world.server, '2026-08', { without: ['Simples.zip'] });
    expect(await failureOf(world.download())).toMatch(
      /No month at the server is complete \(looked at 2026-08\)/,
    );
  });

  test.each([...TABLE_ZIPS])('borrows %s from the month before when it is missing', async (table) => {
    const before = publishMonth(world.server, '2026-07', { mark: 'D60711' });
    await world.download();
    const published = publishMonth(world.server, '2026-08', { without: [table] });
    expect(await world.download()).toMatchObject({ month: '2026-08', extractionDate: '2026-08-08' });
    expect(world.eventsOf('borrowed')).toEqual([
      JSON.stringify({ kind: 'borrowed', file: table, from: '2026-07' }),
    ]);
    world.expectExactly('2026-08', published.set(table, before.get(table) ?? Buffer.alloc(0)));
    expect((await world.download()).downloaded).toEqual([]);
  });

  test('gives a borrowed table up when its own month gets one', async () => {
    publishMonth(world.server, '2026-07', { mark: 'D60711' });
    await world.download();
    const published = publishMonth(world.server, '2026-08', { without: ['Motivos.zip'] });
    await world.download();
    const late = makeZip('Motivos.zip');
    world.server.publish('2026-08/Motivos.zip', late);
    expect((await world.download()).downloaded).toEqual(['Motivos.zip']);
    world.expectExactly('2026-08', published.set('Motivos.zip', late));
  });

  test('passes over a month without a table that nobody can lend', async () => {
    publishMonth(world.server, '2026-07', { mark: 'D60711' });
    publishMonth(world.server, '2026-08', { without: ['Motivos.zip'] });
    expect(await world.download()).toMatchObject({ month: '2026-07' });
  });
});
