import { Database } from 'bun:sqlite';
import { expect, test } from 'bun:test';
import { checkDigits } from '../../src/domain/cnpj.ts';
import { importMonth } from '../support/fixture.ts';
import type { Month } from '../support/fixture-layout.ts';
import { launchService } from '../support/service.ts';
import { cnpjOf, PERSON, rootOf } from './quirk.ts';

/** A line of Estabelecimentos: the key's three columns and the 27 after them. */
function establishmentLine(key: string): string {
  return `${key};${Array.from({ length: 27 }, () => '""').join(';')}\n`;
}

test('rows that cannot be used are kept aside with file, line and reason', async () => {
  const good = { cnpj: cnpjOf('111111110001'), kind: '1', status: '02' };
  using fixture = await importMonth({
    companies: [
      { root: '11111111', name: 'PRIMEIRA\nLINHA DUPLA' },
      '"22222222";"CURTA";"2062"\n',
      '"2222222X!";"CHAVE";"2062";"49";"1,00";"05";""\n',
      '"";"SEM CHAVE";"2062";"49";"1,00";"05";""\n',
      '\n',
      '"33333333";"COM ""ASPAS"" LOUCAS" E MAIS";"2062";"49";"1,00";"05";""\n',
      '\n',
    ],
    establishments: [
      good,
      establishmentLine('"11111111";"0002";"00"'),
      establishmentLine('"11111111";"00";"00"'),
      '"11111111";"0003"\n',
      { cnpj: cnpjOf('333333330001'), kind: '1', status: '02' },
    ],
    partners: ['"11111111";"2";"CURTA"\n', '"1111111";"2";"CHAVE CURTA";"";"";"";"";"";"";"";""\n'],
    simples: ['"11111111";"S";"20200101";"";"N";"";"";"A MAIS"\n'],
    regimes: { 'Lucro Real': ['2021,11.111.111/0001-00,0,LUCRO REAL,1', '2021,123,0,LUCRO REAL,1'] },
    suframa: ['11111111000100;123;S;2026-08-01'],
  });
  const database = new Database(fixture.path, { readonly: true });
  const rows = database.query('SELECT file, line, reason FROM rejected_row ORDER BY file, line').values();
  const texts = database.query('SELECT text FROM rejected_row WHERE file = ?').values('Empresas0.zip');
  database.close();
  const columns = (count: number, due: number) => `it has ${count} columns where ${due} are due`;
  const root = 'the root is not eight digits or letters';
  expect(rows).toEqual([
    ['Empresas0.zip', 3, columns(3, 7)],
    ['Empresas0.zip', 4, root],
    ['Empresas0.zip', 5, root],
    ['Estabelecimentos0.zip', 2, `the check digits should be ${checkDigits('111111110002')}`],
    ['Estabelecimentos0.zip', 3, 'the order number is not four digits or letters'],
    ['Estabelecimentos0.zip', 4, columns(2, 30)],
    ['Lucro Real.zip', 2, `the CNPJ 11111111000100 has wrong check digits`],
    ['Lucro Real.zip', 3, 'the CNPJ is not fourteen digits or letters'],
    ['Simples.zip', 1, columns(8, 7)],
    ['Socios0.zip', 1, columns(3, 11)],
    ['Socios0.zip', 2, root],
    ['Suframa.csv', 2, 'the CNPJ 11111111000100 has wrong check digits'],
  ]);
  expect(texts).toContainEqual(['22222222\tCURTA\t2062']);
  expect(fixture.report.rejected).toBe(rows.length);
  expect(fixture.report.rows).toMatchObject({ companies: 2, establishments: 2, partners: 0, simples: 0 });
});

test('a row whose quotes are torn costs nothing but itself', async () => {
  using fixture = await importMonth({
    companies: [
      '"11111111";"COM ASPA" SOLTA";"2062";"49";"1,00";"05";""\n',
      { root: '22222222', name: 'A SEGUINTE' },
    ],
    establishments: ['11111111', '22222222'].map((root) => ({
      ...{ cnpj: cnpjOf(`${root}0001`), kind: '1' },
    })),
  });
  await using service = await launchService({ registry: fixture });
  const first = await service.ask(`/cnpj/${cnpjOf('111111110001')}`);
  expect(await first.json()).toMatchObject({ razao_social: 'COM ASPA" SOLTA' });
  const second = await service.ask(`/cnpj/${cnpjOf('222222220001')}`);
  expect(await second.json()).toMatchObject({ razao_social: 'A SEGUINTE' });
});

test('a row whose last quote is missing, single or before a blank does not take the next one with it', async () => {
  const roots = ['11111111', '22222222', '33333333', '44444444', '55555555', '66666666'];
  using fixture = await importMonth({
    companies: [
      '"11111111";"SEM ASPA";"2062";"49";"1,00";"05";"\n',
      '"22222222";"ASPA A MAIS";"2062";"49";"1,00";"05";"""\n',
      '"33333333";"BRANCO DEPOIS";"2062";"49";"1,00";"05";"" \n',
      '"44444444";"SEM ASPA DE NOVO";"2062";"49";"1,00";"05";"BAHIA\n',
      '"55555555";"SÃO DUAS ASPAS";"2062";"49";"1,00";"05";"GOIÁS""\n',
      { root: '66666666', name: 'A ÚLTIMA' },
    ],
    establishments: roots.map((root) => ({ cnpj: cnpjOf(`${root}0001`), kind: '1' })),
  });
  expect(fixture.report).toMatchObject({ rejected: 0, rows: { companies: 6 } });
  await using service = await launchService({ registry: fixture });
  const found = await Promise.all(
    roots.map(async (root) => (await service.ask(`/cnpj/${cnpjOf(`${root}0001`)}`)).json()),
  );
  expect(found).toMatchObject([
    { razao_social: 'SEM ASPA', porte: { id: '05' }, responsavel_federativo: '' },
    { razao_social: 'ASPA A MAIS', responsavel_federativo: '' },
    { razao_social: 'BRANCO DEPOIS', responsavel_federativo: '' },
    { razao_social: 'SEM ASPA DE NOVO', responsavel_federativo: 'BAHIA' },
    { razao_social: 'SÃO DUAS ASPAS', responsavel_federativo: 'GOIÁS' },
    { razao_social: 'A ÚLTIMA' },
  ]);
});

test('what belongs to companies that are not there is counted and left out', async () => {
  const own = { cnpj: cnpjOf('111111110001'), kind: '1', status: '02', activity: '6203100' };
  const missing = '33.333.333/0001-91';
  using fixture = await importMonth({
    companies: [
      { root: '11111111', name: 'PRESENTE', size: '05' },
      { root: '11111111', name: 'PRESENTE', size: '05' },
      { root: '22222222', name: 'SEM ESTABELECIMENTO', size: '05' },
    ],
    establishments: [own, own],
    partners: [{ root: '33333333', ...PERSON }],
    simples: [{ root: '33333333', simples: 'S', mei: 'N' }],
    regimes: { 'Lucro Real': [`2021,${missing},0,LUCRO REAL,1`, 'ANO,11.111.111/0001-91,0,LUCRO REAL,1'] },
    suframa: ['33333333000191;123;S;2026-08-01', ...['', 'ABC1'].map((number) => `${own.cnpj};${number};S;`)],
    stateRegistrations: ['33333333000191;SP;123;S;2026-08-01'],
  });
  expect(fixture.report.oddities).toEqual({
    ...{ repeatedRow: 2, emptyCompany: 1, orphanPartner: 1, orphanSimples: 1, orphanRegime: 1 },
    ...{ orphanSuframa: 1, orphanStateRegistration: 1, badSuframa: 2, badYear: 1 },
  });
  expect(fixture.report.rows).toEqual({
    ...{ companies: 1, establishments: 1, partners: 0, simples: 0, regimes: 0, suframa: 0 },
    stateRegistrations: 0,
  });
});

/** A month with so many establishments whose company has no row. */
function monthWithout(missing: number): Month {
  const roots = Array.from({ length: missing + 1 }, (_, index) => rootOf(index));
  return {
    companies: [{ root: rootOf(0), name: 'PRESENTE', size: '05' }],
    establishments: roots.map((root) => ({
      ...{ cnpj: cnpjOf(`${root}0001`), kind: '1', status: '02', activity: '6203100' },
    })),
  };
}

test('an establishment whose company row is missing is served with an empty name, and counted', async () => {
  using fixture = await importMonth(monthWithout(1));
  await using service = await launchService({ registry: fixture });
  const answer = await service.ask(`/cnpj/${cnpjOf('000000020001')}`);
  expect(await answer.json()).toMatchObject({
    ...{ cnpj_raiz: '00000002', razao_social: '', capital_social: null, natureza_juridica: null },
    ...{ qualificacao_do_responsavel: null, socios: [], simples: null },
    porte: { id: '01', descricao: 'Não informado' },
  });
  expect(fixture.report.oddities).toEqual({ missingCompany: 1 });
});

test('more than one such company in a thousand refuses the import', async () => {
  await expect(importMonth(monthWithout(11))).rejects.toThrow(
    '11 companies have establishments but no row in Empresas, more than one in a thousand.',
  );
});
