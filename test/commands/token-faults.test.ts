import { describe, expect, test } from 'bun:test';
import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { openDesk } from './token-desk.ts';

describe('exit codes', () => {
  const cases: [words: string, code: number, said: string][] = [
    ['', 2, 'Usage: token'],
    ['--help', 0, ''],
    ['issue --help', 0, ''],
    ['isue', 2, "unknown command 'isue'"],
    ['issue --plan basico --print', 2, '--email'],
    ['issue --email ana@example.com --print', 2, '--plan'],
    ['issue --email ana --plan basico --print', 2, 'not a mail address'],
    ['issue --email ana@example.com --plan gold --print', 2, 'basico, premium'],
    ['issue --email ana@example.com --plan basico --expires 2020-01-01 --print', 2, 'is over'],
    ['issue --email ana@example.com --plan basico --expires soon --print', 2, 'not a day of the calendar'],
    ['issue --email ana@example.com --plan basico --prnt', 2, '--print'],
    ['issue --email ana@example.com --plan basico --print more', 2, 'too many arguments'],
    ['revoke', 2, 'id|email'],
    ['revoke nobody', 2, 'names no one'],
    ['revoke 7', 1, 'token list'],
    ['rotate eve@example.com --print', 1, 'token list'],
    ['plan 7 premium', 1, 'token list'],
    ['plan 7 gold', 2, 'basico, premium'],
  ];
  test.each(cases)('token %s ends with %d', async (words, expected, said) => {
    using desk = openDesk();
    const { code, err } = await desk.run(...words.split(' ').filter(Boolean));
    expect(code).toBe(expected);
    expect(err).toContain(said);
    expect(desk.standings()).toEqual([]);
  });

  test.each(['list', 'revoke 7', 'rotate 7 --print', 'plan 7 basico'])(
    'token %s in a folder without a state.db makes none, and says so',
    async (words) => {
      using desk = openDesk();
      for (const name of readdirSync(desk.folder)) rmSync(join(desk.folder, name));
      const { code, err } = await desk.run(...words.split(' '));
      expect(code).toBe(1);
      expect(err).toContain(`${desk.folder} has no state.db: is that the data folder?`);
      expect(readdirSync(desk.folder)).toEqual([]);
      // Who is first has none yet.
      const first = await desk.run('issue', '--email', 'ana@example.com', '--plan', 'basico', '--print');
      expect(first.code).toBe(0);
    },
  );

  test('a state.db that cannot be opened is a failure that names it', async () => {
    using desk = openDesk();
    await Bun.write(`${desk.folder}/state.db`, 'no database '.repeat(1_000));
    const { code, err } = await desk.run('list');
    expect(code).toBe(1);
    expect(err).toContain(`${desk.folder}/state.db`);
  });
});
