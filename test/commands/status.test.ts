import { Database } from 'bun:sqlite';
import { describe, expect, test } from 'bun:test';
import { chmodSync, existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { withImportLock } from '../../src/import/lock.ts';
import { openState } from '../../src/state/database.ts';
import { finishImport, startImport } from '../../src/state/imports.ts';
import { makeFolder } from '../state/scratch.ts';
import { goldenFixture } from '../support/fixture.ts';
import { bear, launchService } from '../support/service.ts';
import { runCommand } from './command-line.ts';

/** Settings with which nothing of them needs attention. */
const SETTLED = {
  PUBLIC_BASE_URL: 'https://cnpj.example.com',
  COMMERCIAL_BASE_URL: 'https://cnpj.example.com/comercial',
  SMTP_URL: 'smtp://127.0.0.1:25',
  MAIL_FROM: 'cnpj@example.com',
  OPERATOR_EMAIL: 'operator@example.com',
};

/** What of the JSON the tests read. */
interface Status {
  readonly registry: Record<string, unknown> | null;
  readonly imports: Record<string, unknown>;
  readonly subscribers: Record<string, number> | null;
  readonly wanted: number | null;
  readonly use: { readonly queries: number; readonly busiest: readonly unknown[] } | null;
  readonly attention: readonly { level: string; code: string; what: string; todo: string }[];
}

async function readStatus(dataDir: string, variables: Readonly<Record<string, string>> = SETTLED) {
  const { code, out, err } = await runCommand(['status', '--json', '--data', dataDir], variables);
  expect(err).toBe('');
  const status: Status = JSON.parse(out);
  return { code, status, codes: status.attention.map((finding) => finding.code) };
}

/** A data folder with the golden registry, whose data is made to be of a day so many days ago. */
async function makeDataFolder(ageDays = 0) {
  const folder = makeFolder();
  (await goldenFixture()).copyTo(folder.path);
  const day = new Date(Date.now() - ageDays * 86_400_000).toISOString().slice(0, 10);
  const registry = new Database(join(folder.path, 'registry.db'));
  registry.run("UPDATE fact SET value = ? WHERE name = 'extractedOn'", [JSON.stringify(day)]);
  registry.close();
  return folder;
}

/** Does something with the state of a data folder. */
function withState(dataDir: string, work: (state: ReturnType<typeof openState>) => void): void {
  const state = openState(dataDir);
  work(state);
  state.close();
}

describe('a service in good order', () => {
  test('has nothing that needs attention, and ends with 0', async () => {
    using folder = await makeDataFolder();
    const { code, out } = await runCommand(['status', '--data', folder.path], SETTLED);
    expect(out).toContain('Nothing needs attention.');
    expect(out).toContain(`${folder.path}/registry.db`);
    expect(out).toMatch(/^ {2}companies {2,}7$/m);
    expect(out).toContain('the whole country');
    expect(code).toBe(0);
  });

  test('is told with its subscribers and what they have asked this month, while it runs', async () => {
    await using service = await launchService({ registry: await goldenFixture() });
    for (let asked = 0; asked < 3; asked++) {
      await service.ask('/comercial/cnpj/11222333000181', { headers: bear(service.tokens.basico) });
    }
    await service.ask('/comercial/pesquisa?cep=19900010', { headers: bear(service.tokens.premium) });
    const deadline = performance.now() + 10_000;
    let told = await readStatus(service.dataDir);
    while (told.status.use?.queries !== 4 && performance.now() < deadline) {
      await Bun.sleep(50);
      told = await readStatus(service.dataDir);
    }
    expect(told.status.subscribers).toEqual({ basico: 1, premium: 1, activeTokens: 3 });
    expect(told.status.use).toMatchObject({
      queries: 4,
      byOperation: { cnpj: 3, raiz: 0, pesquisa: 1, suframa: 0 },
      busiest: [
        { subscriber: 1, email: 'basico@example.com', plan: 'basico', queries: 3 },
        { subscriber: 2, email: 'premium@example.com', plan: 'premium', queries: 1 },
      ],
    });
    const { out } = await runCommand(['status', '--data', service.dataDir], SETTLED);
    expect(out).toContain('3 by basico@example.com (basico)');
    expect((await service.ask('/cnpj/11222333000181')).status).toBe(200);
  });
});

describe('looking', () => {
  test('changes nothing: no file is made, and a folder that cannot be written will do', async () => {
    using folder = await makeDataFolder();
    withState(folder.path, ({ sqlite }) => {
      sqlite.run("INSERT INTO wanted (cnpj, absent, asked_at) VALUES ('50607080000116', 1, 0)");
    });
    const before = readdirSync(folder.path).sort();
    expect(before).toEqual(['registry.db', 'state.db']);
    chmodSync(folder.path, 0o500);
    const { status } = await readStatus(folder.path);
    chmodSync(folder.path, 0o700);
    expect(status.wanted).toBe(1);
    expect(readdirSync(folder.path).sort()).toEqual(before);
    const none = join(folder.path, 'none');
    expect((await readStatus(none)).status.registry).toBeNull();
    expect(existsSync(none)).toBeFalse();
  });

  test('writes no colours where there is no terminal', async () => {
    using folder = makeFolder();
    const main = join(import.meta.dir, '../../src/main.ts');
    const child = Bun.spawn([process.execPath, main, 'status', '--data', folder.path], { env: SETTLED });
    expect(await new Response(child.stdout).text()).not.toContain('\u001b');
    expect(await child.exited).toBe(1);
  });
});

/** What can be wrong: how it comes about, the finding that tells of it, and what it says. */
const PROBLEMS: readonly (readonly [
  name: string,
  code: string,
  told: RegExp,
  prepare: (dataDir: string) => void,
])[] = [
  [
    'an import that failed',
    'last-import',
    /failed, \d{4}-.* UTC: Estabelecimentos3\.zip is damaged/,
    (dataDir) =>
      withState(dataDir, (state) => {
        const end = {
          outcome: 'failed',
          kind: 'sources',
          message: 'Estabelecimentos3.zip is damaged',
        } as const;
        finishImport(state, startImport(state), end);
      }),
  ],
  [
    'an import whose process died',
    'unfinished-import',
    /ended without a word/,
    (dataDir) => withState(dataDir, (state) => void startImport(state)),
  ],
  [
    'a damaged registry',
    'registry',
    /no registry that can be read/,
    (dataDir) => writeFileSync(join(dataDir, 'registry.db'), 'x'.repeat(8_192)),
  ],
  [
    'a state.db of a newer program',
    'state',
    /run the newer program/,
    (dataDir) => withState(dataDir, ({ sqlite }) => sqlite.run('PRAGMA user_version = 99')),
  ],
  [
    'a state.db of an older program',
    'state',
    /brings it up/,
    (dataDir) => withState(dataDir, ({ sqlite }) => sqlite.run('PRAGMA user_version = 1')),
  ],
  [
    'a state.db that is none',
    'state',
    /state\.db cannot be read/,
    (dataDir) => writeFileSync(join(dataDir, 'state.db'), 'x'.repeat(8_192)),
  ],
];

describe('a problem ends with 1, and is told with what to do', () => {
  test.each(PROBLEMS)('%s', async (_name, code, told, prepare) => {
    using folder = await makeDataFolder();
    prepare(folder.path);
    const found = await readStatus(folder.path);
    expect(found.codes).toEqual([code]);
    expect(found.status.attention[0]).toMatchObject({ level: 'problem', what: expect.stringMatching(told) });
    expect(found.status.attention[0]?.todo).not.toBe('');
    expect(found.code).toBe(1);
  });

  test('no registry, and nothing else either', async () => {
    using folder = makeFolder();
    const { code, status } = await readStatus(folder.path);
    expect(status.attention).toMatchObject([
      { code: 'registry', todo: expect.stringContaining('cnpj sample') },
    ]);
    expect(status).toMatchObject({ registry: null, subscribers: null, use: null, imports: { last: null } });
    expect(code).toBe(1);
  });

  test('data older than 45 days, and no older', async () => {
    using fresh = await makeDataFolder(45);
    expect((await readStatus(fresh.path)).codes).toEqual([]);
    using late = await makeDataFolder(47);
    const idle = await readStatus(late.path);
    expect(idle.status.attention).toMatchObject([{ code: 'age', todo: expect.stringContaining('timer') }]);
    withState(late.path, (state) => finishImport(state, startImport(state), { outcome: 'unchanged' }));
    const tried = await readStatus(late.path);
    expect(tried.status.attention).toMatchObject([
      { code: 'age', todo: expect.stringContaining('newest month') },
    ]);
  });
});

test('an import at work is told as that, not as one that died', async () => {
  using folder = await makeDataFolder();
  withState(folder.path, (state) => void startImport(state));
  const { status } = await withImportLock(folder.path, () => readStatus(folder.path));
  expect(status.imports).toMatchObject({ isRunning: true });
  expect(status.attention).toEqual([]);
});

test('notes end with 0: settings that are missing, addresses of this machine, a refused month', async () => {
  using folder = await makeDataFolder();
  withState(folder.path, (state) => {
    finishImport(state, startImport(state), { outcome: 'refused', month: '2026-08' });
  });
  const { code, codes, status } = await readStatus(folder.path, { OPERATOR_EMAIL: 'operator@example.com' });
  expect(codes).toEqual(['refused', 'mail', 'addresses']);
  expect(status.attention[0]).toMatchObject({ level: 'note', todo: expect.stringContaining('--accept') });
  expect(status.attention[1]?.what).toStartWith('SMTP_URL, MAIL_FROM are not set');
  expect(code).toBe(0);
});

test('what the import met stands in it: rows set aside, oddities, the kinds that are missing', async () => {
  using folder = await makeDataFolder();
  const registry = new Database(join(folder.path, 'registry.db'));
  const facts = { rejected: 3, rows: { companies: 7, suframa: 0 }, oddities: { badDate: 1_234 } };
  for (const [name, value] of Object.entries(facts)) {
    registry.run('UPDATE fact SET value = ? WHERE name = ?', [JSON.stringify(value), name]);
  }
  registry.close();
  mkdirSync(join(folder.path, 'inbox'));
  const { codes } = await readStatus(folder.path);
  expect(codes).toEqual(['rejected', 'optional-files']);
  const { out } = await runCommand(['status', '--data', folder.path], SETTLED);
  expect(out).toContain('3 unusable rows');
  expect(out).toContain('1,234 dates that no calendar has');
  expect(out).toContain('Suframa.csv');
});
