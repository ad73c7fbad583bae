import { describe, expect, setDefaultTimeout, test } from 'bun:test';
import {
  appendFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { MONTH_ZIPS } from '../../src/import/months.ts';
import { ImportDesk, sampleMonth } from '../support/import-desk.ts';
import { WebdavServer } from '../support/webdav-server.ts';
import { writeZip } from '../support/zip-writer.ts';

setDefaultTimeout(60_000);

const SMALL = { companies: 60 };
const JULY = { ...SMALL, extraction: '2026-07-11' };
const AUGUST = { ...SMALL, extraction: '2026-08-08' };
const SEPTEMBER = { ...SMALL, extraction: '2026-09-12' };

const offline = (desk: ImportDesk, ...words: string[]) => desk.run('--nightly', '--offline', ...words);

/** Publishes a sample's month on a share: parts that the sample has none of are empty tables. */
async function publish(
  server: WebdavServer,
  month: string,
  sample: typeof JULY,
  mark: string,
): Promise<void> {
  const folder = await sampleMonth(sample);
  const names = new Set(readdirSync(folder));
  for (const name of MONTH_ZIPS) {
    const kind = name.replace(/\d*\.zip$/, '');
    const member = { Empresas: 'EMPRECSV', Estabelecimentos: 'ESTABELE', Socios: 'SOCIOCSV' }[kind] ?? '';
    const empty = writeZip([{ name: `K3241.K03200Y9.${mark}.${member}`, contents: '' }]);
    server.publish(`${month}/${name}`, names.has(name) ? readFileSync(join(folder, name)) : empty);
  }
}

describe('the nightly job', () => {
  test('imports the newest month, and nothing more until something changes', async () => {
    using desk = new ImportDesk();
    await desk.fill('2026-07', JULY);
    await desk.fill('2026-08', AUGUST);
    expect((await offline(desk)).out).toContain('The registry of 2026-08-08 is in place.');
    const { importedAt } = desk.facts();
    expect(await offline(desk)).toEqual({ code: 0, out: 'Nothing new.\n', err: '' });
    expect(desk.facts().importedAt).toBe(importedAt);
    expect(desk.history()).toMatchObject([
      { outcome: 'unchanged', month: '2026-08' },
      { outcome: 'published', month: '2026-08' },
    ]);
    await desk.fill('2026-09', SEPTEMBER);
    expect((await offline(desk)).out).toContain('2026-09 is new.');
    expect(desk.facts().extractedOn).toBe('2026-09-12');
  });

  test('imports anew what the operator has changed beside the months', async () => {
    using desk = new ImportDesk();
    const folder = await desk.fill('2026-08', AUGUST);
    await offline(desk);
    const [cnpj = ''] =
      /\b\d{14}\b/.exec(readFileSync(join(folder, 'InscricoesEstaduais.csv'), 'utf8')) ?? [];
    const header = 'cnpj;inscricao_suframa;ativo;atualizado_em\n';
    writeFileSync(join(folder, 'Suframa.csv'), `${header}${cnpj};123456789;S;2026-08-01\n`);
    expect((await offline(desk)).out).toContain('New or changed: 2026-08/Suframa.csv.');
    expect(desk.record(cnpj)?.suframa).toMatchObject([{ registration: '123456789' }]);
    writeFileSync(join(desk.inbox, 'TABMUN.CSV'), '');
    expect((await offline(desk)).out).toContain('New or changed: inbox/TABMUN.CSV.');
    const later = new Date(Date.now() + 60_000);
    utimesSync(join(folder, 'Suframa.csv'), later, later);
    expect((await offline(desk)).out).toContain('New or changed: 2026-08/Suframa.csv.');
    expect((await offline(desk)).out).toBe('Nothing new.\n');
  });

  test('imports anew what is to cover something else', async () => {
    using desk = new ImportDesk();
    await desk.fill('2026-08', AUGUST);
    await offline(desk);
    expect((await offline(desk, '--status', 'ativa')).out).toContain('to cover something else');
    expect(desk.facts().coverage.statuses).toEqual(['02']);
    expect((await offline(desk, '--status', '2')).out).toBe('Nothing new.\n');
  });

  test('passes over a month that is not all there, and never goes back', async () => {
    using desk = new ImportDesk();
    await desk.fill('2026-08', AUGUST);
    await desk.fill('2026-09', SEPTEMBER);
    const manifest = { month: '2026-09', folder: '', complete: false, files: {} };
    writeFileSync(join(desk.inbox, '2026-09', 'manifest.json'), JSON.stringify(manifest));
    mkdirSync(join(desk.inbox, '2026-10'));
    const first = await offline(desk);
    expect(first.out).toContain('2026-10 is passed over: its folder is empty');
    expect(first.out).toContain('2026-09 is passed over: its download is not finished');
    expect(desk.facts().extractedOn).toBe('2026-08-08');
    writeFileSync(
      join(desk.inbox, '2026-08', 'manifest.json'),
      JSON.stringify({ ...manifest, month: '2026-08' }),
    );
    await desk.fill('2026-07', JULY);
    expect((await offline(desk)).out).toContain('Nothing new.');
    expect(desk.facts().extractedOn).toBe('2026-08-08');
  });

  test('fails where there is nothing to import and nothing to serve', async () => {
    using desk = new ImportDesk();
    const run = await offline(desk);
    expect(run.code).toBe(1);
    expect(run.err).toMatch(/There is no month to import in .+inbox/);
  });

  test('fetches, imports, and keeps two months of what it fetched', async () => {
    using server = await new WebdavServer().start();
    using desk = new ImportDesk({ RECEITA_URL: server.url, RECEITA_TOKEN: server.token });
    await desk.fill('2026-05', SMALL);
    await publish(server, '2026-07', JULY, 'D60711');
    const first = await desk.run('--nightly');
    expect(first.code).toBe(0);
    expect(first.err).toContain('2026-07: 37 files to fetch');
    expect(first.err).toContain('Simples.zip: ');
    expect(desk.facts().extractedOn).toBe('2026-07-11');
    expect((await desk.run('--nightly')).out).toBe('Nothing new.\n');
    const brought = join(desk.inbox, '2026-07', 'Suframa.csv');
    writeFileSync(brought, 'cnpj;inscricao_suframa;ativo;atualizado_em\n');
    await publish(server, '2026-08', AUGUST, 'D60808');
    await publish(server, '2026-09', SEPTEMBER, 'D60912');
    expect((await desk.run('--download', '--month', '2026-06')).err).toContain(
      'The server has no month 2026-06',
    );
    expect(desk.history(1)).toMatchObject([{ outcome: 'failed', kind: 'download' }]);
    expect((await desk.run('--download', '--month', '2026-08')).code).toBe(0);
    const last = await desk.run('--nightly');
    expect(last.out).toContain('Removed from the inbox: 2026-07.');
    expect(desk.facts().extractedOn).toBe('2026-09-12');
    // What the operator brought is the operator's to remove.
    expect(readdirSync(join(desk.inbox, '2026-07'))).toEqual(['Suframa.csv']);
    rmSync(join(desk.inbox, '2026-07'), { recursive: true });
    expect(readdirSync(desk.inbox).sort()).toEqual(['2026-05', '2026-08', '2026-09']);
  });

  test('imports what the operator changed though the download fails, and fails all the same', async () => {
    using server = await new WebdavServer().start();
    using desk = new ImportDesk({ RECEITA_URL: server.url, RECEITA_TOKEN: 'another' });
    const folder = await desk.fill('2026-08', AUGUST);
    await offline(desk);
    appendFileSync(join(folder, 'Suframa.csv'), '\n');
    const run = await desk.run('--nightly');
    expect(run.code).toBe(1);
    expect(run.out).toContain('What the inbox has is imported all the same, if it is new.');
    expect(run.out).toContain('The registry of 2026-08-08 is in place.');
    expect(run.err).toContain('The download failed: No share with months was found');
    expect(desk.history(2)).toMatchObject([
      { outcome: 'failed', kind: 'download' },
      { outcome: 'published' },
    ]);
    expect((await desk.run('--nightly')).out).toContain('Nothing new.');
  });
});

/** A desk that has imported a month, and the next one after it. */
async function importTwoMonths(): Promise<ImportDesk> {
  const desk = new ImportDesk();
  await desk.fill('2026-07', JULY);
  await offline(desk);
  await desk.fill('2026-08', AUGUST);
  await offline(desk);
  return desk;
}

describe('a rollback', () => {
  test('puts the registry before back, which no night undoes until it is told', async () => {
    using desk = await importTwoMonths();
    const run = await desk.run('--rollback');
    expect(run).toMatchObject({ code: 0, err: '' });
    expect(run.out).toMatch(
      /^The registry of 2026-07-11, imported on \d{4}-\d\d-\d\d at \d\d:\d\d UTC, is back in place\./,
    );
    expect(desk.facts().extractedOn).toBe('2026-07-11');
    const night = await offline(desk);
    expect(night.out).toContain('2026-08 is passed over: it was refused by a rollback');
    expect(night.out).toContain('Nothing new.');
    expect(desk.facts().extractedOn).toBe('2026-07-11');
    expect((await offline(desk, '--accept')).out).toContain('2026-08 is new.');
    expect(desk.facts().extractedOn).toBe('2026-08-08');
    expect((await offline(desk)).out).toBe('Nothing new.\n');
  });

  test('that cannot be noted changes nothing', async () => {
    using desk = await importTwoMonths();
    desk.withState(({ sqlite }) =>
      sqlite.run("CREATE TRIGGER held BEFORE INSERT ON imports BEGIN SELECT RAISE(ABORT, 'held'); END"),
    );
    const run = await desk.run('--rollback');
    expect(run.code).toBe(1);
    expect(run.err).toContain('(held): nothing was changed.');
    expect(desk.facts().extractedOn).toBe('2026-08-08');
    desk.withState(({ sqlite }) => sqlite.run('DROP TRIGGER held'));
    expect((await offline(desk)).out).toBe('Nothing new.\n');
  });

  test('twice is none', async () => {
    using desk = await importTwoMonths();
    await desk.run('--rollback');
    await desk.run('--rollback');
    expect(desk.facts().extractedOn).toBe('2026-08-08');
    expect((await offline(desk)).out).toBe('Nothing new.\n');
  });

  test('within a month refuses its files as they were, not the month', async () => {
    using desk = new ImportDesk();
    const folder = await desk.fill('2026-08', AUGUST);
    await offline(desk);
    appendFileSync(join(folder, 'Suframa.csv'), '\n');
    await offline(desk);
    await desk.run('--rollback');
    expect((await offline(desk)).out).toContain('The inbox is as it was when a rollback refused it');
    appendFileSync(join(folder, 'Suframa.csv'), '\n');
    expect((await offline(desk)).out).toContain('New or changed: 2026-08/Suframa.csv.');
  });

  test('without a registry before says so', async () => {
    using desk = new ImportDesk();
    await desk.fill('2026-08', AUGUST);
    await offline(desk);
    const run = await desk.run('--rollback');
    expect(run.code).toBe(1);
    expect(run.err).toContain('has no registry before this one');
    expect(existsSync(join(desk.dataDir, 'registry.db'))).toBe(true);
  });
});
