import { expect, test } from 'bun:test';
import { join } from 'node:path';
import { goldenFixture } from '../support/fixture.ts';
import { GOLDEN } from '../support/fixture-companies.ts';
import { bear, launchService } from '../support/service.ts';

const MAIN = join(import.meta.dir, '..', '..', 'src', 'main.ts');
/** Within how long the running server must have heard of what another process changed. */
const HEARD_WITHIN_MS = 1_000;

/** Runs `token` with some words in a process of its own, and returns what it printed. */
async function runToken(dataDir: string, ...words: readonly string[]): Promise<string> {
  const child = Bun.spawn([process.execPath, MAIN, 'token', ...words, '--data', dataDir], {
    stdout: 'pipe',
    stderr: 'pipe',
    env: {},
  });
  const text = await new Response(child.stdout).text();
  expect(await child.exited).toBe(0);
  return text.trim();
}

test('what the command line changes, the running server heeds within a second', async () => {
  await using service = await launchService({ registry: await goldenFixture() });
  const { dataDir, tokens } = service;
  const statusOf = async (token: string, path = `/cnpj/${GOLDEN.empty}`) =>
    (await service.ask(`/comercial${path}`, { headers: bear(token) })).status;
  const issued = await runToken(
    ...([dataDir, 'issue', '--email', 'nova@example.com', '--plan', 'premium', '--print'] as const),
  );
  // All of these are known to the server before any of them changes, but none has to wait to be let in.
  expect(await statusOf(issued, '/pesquisa')).toBe(200);
  expect(await statusOf(tokens.basico, '/pesquisa')).toBe(403);
  expect(await statusOf(tokens.premium)).toBe(200);
  const [rotated = ''] = await Promise.all([
    runToken(dataDir, 'rotate', 'nova@example.com', '--print'),
    runToken(dataDir, 'plan', 'basico@example.com', 'premium'),
    runToken(dataDir, 'revoke', 'premium@example.com'),
  ]);
  expect(await statusOf(rotated)).toBe(200);
  await Bun.sleep(HEARD_WITHIN_MS);
  expect(await statusOf(issued)).toBe(401);
  expect(await statusOf(tokens.premium)).toBe(401);
  expect(await statusOf(tokens.basico, '/pesquisa')).toBe(200);
  expect(await statusOf(tokens.basicoToo, '/pesquisa')).toBe(200);
}, 30_000);
