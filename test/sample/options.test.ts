import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { createHash } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { generateSample } from '../../src/sample/generate.ts';
import {
  COMPANY_COLUMNS,
  ESTABLISHMENT_COLUMNS,
  PARTNER_COLUMNS,
  SIMPLES_COLUMNS,
} from '../../src/sample/rows.ts';
import { nameFields, readFolder, rowsOf } from './published-files.ts';

let root: string;

beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'sample-'));
});

afterAll(async () => {
  await rm(root, { recursive: true, force: true });
});

/** All bytes of a folder's files, with their names, as one digest. */
async function digest(folder: string): Promise<string> {
  const hash = createHash('sha256');
  for (const name of (await readdir(folder)).sort()) {
    hash.update(name);
    hash.update(await readFile(join(folder, name)));
  }
  return hash.digest('hex');
}

describe('the same sample', () => {
  const generate = async (name: string, seed: number, extraction = '2026-08-08'): Promise<string> => {
    const folder = join(root, name);
    await generateSample({ companies: 400, folder, seed, extraction });
    return await digest(folder);
  };

  test('has the same bytes for the same seed, and others for another', async () => {
    const first = await generate('first', 7);
    expect(await generate('again', 7)).toBe(first);
    expect(await generate('other', 8)).not.toBe(first);
  });

  test('bears the extraction it was asked for', async () => {
    await generate('september', 7, '2026-09-12');
    const names = (await readFolder(join(root, 'september'))).map(({ name }) => name);
    expect(names.filter((name) => name.includes('.D6'))).toHaveLength(13);
    expect(names.filter((name) => name.includes('.D60912'))).toHaveLength(13);
  });
});

describe('a sample without quirks', () => {
  test('has nothing odd in it', async () => {
    const folder = join(root, 'plain');
    const counts = await generateSample({ companies: 1_500, folder, quirks: false });
    const members = await readFolder(folder);
    for (const tally of Object.values(counts.quirks)) {
      expect(Object.values(tally).every((count) => count === 0)).toBe(true);
    }
    const tables = [
      ['EMPRECSV', COMPANY_COLUMNS],
      ['ESTABELE', ESTABLISHMENT_COLUMNS],
      ['SOCIOCSV', PARTNER_COLUMNS],
      ['SIMPLES', SIMPLES_COLUMNS],
    ] as const;
    for (const [mark, columns] of tables) {
      const rows = rowsOf(members, mark);
      expect(rows.filter((row) => row.length !== columns.length)).toEqual([]);
      expect(new Set(rows.map((row) => JSON.stringify(row))).size).toBe(rows.length);
      // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what must not be there.
      expect(rows.flat().filter((field) => /[\u0000-\u001f;"\u0080-\uffff]|^ | $| {2}/.test(field))).toEqual(
        [],
      );
    }
    const text = members
      .filter(({ name }) => name.startsWith('K3241'))
      .map(({ bytes }) => bytes.toString('latin1'));
    expect(text.filter((body) => body.includes('\n\n'))).toEqual([]);
  });
});

describe('any size', () => {
  test.each([1, 2, 25, 200])('works for %d companies', async (companies) => {
    const folder = join(root, `size-${companies}`);
    const counts = await generateSample({ companies, folder });
    const members = await readFolder(folder);
    expect(new Set(rowsOf(members, 'EMPRECSV').map(([cnpjRoot]) => cnpjRoot)).size).toBe(companies);
    expect(rowsOf(members, 'ESTABELE')).toHaveLength(counts.establishments);
    expect(counts.quirks.establishments.missingCompany).toBe(0);
  });

  test('has the proportions of the published registry at 20,000 companies', async () => {
    const folder = join(root, 'large');
    const counts = await generateSample({ companies: 20_000, folder });
    const members = await readFolder(folder);
    const rows = rowsOf(members, 'ESTABELE');
    const branches = new Map<string, number>();
    for (const [cnpjRoot = ''] of rows) branches.set(cnpjRoot, (branches.get(cnpjRoot) ?? 0) + 1);
    expect(Math.max(...branches.values())).toBeGreaterThanOrEqual(601);
    expect(counts.establishments / 20_000).toBeWithin(1.12, 1.16);
    expect(counts.partners / 20_000).toBeWithin(0.4, 0.5);
    expect(counts.simples / 20_000).toBeWithin(0.68, 0.72);
    expect(counts.namesWithCpf / 20_000).toBeWithin(0.35, 0.4);
    expect(counts.quirks.establishments.semicolon / rows.length).toBeWithin(0.035, 0.045);
    const inSaoPaulo = rows.filter((row) => nameFields(row, ESTABLISHMENT_COLUMNS).state === 'SP').length;
    expect(inSaoPaulo / rows.length).toBeWithin(0.25, 0.31);
    const words = new Set(
      rowsOf(members, 'EMPRECSV').flatMap(([, name = '']) => name.match(/[A-Z]+/g) ?? []),
    );
    expect(words.size).toBeGreaterThan(7_000);
    const first = members.find(({ name }) => name.includes('Y0.D60808.ESTABELE'))?.bytes.length ?? 0;
    const second = members.find(({ name }) => name.includes('Y1.D60808.ESTABELE'))?.bytes.length ?? 0;
    expect(first / second).toBeWithin(5, 7);
  });
});

describe('what cannot be generated', () => {
  test.each([
    ['no companies', { companies: 0 }, '1 to'],
    ['half a company', { companies: 1.5 }, '1 to'],
    ['more companies than roots', { companies: 60_000_000 }, '1 to'],
    ['a seed that is no whole number', { companies: 1, seed: 0.5 }, 'seed'],
    ['a day that no calendar has', { companies: 1, extraction: '2026-02-30' }, '2026-02-30'],
    ['a date in another form', { companies: 1, extraction: '08/08/2026' }, '08/08/2026'],
  ])('%s is refused', async (_, options, part) => {
    const generating = generateSample({ folder: join(root, 'never'), ...options });
    await expect(generating).rejects.toThrow(part);
  });

  test('a folder that holds files of another month is refused', async () => {
    const folder = await mkdtemp(join(root, 'taken-'));
    await writeFile(join(folder, 'Empresas7.zip'), '');
    await expect(generateSample({ companies: 1, folder })).rejects.toThrow('Empresas7.zip');
    expect(await readdir(folder)).toEqual(['Empresas7.zip']);
  });
});
