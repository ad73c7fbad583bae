import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { makeFolder } from '../state/scratch.ts';
import { type Fixture, goldenFixture, importMonth } from '../support/fixture.ts';
import { GOLDEN, GOLDEN_MONTH } from '../support/fixture-companies.ts';
import { type LaunchedService, launchService } from '../support/service.ts';
import { runCommand } from './command-line.ts';

const { companies = [], establishments = [], partners = [] } = GOLDEN_MONTH;

/** The golden month as another service has it: a week later, some of it otherwise, one company fewer. */
const OTHER_MONTH = {
  ...GOLDEN_MONTH,
  mark: 'D60815',
  companies: companies.map((row) =>
    typeof row === 'string' || row.root !== '40506070' ? row : { ...row, capital: '1.234.567,90' },
  ),
  establishments: establishments
    .filter((row) => typeof row === 'string' || row.cnpj !== GOLDEN.abroad)
    .map((row) =>
      typeof row === 'string' || row.cnpj !== GOLDEN.partners
        ? row
        : { ...row, email: '', secondary: '1091102,4781400' },
    ),
  partners: partners.filter((row) => typeof row === 'string' || row.name !== 'JOHN SMITH'),
};

let ours: LaunchedService;
let theirs: LaunchedService;
let other: Fixture;

beforeAll(async () => {
  other = await importMonth(OTHER_MONTH);
  ours = await launchService({ registry: await goldenFixture() });
  theirs = await launchService({ registry: other });
});

afterAll(async () => {
  await ours[Symbol.asyncDispose]();
  await theirs[Symbol.asyncDispose]();
  other[Symbol.dispose]();
});

const addressOf = ({ port }: LaunchedService) => `http://127.0.0.1:${port}`;

/** Compares the CNPJs of a list, quickly, with the other service. */
async function compare(list: string, ...words: readonly string[]) {
  using folder = makeFolder();
  const file = join(folder.path, 'cnpjs.txt');
  writeFileSync(file, list);
  const fixed = ['--with', addressOf(theirs), '--cnpjs', file, '--per-minute', '6000'];
  return await runCommand(['compare', ...fixed, ...words, '--data', ours.dataDir]);
}

const ABSENT = '11222333000262';
const LIST = `# partners, and the rest
11.222.333/0001-81

${GOLDEN['simples-and-mei']}
${GOLDEN.abroad}
${GOLDEN.alphanumeric.toLowerCase()}
${GOLDEN.registrations}\r
${GOLDEN.empty}
${GOLDEN['odd-texts']}
${GOLDEN.empty}
${ABSENT}
`;

/** The fields in which the two differ, each in one CNPJ. */
const FIELDS = [
  {
    path: 'capital_social',
    count: 1,
    example: { cnpj: GOLDEN.registrations, here: '1234567.89', there: '1234567.90' },
  },
  {
    path: 'estabelecimento.atividades_secundarias[] (order)',
    count: 1,
    example: { cnpj: GOLDEN.partners, here: expect.any(Array), there: expect.any(Array) },
  },
  {
    path: 'estabelecimento.email',
    count: 1,
    example: { cnpj: GOLDEN.partners, here: 'contato@alfa.example', there: null },
  },
  {
    path: 'socios[]',
    count: 1,
    // The other service has nothing there, which JSON has no word for.
    example: { cnpj: GOLDEN.partners, here: expect.objectContaining({ nome: 'JOHN SMITH' }) },
  },
];

describe('two services', () => {
  test.each([
    ['the registry itself', () => []],
    ['our own address', () => ['--from', addressOf(ours)]],
  ])('are compared field by field, from %s', async (_name, words) => {
    const { code, out } = await compare(LIST, '--json', ...words());
    expect(JSON.parse(out)).toEqual({
      here: expect.any(String),
      there: addressOf(theirs),
      asked: 8,
      stopped: [],
      ...{ compared: 8, same: 4, different: 2, inNeither: 1 },
      ...{ onlyHere: [GOLDEN.abroad], onlyThere: [], failed: [], fields: FIELDS },
    });
    expect(code).toBe(0);
  });

  test('are told of in lines that people read', async () => {
    const { code, out, err } = await compare(LIST);
    expect(out).toContain('8 of 8 CNPJs compared');
    expect(out).toContain(`1  only here: ${GOLDEN.abroad}\n`);
    expect(out).toContain('1  estabelecimento.email\n');
    expect(out).toContain(`in ${GOLDEN.partners}: here "contato@alfa.example", there null\n`);
    expect(err).toBe('8 CNPJs, 6000 a minute: a second or more.\n');
    expect(code).toBe(0);
  });

  test('differ in every record with --strict: theirs is a week younger', async () => {
    const { out } = await compare(LIST, '--strict', '--json');
    const { same, different, fields } = JSON.parse(out);
    expect({ same, different }).toEqual({ same: 0, different: 6 });
    const counts = Object.fromEntries(
      fields.map(({ path, count }: { path: string; count: number }) => [path, count]),
    );
    expect(counts).toMatchObject({
      observacao: 6,
      atualizado_em: 6,
      'estabelecimento.atualizado_em': 6,
      'socios[].atualizado_em': 2,
    });
  });
});

describe('a comparison that cannot be had whole', () => {
  test('ends with 1 and what it has, when the other is no such service', async () => {
    await using stranger = Bun.serve({ port: 0, fetch: () => new Response('Not found', { status: 404 }) });
    using folder = makeFolder();
    const file = join(folder.path, 'cnpjs.txt');
    writeFileSync(file, GOLDEN.empty);
    const words = ['--with', `http://localhost:${stranger.port}`, '--cnpjs', file, '--per-minute', '6000'];
    const { code, out } = await runCommand(['compare', ...words, '--data', ours.dataDir]);
    expect(out).toContain('0 of 1 CNPJs compared');
    expect(out).toContain('answered 404: it does not serve this public API there. Check --with,');
    expect(code).toBe(1);
  });

  test('names what a service gave nothing usable for', async () => {
    await using broken = Bun.serve({ port: 0, fetch: () => Response.json({ unexpected: true }) });
    const { code, out } = await compare(`${GOLDEN.empty}\n`, '--from', `http://localhost:${broken.port}`);
    expect(out).toContain('1  could not be had\n');
    expect(out).toMatch(new RegExp(`${GOLDEN.empty} here: .*no company record`));
    expect(code).toBe(1);
  });

  test('needs a registry, or --from', async () => {
    using folder = makeFolder();
    const file = join(folder.path, 'cnpjs.txt');
    writeFileSync(file, GOLDEN.empty);
    const words = ['compare', '--with', addressOf(theirs), '--cnpjs', file, '--data', folder.path];
    const { code, err } = await runCommand(words);
    expect(err).toContain('There is no registry at');
    expect(code).toBe(1);
  });
});

describe('wrong usage', () => {
  test.each([
    ['5060708000011\n', 'line 1: `5060708000011` is no CNPJ: it has 14 digits or capital letters'],
    [
      `${GOLDEN.empty}\n\n50607080000117\n`,
      'line 3: `50607080000117` is no CNPJ: its check digits should be 16',
    ],
    ['# none\n\n', 'has no CNPJ in it'],
    ['0'.repeat(2_000_000), 'is larger than a list of'],
  ])('a list %#', async (list, said) => {
    const { code, out, err } = await compare(list);
    expect(err).toContain(said);
    expect({ code, out }).toEqual({ code: 2, out: '' });
  });

  test.each([
    [['--cnpjs', 'x'], "required option '--with <url>' not specified"],
    [['--with', 'http://x.example'], "required option '--cnpjs <file>' not specified"],
    [['--with', 'http://x.example', '--cnpjs', '/nowhere/cnpjs.txt'], 'There is no file /nowhere/cnpjs.txt'],
    [['--with', 'ftp://x.example', '--cnpjs', 'x'], 'must be the http or https address'],
    [['--with', 'http://x.example?token=1', '--cnpjs', 'x'], 'without ? or #'],
    [['--with', 'http://x.example/api?', '--cnpjs', 'x'], 'without ? or #'],
    [['--with', 'http://x.example/api#', '--cnpjs', 'x'], 'without ? or #'],
    [['--with', 'http://x.example', '--from', 'http://y.example?', '--cnpjs', 'x'], 'without ? or #'],
    [['--with', 'http://x.example', '--cnpjs', 'x', '--per-minute', '0'], 'a whole number from 1 to 6000'],
    [['--with', 'http://x.example', '--cnpjs', 'x', '--per-minute', '7000'], 'a whole number from 1 to 6000'],
  ])('%j', async (words, said) => {
    const { code, out, err } = await runCommand(['compare', ...words]);
    expect(err).toContain(said);
    expect({ code, out }).toEqual({ code: 2, out: '' });
  });
});
