import { describe, expect, test } from 'bun:test';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { useDownloads } from '../../support/downloads.ts';
import { makeZip, publishMonth } from '../../support/month.ts';
import { WebdavServer } from '../../support/webdav-server.ts';

const world = useDownloads();

describe('the optional files', () => {
  const TABMUN = Buffer.from('0001;05893631000109;GUAJARA-MIRIM   ;RO;1100106\r\n', 'latin1');
  const REGIMES = [
    'Imunes e Isentas.zip',
    'LUCRO REAL.zip',
    'Lucro Presumido 1.zip',
    'Lucro Presumido 2.zip',
  ];

  function publishIndex(): void {
    for (const name of REGIMES) world.server.publish(`/regimes/${name}`, makeZip(name));
    const links = REGIMES.map((name) => `<a href="${encodeURIComponent(name)}">${name}</a>`);
    world.server.publish('/regimes/', Buffer.from(`<html><a href="/">Up</a>${links.join('')}</html>`));
  }

  test('come from their own addresses, and once', async () => {
    publishMonth(world.server, '2026-08');
    world.server.publish('/TABMUN.CSV', TABMUN);
    publishIndex();
    const urls = { tabmunUrl: `${world.server.url}/TABMUN.CSV`, regimesUrl: `${world.server.url}/regimes/` };
    const first = await world.download(urls);
    expect(first.downloaded).toEqual(expect.arrayContaining(['TABMUN.CSV', ...REGIMES]));
    expect(readFileSync(join(world.inbox, 'TABMUN.CSV')).equals(TABMUN)).toBe(true);
    const second = await world.download(urls);
    expect(second).toMatchObject({ downloaded: [], bytes: 0, warnings: [] });
    expect(second.skipped).toEqual(expect.arrayContaining(['TABMUN.CSV', ...REGIMES]));
    const newer = Buffer.concat([TABMUN, TABMUN]);
    world.server.publish('/TABMUN.CSV', newer);
    expect((await world.download(urls)).downloaded).toEqual(['TABMUN.CSV']);
    expect(readFileSync(join(world.inbox, 'TABMUN.CSV')).equals(newer)).toBe(true);
  });

  test('of the regimes come from a share of their own too', async () => {
    publishMonth(world.server, '2026-08');
    using other = await new WebdavServer().start();
    other.token = 'TokenOfRegimes';
    for (const name of [...REGIMES, 'Leia-me.zip']) other.publish(name, makeZip(name));
    const { downloaded } = await world.download({ regimesUrl: `${other.url}/index.php/s/${other.token}` });
    expect(downloaded).toEqual(expect.arrayContaining(REGIMES));
    expect(existsSync(join(world.inbox, 'Leia-me.zip'))).toBe(false);
  });

  test('that are published again without a change are not new', async () => {
    publishMonth(world.server, '2026-08');
    world.server.publish('/TABMUN.CSV', TABMUN);
    await world.download({ tabmunUrl: `${world.server.url}/TABMUN.CSV` });
    world.server.publish('/TABMUN.CSV', TABMUN);
    const again = await world.download({ tabmunUrl: `${world.server.url}/TABMUN.CSV` });
    expect(again.downloaded).toEqual([]);
    expect(again.skipped).toContain('TABMUN.CSV');
  });

  test.each([
    ['is not there', undefined, /TABMUN\.CSV could not be had.* answered 404/],
    ['ends within a line', TABMUN.subarray(0, -4), /what came of TABMUN\.CSV is cut short/],
    ['is a page', Buffer.from('<!doctype html>;;;;;;'), /what came is no TABMUN\.CSV/],
  ])('are a warning and no more when one %s', async (_what, bytes, warning) => {
    publishMonth(world.server, '2026-08');
    mkdirSync(world.inbox);
    writeFileSync(join(world.inbox, 'TABMUN.CSV'), TABMUN);
    if (bytes) world.server.publish('/TABMUN.CSV', bytes);
    const result = await world.download({
      tabmunUrl: `${world.server.url}/TABMUN.CSV`,
      regimesUrl: `${world.server.url}/nothing/`,
    });
    expect(result.month).toBe('2026-08');
    expect(result.warnings).toHaveLength(2);
    expect(result.warnings[0]).toMatch(warning);
    expect(result.warnings[1]).toMatch(/list of tax regimes could not be had.* answered 404/);
    expect(readFileSync(join(world.inbox, 'TABMUN.CSV')).equals(TABMUN)).toBe(true);
    expect(readdirSync(world.inbox).filter((name) => name.includes('.part'))).toEqual([]);
  });
});
