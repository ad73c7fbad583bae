import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import packageJson from '../../package.json';
import { main } from '../../src/main.ts';

let folder: string;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'main-'));
});

afterAll(() => rmSync(folder, { recursive: true }));

/** Runs the command line in an environment of nothing but some variables. */
async function run(words: readonly string[], variables: Readonly<Record<string, string>> = {}) {
  const written = { out: '', err: '' };
  const code = await main(words, {
    environment: { DATA_DIR: join(folder, 'data'), ...variables },
    out: (text) => {
      written.out += text;
    },
    err: (text) => {
      written.err += text;
    },
  });
  return { code, ...written };
}

/** Words that are wrong, and what is said of them; nothing is printed to standard output, and the code is 2. */
const WRONG: readonly (readonly [words: string, said: string])[] = [
  ['nada', "unknown command 'nada'"],
  ['--nada', "unknown option '--nada'"],
  ['serve --port 1', "unknown option '--port'"],
  ['serve again', 'too many arguments'],
  ['version --data', "option '--data <folder>' argument missing"],
  ['version --data=', '--data must be a folder'],
  ['sample --companies 10', "required option '--out <folder>' not specified"],
  ['sample --companies ten --out x', "option '--companies <n>' argument 'ten' is invalid"],
  ['sample --companies 0 --out x', 'A sample has from 1 to'],
  ['sample --companies 1 --out x --seed -1', "option '--seed <n>' argument '-1' is invalid"],
  ['token issue --email nobody --plan basico', '"nobody" is not a mail address'],
  ['token issue --email a@example.com --plan gold', 'Allowed choices are basico, premium'],
  ['token issue --email a@example.com', "required option '--plan <plan>' not specified"],
  ['token list --all', "unknown option '--all'"],
];

describe.each(WRONG)('%s', (words, said) => {
  test('is wrong usage: said so, exit code 2', async () => {
    const { code, out, err } = await run(words.split(' '));
    expect(err).toContain(said);
    expect({ code, out }).toEqual({ code: 2, out: '' });
  });
});

test('a wrong variable stops whatever is started with its name and form, and makes nothing', async () => {
  const made = join(folder, 'made');
  for (const words of [['serve'], ['version'], ['token', 'list']]) {
    const { code, out, err } = await run(words, { PORT: 'http', WIRE_PROFILE: 'x', DATA_DIR: made });
    expect(err).toBe(
      'PORT must be a whole number from 0 to 65535\nWIRE_PROFILE must be `spec` or `hosted`\n',
    );
    expect({ code, out }).toEqual({ code: 2, out: '' });
  }
  expect(existsSync(made)).toBeFalse();
});

const ISSUE = ['token', 'issue', '--email', 'a@example.com', '--plan', 'basico'];

test('what fails, other than by wrong usage, ends with 1', async () => {
  const mail = await run(ISSUE);
  expect(mail.err).toContain('SMTP_URL is not set');
  expect({ code: mail.code, out: mail.out }).toEqual({ code: 1, out: '' });
  const failed = await run(['token', 'revoke', '99']);
  expect(failed.err).toContain('No subscriber or token is named "99"');
  expect(failed.code).toBe(1);
  writeFileSync(join(folder, 'file'), '');
  const state = await run([...ISSUE, '--data', join(folder, 'file', 'below')]);
  expect(state.err).toContain('could not be opened');
  expect(state.code).toBe(1);
});

test('the version is the package’s, however it is asked for', async () => {
  for (const words of [['version'], ['--version'], ['-V']])
    expect(await run(words)).toEqual({ code: 0, out: `${packageJson.version}\n`, err: '' });
});

test('help is no failure; nothing at all is', async () => {
  const helped = await run(['--help']);
  expect(helped).toMatchObject({ code: 0, err: '' });
  for (const name of ['serve', 'import', 'token', 'sample', 'version']) expect(helped.out).toContain(name);
  expect((await run(['token', 'issue', '--help'])).out).toContain('--data <folder>');
  expect(await run([])).toMatchObject({ code: 2, out: '' });
});

test('the data folder is --data before the command or after it, else DATA_DIR', async () => {
  const variables = { DATA_DIR: join(folder, 'by-variable') };
  const [token = '', ...issue] = ISSUE;
  await run(ISSUE, variables);
  await run(['--data', join(folder, 'before'), ...ISSUE], variables);
  await run([...ISSUE, `--data=${join(folder, 'after')}`], variables);
  await run([token, '--data', join(folder, 'between'), ...issue], variables);
  for (const name of ['by-variable', 'before', 'after', 'between'])
    expect(readdirSync(join(folder, name))).toContain('state.db');
});
