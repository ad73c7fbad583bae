import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test';
import { mkdirSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ImportDesk } from '../support/import-desk.ts';
import { writeZip } from '../support/zip-writer.ts';

setDefaultTimeout(30_000);

const ROW = '"00000000";"5";"FULANO DE TAL";"***529958**";"49";"20200101";"";"***000000**";"";"00";"4"\n';

/** Overwrites bytes in the middle of a file. */
function damage(path: string): void {
  const bytes = readFileSync(path);
  bytes.fill(0, Math.floor(bytes.length / 3), Math.floor(bytes.length / 2));
  writeFileSync(path, bytes);
}

/** Writes a file of partners with one member. */
function writePartners(folder: string, mark: string, crc?: number): void {
  const contents = { name: `K3241.K03200Y0.${mark}.SOCIOCSV`, contents: ROW };
  writeFileSync(join(folder, 'Socios0.zip'), writeZip([crc === undefined ? contents : { ...contents, crc }]));
}

/** What may be wrong with a month, and how the import says so. */
const FLAWS: readonly [flaw: string, spoil: (folder: string) => void, message: RegExp][] = [
  [
    'a zip without its end',
    (folder) => truncateSync(join(folder, 'Estabelecimentos0.zip'), 4_000),
    /Estabelecimentos0\.zip is not a whole zip \(.+\)\. Fetch it again/,
  ],
  [
    'a zip with a hole in it',
    (folder) => damage(join(folder, 'Empresas0.zip')),
    /Empresas0\.zip is not a whole zip \(.+\)\. Fetch it again/,
  ],
  [
    'a member with a wrong checksum',
    (folder) => writePartners(folder, 'D60808', 1),
    /Socios0\.zip is not a whole zip \(the checksum of .+SOCIOCSV is wrong\)/,
  ],
  [
    'something that is no zip',
    (folder) => writeFileSync(join(folder, 'Simples.zip'), '<html>Em manutenção</html>'),
    /Simples\.zip is not a whole zip/,
  ],
  [
    'a required file missing',
    (folder) => rmSync(join(folder, 'Simples.zip')),
    /lacks Simples\.zip\. A month of the Receita's files has all of them/,
  ],
  ['a part missing', (folder) => rmSync(join(folder, 'Socios0.zip')), /lacks Socios0\.zip\. A month/],
  [
    'a file of another month',
    (folder) => writePartners(folder, 'D60711'),
    /of different months: Empresas0\.zip is of 2026-08-08, Socios0\.zip is of 2026-07-11/,
  ],
  [
    'nothing in it',
    (folder) => {
      rmSync(folder, { recursive: true });
      mkdirSync(folder);
    },
    /has none of the Receita's files/,
  ],
  ['no folder', (folder) => rmSync(folder, { recursive: true }), /cannot be read\. Point --from/],
];

describe('a month with', () => {
  let desk: ImportDesk;
  let served: string;

  beforeAll(async () => {
    desk = new ImportDesk();
    await desk.fill('2026-07', { companies: 60, extraction: '2026-07-11' });
    expect((await desk.run('--nightly', '--offline')).code).toBe(0);
    served = JSON.stringify(desk.facts());
  });
  afterAll(() => desk[Symbol.dispose]());

  test.each(FLAWS)('%s is refused, and what was served is served on', async (_flaw, spoil, message) => {
    const folder = join(desk.folder, 'month');
    rmSync(folder, { recursive: true, force: true });
    await desk.fill(folder, { companies: 60 });
    spoil(folder);
    const run = await desk.run('--from', folder);
    expect(run.code).toBe(1);
    expect(run.err).toMatch(message);
    expect(run.out).toBe('');
    expect(JSON.stringify(desk.facts())).toBe(served);
    expect(desk.leftovers()).toEqual([]);
    expect(desk.history(1)).toMatchObject([{ outcome: 'failed', kind: 'sources' }]);
  });

  test('a code table of an earlier month is taken', async () => {
    const folder = await desk.fill(join(desk.folder, 'lent'), { companies: 60 });
    const lines = '"105";"BRASIL"\n';
    const member = { name: 'F.K03200$Z.D60711.PAISCSV', contents: lines };
    writeFileSync(join(folder, 'Paises.zip'), writeZip([member]));
    expect(await desk.run('--from', folder)).toMatchObject({ code: 0 });
    expect(desk.facts().extractedOn).toBe('2026-08-08');
  });
});

describe('a data folder', () => {
  test('that cannot be made is refused', async () => {
    using desk = new ImportDesk();
    const folder = await desk.fill(join(desk.folder, 'month'), { companies: 60 });
    writeFileSync(join(desk.folder, 'file'), '');
    using blocked = new ImportDesk({}, join(desk.folder, 'file', 'data'));
    const run = await blocked.run('--from', folder);
    expect(run.code).toBe(1);
    expect(run.err).toMatch(
      /The data folder .+ cannot be written \(ENOTDIR.+\)\. Choose another folder by --data/,
    );
  });
});
