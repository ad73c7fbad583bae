import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isCnpj } from '../../src/domain/cnpj.ts';
import type { SampleCounts } from '../../src/sample/counts.ts';
import { generateSample } from '../../src/sample/generate.ts';
import { COMPANY_COLUMNS, ESTABLISHMENT_COLUMNS } from '../../src/sample/rows.ts';
import { linesOf, type Member, nameFields, readFolder, rowsOf } from './published-files.ts';

let root: string;

beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'sample-'));
});

afterAll(async () => {
  await rm(root, { recursive: true, force: true });
});

describe('a sample of 3,000 companies', () => {
  const SIZE = 3_000;
  let counts: SampleCounts;
  let members: Member[];
  const progress: number[] = [];

  beforeAll(async () => {
    const folder = join(root, 'whole');
    counts = await generateSample({ companies: SIZE, folder, onProgress: (done) => progress.push(done) });
    members = await readFolder(folder);
  });

  test('has the files of a month, named as published', () => {
    const names = members.map(({ zip, name }) => `${zip}: ${name}`);
    expect(names).toEqual([
      'Cnaes.zip: F.K03200$Z.D60808.CNAECSV',
      'Empresas0.zip: K3241.K03200Y0.D60808.EMPRECSV',
      'Empresas1.zip: K3241.K03200Y1.D60808.EMPRECSV',
      'Estabelecimentos0.zip: K3241.K03200Y0.D60808.ESTABELE',
      'Estabelecimentos1.zip: K3241.K03200Y1.D60808.ESTABELE',
      'Imunes e Isentas.zip: Imunes e isentas.csv',
      ': InscricoesEstaduais.csv',
      'Lucro Presumido 1.zip: Lucro Presumido 1.csv',
      'Lucro Presumido 1.zip: LUCRO PRESUMIDO 2.CSV',
      'Lucro Real.zip: Lucro Real.csv',
      'Lucro arbitrado.zip: lucro arbitrado.csv',
      'Motivos.zip: F.K03200$Z.D60808.MOTICSV',
      'Municipios.zip: F.K03200$Z.D60808.MUNICCSV',
      'Naturezas.zip: F.K03200$Z.D60808.NATJUCSV',
      'Paises.zip: F.K03200$Z.D60808.PAISCSV',
      'Qualificacoes.zip: F.K03200$Z.D60808.QUALSCSV',
      'Simples.zip: F.K03200$W.SIMPLES.CSV.D60808',
      'Socios0.zip: K3241.K03200Y0.D60808.SOCIOCSV',
      'Socios1.zip: K3241.K03200Y1.D60808.SOCIOCSV',
      ': Suframa.csv',
      ': TABMUN.CSV',
    ]);
  });

  test('has as many rows as it says', () => {
    expect({
      companies: rowsOf(members, 'EMPRECSV').length,
      establishments: rowsOf(members, 'ESTABELE').length,
      partners: rowsOf(members, 'SOCIOCSV').length,
      simples: rowsOf(members, 'SIMPLES').length,
      regimes: linesOf(members, /^(?:lucro|imunes)/i).length,
      suframa: linesOf(members, /^Suframa/).length,
      stateRegistrations: linesOf(members, /^Inscricoes/).length,
    }).toEqual({
      companies: counts.companies,
      establishments: counts.establishments,
      partners: counts.partners,
      simples: counts.simples,
      regimes: counts.regimes,
      suframa: counts.suframa,
      stateRegistrations: counts.stateRegistrations,
    });
    const { repeatedRow, shortRow } = counts.quirks.companies;
    expect(counts.companies).toBe(SIZE + repeatedRow + shortRow);
    expect(progress).toEqual([1_000, 2_000, 3_000, 3_000]);
  });

  test('has only CNPJs with valid check digits', () => {
    const bare = rowsOf(members, 'ESTABELE').map((row) => row.slice(0, 3).join(''));
    const punctuated = linesOf(members, /^(?:lucro|imunes)/i).map((line) => line.split(',')[1] ?? '');
    const annexed = [...linesOf(members, /^Suframa/), ...linesOf(members, /^Inscricoes/)].map((line) =>
      line.slice(0, 14),
    );
    const all = [...bare, ...punctuated.map((cnpj) => cnpj.replaceAll(/[./-]/g, '')), ...annexed];
    expect(all.filter((cnpj) => !isCnpj(cnpj))).toEqual([]);
  });

  test('has rows of missing companies only where it counts them', () => {
    const companies = new Set(rowsOf(members, 'EMPRECSV').map(([cnpjRoot]) => cnpjRoot));
    const orphans = (mark: string): number =>
      rowsOf(members, mark).filter(([cnpjRoot]) => !companies.has(cnpjRoot)).length;
    const { establishments, partners, simples } = counts.quirks;
    expect(companies.size).toBe(SIZE);
    expect(orphans('ESTABELE')).toBe(establishments.missingCompany);
    expect(orphans('SOCIOCSV')).toBe(partners.missingCompany);
    expect(orphans('SIMPLES')).toBe(simples.missingCompany);
    expect(establishments.missingCompany / counts.establishments).toBeLessThan(0.001);
    const withHeadOffice = new Set(
      rowsOf(members, 'ESTABELE').map(([cnpjRoot, order]) => `${cnpjRoot}${order}`),
    );
    expect([...companies].filter((cnpjRoot) => !withHeadOffice.has(`${cnpjRoot}0001`))).toEqual([]);
  });

  test('annexes belong to establishments that are there', () => {
    const cnpjs = new Set(rowsOf(members, 'ESTABELE').map((row) => row.slice(0, 3).join('')));
    const regimes = linesOf(members, /^(?:lucro|imunes)/i).map((line) =>
      (line.split(',')[1] ?? '').replaceAll(/[./-]/g, ''),
    );
    const annexes = [...linesOf(members, /^Suframa/), ...linesOf(members, /^Inscricoes/)].map((line) =>
      line.slice(0, 14),
    );
    expect([...regimes, ...annexes].filter((cnpj) => !cnpjs.has(cnpj))).toEqual([]);
  });

  test('has codes that its tables explain, but for those it counts', () => {
    const codes = (mark: string): Set<string> => new Set(rowsOf(members, mark).map(([code = '']) => code));
    const rows = rowsOf(members, 'ESTABELE')
      .filter((row) => row.length === ESTABLISHMENT_COLUMNS.length)
      .map((row) => nameFields(row, ESTABLISHMENT_COLUMNS));
    const companies = rowsOf(members, 'EMPRECSV')
      .filter((row) => row.length === COMPANY_COLUMNS.length)
      .map((row) => nameFields(row, COMPANY_COLUMNS));
    const unexplained = (values: readonly string[], table: Set<string>): number =>
      values.filter((value) => value !== '' && !table.has(value)).length;
    const { establishments, companies: ofCompanies } = counts.quirks;
    expect(
      unexplained(
        rows.map((row) => row.municipality),
        codes('MUNICCSV'),
      ),
    ).toBe(0);
    expect(
      unexplained(
        rows.map((row) => row.activity),
        codes('CNAECSV'),
      ),
    ).toBe(0);
    expect(
      unexplained(
        rows.flatMap((row) => row.secondaryActivities.split(',')),
        codes('CNAECSV'),
      ),
    ).toBe(0);
    expect(
      unexplained(
        rows.map((row) => row.motive),
        codes('MOTICSV'),
      ),
    ).toBe(establishments.motiveNotInTable);
    expect(
      unexplained(
        rows.map((row) => row.country),
        codes('PAISCSV'),
      ),
    ).toBe(establishments.unknownCountry + establishments.unpaddedCountry);
    expect(
      unexplained(
        companies.map((row) => row.nature),
        codes('NATJUCSV'),
      ),
    ).toBe(0);
    expect(
      unexplained(
        companies.map((row) => row.qualification),
        codes('QUALSCSV'),
      ),
    ).toBe(ofCompanies.qualificationNotInTable);
  });

  test('has a municipality that the table of the Tesouro lacks', () => {
    const municipalities = members.find(({ name }) => name === 'TABMUN.CSV')?.bytes.toString('latin1') ?? '';
    const lines = municipalities.split('\r\n').slice(0, -1);
    expect(
      lines.filter((line) => !/^\d{4};(?:\d{14}| {14});[A-Z' -]{45};[A-Z]{2};\d{7}$/.test(line)),
    ).toEqual([]);
    const known = new Set(lines.map((line) => line.slice(0, 4)));
    const missing = rowsOf(members, 'MUNICCSV').filter(([code = '']) => !known.has(code));
    expect(missing.map(([code]) => code)).toEqual(['1182', '9707']);
  });

  test('has rows that are not in the order of their CNPJs', () => {
    const roots = rowsOf(members, 'Y0.D60808.EMPRECSV').map(([cnpjRoot = '']) => cnpjRoot);
    const ascents = roots.filter((cnpjRoot, index) => cnpjRoot > (roots[index - 1] ?? '')).length;
    expect(ascents / roots.length).toBeGreaterThan(0.4);
    expect(ascents / roots.length).toBeLessThan(0.6);
  });

  test('has roots with letters only of what began when there were any', () => {
    const lettered = rowsOf(members, 'ESTABELE')
      .map((row) => nameFields(row, ESTABLISHMENT_COLUMNS))
      .filter((row) => /[A-Z]/.test(row.root));
    expect(lettered.length).toBeGreaterThan(0);
    expect(lettered.filter(({ startDay }) => startDay < '20260701')).toEqual([]);
  });

  test('counts roots, orders and names as they are', () => {
    const companies = [...new Map(rowsOf(members, 'EMPRECSV').map((row) => [row[0] ?? '', row])).values()];
    const orders = new Set(
      rowsOf(members, 'ESTABELE')
        .filter(([cnpjRoot = '', order = '']) => !/[A-Z]/.test(cnpjRoot) && /[A-Z]/.test(order))
        .map((row) => row.slice(0, 2).join('')),
    );
    expect(companies.filter(([cnpjRoot = '']) => /[A-Z]/.test(cnpjRoot))).toHaveLength(
      counts.alphanumericRoots,
    );
    expect(orders.size).toBe(counts.alphanumericOrders);
    expect(companies.filter(([, name = '']) => / \d{11} *$/.test(name))).toHaveLength(counts.namesWithCpf);
    expect(counts.alphanumericRoots).toBeGreaterThan(0);
    expect(counts.alphanumericOrders).toBeGreaterThan(0);
  });
});
