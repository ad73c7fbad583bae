import { describe, expect, setDefaultTimeout, test } from 'bun:test';
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as v from 'valibot';
import { checkDigits } from '../../src/domain/cnpj.ts';
import { NumberTable } from '../../src/registry/numbers.ts';
import { openState } from '../../src/state/database.ts';
import { finishImport, startImport } from '../../src/state/imports.ts';
import { takeWanted } from '../../src/state/wanted.ts';
import { Status } from '../../src/wire/status.ts';
import { readParts, startMailServer } from '../mail/mail-server.ts';
import { ImportDesk } from '../support/import-desk.ts';
import { launchService } from '../support/service.ts';

setDefaultTimeout(30_000);

const SMALL = { companies: 60 };
const ABSENT = `999999990001${checkDigits('999999990001')}`;

describe('import is used wrongly', () => {
  test.each([
    [[], /give exactly one of --from, --download, --nightly, --rollback/],
    [['--from', '/a', '--nightly'], /give exactly one of/],
    [['--rollback', '--download'], /give exactly one of/],
    [['--nightly', '--month', '2026-08'], /--month goes with --download only/],
    [['--from', '/a', '--offline'], /--offline goes with --nightly only/],
    [['--rollback', '--uf', 'SP'], /--uf goes with --from, --download, --nightly only/],
    [['--rollback', '--allow-shrink'], /--allow-shrink goes with/],
    [['--download', '--month', '2026-13'], /It must be a month as YYYY-MM/],
    [['--nightly', '--uf', 'SP,XX'], /`XX` is none; it takes states such as SP,RJ/],
    [['--nightly', '--cnae', '5'], /`5` is none; it takes codes of activities/],
    [['--nightly', '--cnae', '00'], /`00` is none/],
    [['--nightly', '--status', 'viva'], /`viva` is none; it takes ativa, suspensa/],
    [['--nightly', '--froom', 'x'], /unknown option '--froom'/],
  ])('with %j', async (words, message) => {
    using desk = new ImportDesk();
    const run = await desk.run(...words);
    expect(run.code).not.toBe(0);
    expect(run.err).toMatch(message);
    expect(run.out).toBe('');
  });

  test('and ends with 2', async () => {
    using desk = new ImportDesk();
    expect(await desk.runProcess('--nightly', '--rollback')).toMatchObject({ code: 2, out: '' });
    expect(await desk.runProcess('--nightly', '--uf', 'XX')).toMatchObject({ code: 2, out: '' });
  });
});

test('a folder that is not there fails, and counts as no import that failed', async () => {
  using desk = new ImportDesk();
  const run = await desk.run('--from', join(desk.folder, 'nowhere'));
  expect(run).toMatchObject({ code: 1, out: '' });
  expect(run.err).toContain('nowhere cannot be read. Point --from at the folder that holds the zips.');
  expect(existsSync(join(desk.dataDir, 'state.db'))).toBeFalse();
});

describe('a part of the country', () => {
  const statesOf = (desk: ImportDesk, field: string) =>
    desk.read((database) => {
      const sql = `SELECT value FROM term WHERE field = ${field} ORDER BY value`;
      const terms = database.prepare<{ value: string }, []>(sql).all();
      return terms.map(({ value }) => value);
    });

  test('has the establishments that the flags name, and no company without one', async () => {
    using desk = new ImportDesk();
    const folder = await desk.fill(join(desk.folder, 'month'), { companies: 400 });
    await desk.run('--from', folder);
    const whole = desk.facts();
    const flags = ['--uf', 'rj, São Paulo,35', '--status', 'ativa', '--cnae', '47,56,47.81-4/00'];
    expect((await desk.run('--from', folder, ...flags)).code).toBe(0);
    const { coverage, rows, served } = desk.facts();
    expect(coverage).toEqual({ states: ['RJ', 'SP'], activities: ['47', '56'], statuses: ['02'] });
    expect(statesOf(desk, '10')).toEqual(['RJ', 'SP']);
    expect(statesOf(desk, '8')).toEqual(['02']);
    for (const code of statesOf(desk, '4')) expect(code).toMatch(/^(47|56)/);
    expect(rows.establishments).toBe(served);
    expect(served).toBeGreaterThan(0);
    expect(served).toBeLessThan(whole.served / 2);
    expect(rows.companies).toBeLessThanOrEqual(served);
    expect(rows.partners).toBeLessThan(whole.rows.partners ?? 0);
  });

  test('shows in /status', async () => {
    using desk = new ImportDesk();
    const folder = await desk.fill(join(desk.folder, 'month'), { companies: 200 });
    await desk.run('--from', folder, '--uf', 'SP', '--cnae', '47', '--status', 'closed,2');
    await using service = await launchService({ registry: desk });
    const status = v.parse(Status, await (await service.ask('/status')).json());
    expect(status.base?.cobertura).toEqual({
      estados: ['SP'],
      atividades: ['47'],
      situacoes: ['Ativa', 'Baixada'],
    });
  });
});

describe('a night that fails', () => {
  test('is told to the operator by e-mail, with what goes on serving', async () => {
    await using server = await startMailServer();
    using desk = new ImportDesk({
      SMTP_URL: `smtp://127.0.0.1:${server.port}`,
      MAIL_FROM: 'Cadastro <cadastro@example.com>',
      OPERATOR_EMAIL: 'operadora@example.com',
    });
    await desk.fill('2026-08', SMALL);
    await desk.run('--nightly', '--offline');
    expect(server.mails).toHaveLength(0);
    const folder = await desk.fill('2026-09', { ...SMALL, extraction: '2026-09-12' });
    writeFileSync(join(folder, 'Simples.zip'), 'no zip');
    const run = await desk.run('--nightly', '--offline');
    expect(run.code).toBe(1);
    expect(run.err).toContain('Simples.zip is not a whole zip');
    expect(server.mails).toHaveLength(1);
    expect(server.mails[0]).toMatchObject({ from: 'cadastro@example.com', to: ['operadora@example.com'] });
    const { text } = readParts(server.mails[0]);
    expect(text).toContain('Simples.zip is not a whole zip');
    expect(text).toContain('Mês dos dados: 09/2026');
    expect(text).toContain('Os dados de 08/08/2026 continuam no ar');
  });

  test('fails all the same when the mail does', async () => {
    using desk = new ImportDesk({
      SMTP_URL: 'smtp://127.0.0.1:9',
      MAIL_FROM: 'cadastro@example.com',
      OPERATOR_EMAIL: 'operadora@example.com',
    });
    const run = await desk.run('--nightly', '--offline');
    expect(run.code).toBe(1);
    expect(run.err).toMatch(
      /The operator could not be told: The mail to operadora@example\.com could not be sent/,
    );
    expect(run.err).toContain('There is no month to import');
  });

  test('says that nobody is told where mail is only half set up', async () => {
    using desk = new ImportDesk({ OPERATOR_EMAIL: 'operadora@example.com' });
    expect((await desk.run('--nightly', '--offline')).err).toContain('nobody is told by e-mail');
  });

  test('shows in /status, without what only the operator may know, until one goes well', async () => {
    using desk = new ImportDesk();
    await desk.fill('2026-08', SMALL);
    await desk.run('--nightly', '--offline');
    await using service = await launchService({ registry: desk });
    const state = openState(service.dataDir);
    const readStatus = async () => v.parse(Status, await (await service.ask('/status')).json());
    const waitFor = async (isSo: (status: { ultima_falha: unknown }) => boolean) => {
      let status = await readStatus();
      for (let turn = 0; !isSo(status) && turn < 200; turn++) {
        await Bun.sleep(50);
        status = await readStatus();
      }
      return status;
    };
    try {
      expect((await readStatus()).ultima_falha).toBeNull();
      const message = '/srv/cnpj/inbox/2026-09/Simples.zip is not a whole zip';
      finishImport(
        state,
        startImport(state),
        { outcome: 'failed', kind: 'sources', message },
        1_794_000_000_000,
      );
      const failed = await waitFor(({ ultima_falha }) => ultima_falha !== null);
      expect(failed.ultima_falha).toEqual({
        em: '2026-11-06T21:20:00.000Z',
        mensagem: 'Um arquivo da Receita Federal está danificado, falta ou é de outro mês.',
      });
      expect(JSON.stringify(failed)).not.toContain('/srv');
      finishImport(state, startImport(state), { outcome: 'unchanged' });
      expect((await waitFor(({ ultima_falha }) => ultima_falha === null)).ultima_falha).toBeNull();
    } finally {
      state.close();
    }
  });
});

describe('a lookup of data that is late', () => {
  test('is remembered behind those of what is absent', async () => {
    using desk = new ImportDesk();
    await desk.fill('2026-08', SMALL);
    await desk.run('--nightly', '--offline');
    const [cnpj = ''] = desk.read((database) => new NumberTable(database).cnpjsOf([0]));
    for (const [day, isLate] of [
      ['2026-09-20', false],
      ['2026-09-30', true],
    ] as const) {
      const now = () => Date.parse(`${day}T12:00:00Z`);
      const variables = { UPSTREAM_URL: 'http://127.0.0.1:9' };
      await using service = await launchService({ registry: desk, variables, now });
      expect((await service.ask(`/cnpj/${cnpj}`)).status).toBe(200);
      expect((await service.ask(`/cnpj/${ABSENT}`)).status).toBe(404);
      const state = openState(service.dataDir);
      try {
        const wanted = () => takeWanted(state, 10);
        for (let turn = 0; wanted().length < (isLate ? 2 : 1) && turn < 100; turn++) await Bun.sleep(50);
        const late = isLate ? [{ cnpj, absent: false }] : [];
        expect(wanted()).toEqual([{ cnpj: ABSENT, absent: true }, ...late]);
      } finally {
        state.close();
      }
    }
  });
});

describe('scripts/import.ts', () => {
  test('is the nightly job', async () => {
    using desk = new ImportDesk();
    await desk.fill('2026-08', SMALL);
    const script = join(import.meta.dir, '../../scripts/import.ts');
    const words = [process.execPath, script, '--offline', '--data', desk.dataDir];
    const run = () => Bun.spawnSync(words, { env: {} });
    expect(run().stdout.toString()).toContain('is in place');
    expect(run().stdout.toString()).toBe('Nothing new.\n');
  });
});
