import { expect, test } from 'bun:test';
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CommanderError } from 'commander';
import { sampleCommand } from '../../src/commands/sample.ts';
import { parseConfig } from '../../src/config.ts';

/** Runs `sample` with some words. */
async function run(...words: readonly string[]) {
  const written = { out: '', err: '' };
  const command = sampleCommand({
    config: parseConfig({}),
    dataDir: '/nowhere',
    isDataDirGiven: true,
    out: (text) => {
      written.out += text;
    },
    err: (text) => {
      written.err += text;
    },
  });
  try {
    await command.exitOverride().parseAsync(words, { from: 'user' });
    return { code: 0, ...written };
  } catch (cause) {
    if (!(cause instanceof CommanderError)) throw cause;
    return { code: cause.exitCode, ...written };
  }
}

test('writes the files, says how much is in them, and never over others', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'sample-command-'));
  try {
    const out = join(folder, 'made', 'below');
    const done = await run('--companies', '30', '--out', out, '--seed', '5');
    expect(done).toMatchObject({ code: 0, err: '' });
    expect(done.out).toMatch(/ has \d+ companies, \d+ establishments, \d+ partners\.\n$/);
    expect(readdirSync(out)).toEqual(expect.arrayContaining(['Empresas0.zip', 'Suframa.csv', 'TABMUN.CSV']));
    const again = await run('--companies', '30', '--out', out);
    expect(again).toMatchObject({ code: 1, out: '' });
    expect(again.err).toContain('already holds');
    writeFileSync(join(folder, 'file'), '');
    expect(await run('--companies', '1', '--out', join(folder, 'file'))).toMatchObject({ code: 1, out: '' });
  } finally {
    rmSync(folder, { recursive: true });
  }
});
