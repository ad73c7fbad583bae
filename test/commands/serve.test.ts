import { describe, expect, test } from 'bun:test';
import { mkdtempSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findFreePort } from '../../scripts/bench/program.ts';
import { startService } from '../../src/commands/serve.ts';
import { parseConfig } from '../../src/config.ts';
import { goldenFixture } from '../support/fixture.ts';
import { GOLDEN } from '../support/fixture-companies.ts';

const MAIN = join(import.meta.dir, '..', '..', 'src', 'main.ts');

/** A folder of its own, which `using` removes. */
function makeFolder(): Disposable & { readonly path: string } {
  const path = mkdtempSync(join(tmpdir(), 'serve-'));
  return { path, [Symbol.dispose]: () => rmSync(path, { recursive: true, force: true }) };
}

/** Starts `serve` in a process of its own. */
function spawnServe(dataDir: string, variables: Readonly<Record<string, string>> = {}) {
  return Bun.spawn([process.execPath, MAIN, 'serve', '--data', dataDir], {
    ...{ stdout: 'pipe', stderr: 'pipe' },
    env: { HOST: '127.0.0.1', PORT: '0', ADMIN_PORT: '0', ...variables },
  });
}

/** Reads a log until a line has a message, and returns all of its lines so far. */
async function readUntil(log: ReadableStream<Uint8Array>, message: string) {
  const lines: { msg?: string; port?: number; adminPort?: number }[] = [];
  let text = '';
  for await (const bytes of log) {
    text += Buffer.from(bytes).toString('utf8');
    const whole = text.split('\n');
    text = whole.pop() ?? '';
    lines.push(...whole.map((line) => JSON.parse(line)));
    if (lines.some(({ msg }) => msg === message)) return lines;
  }
  throw new Error(`The log ended without "${message}".`);
}

describe('serve', () => {
  test.each(['SIGTERM', 'SIGINT'] as const)('answers until %s, then ends with 0', async (signal) => {
    using folder = makeFolder();
    (await goldenFixture()).copyTo(folder.path);
    const child = spawnServe(folder.path);
    const lines = await readUntil(child.stdout, 'listening');
    const { port, adminPort } = lines.find(({ msg }) => msg === 'listening') ?? {};
    const answer = await fetch(`http://127.0.0.1:${port}/cnpj/${GOLDEN.empty}`);
    expect(await answer.json()).toMatchObject({ cnpj_raiz: '50607080' });
    expect((await fetch(`http://127.0.0.1:${adminPort}/metrics`)).status).toBe(200);
    child.kill(signal);
    expect(await child.exited).toBe(0);
    expect(await new Response(child.stderr).text()).toBe('');
  });

  test('with the second of its ports taken ends with 1, and leaves nothing running', async () => {
    using folder = makeFolder();
    const { promise, resolve } = Promise.withResolvers<void>();
    const holder = createServer().listen(0, '127.0.0.1', resolve);
    await promise;
    const address = holder.address();
    const taken = typeof address === 'object' && address !== null ? String(address.port) : '';
    const child = spawnServe(folder.path, { ADMIN_PORT: taken, LOG_LEVEL: 'silent' });
    expect(await child.exited).toBe(1);
    expect(await new Response(child.stderr).text()).toMatch(
      new RegExp(`^The service cannot start: .*${taken}.*\n$`),
    );
    holder.close();
  });

  test('whose log cannot be written says so once, answers, and still ends', async () => {
    using folder = makeFolder();
    const port = findFreePort();
    const child = Bun.spawn([process.execPath, MAIN, 'serve', '--data', folder.path], {
      ...{ stdout: Bun.file('/dev/full'), stderr: 'pipe' },
      env: { HOST: '127.0.0.1', PORT: String(port), ADMIN_PORT: '0' },
    });
    const ask = () => fetch(`http://127.0.0.1:${port}/health/live`).catch(() => undefined);
    let answer = await ask();
    for (let tries = 0; tries < 200 && answer === undefined; tries++) {
      await Bun.sleep(20);
      answer = await ask();
    }
    expect(answer?.status).toBe(200);
    child.kill();
    expect(await child.exited).toBe(0);
    expect(await child.stderr.text()).toMatch(/^The log cannot be written: ENOSPC[^\n]*\n$/);
  });

  test('does not share its port with another service, which would take half of the requests', async () => {
    using folder = makeFolder();
    const first = spawnServe(folder.path);
    const lines = await readUntil(first.stdout, 'listening');
    const { port } = lines.find(({ msg }) => msg === 'listening') ?? {};
    const second = spawnServe(folder.path, { PORT: String(port), LOG_LEVEL: 'silent' });
    expect(await second.exited).toBe(1);
    expect(await new Response(second.stderr).text()).toStartWith(
      `The service cannot start: HOST=127.0.0.1, PORT=${port}: `,
    );
    const { adminPort } = lines.find(({ msg }) => msg === 'listening') ?? {};
    const third = spawnServe(folder.path, { ADMIN_PORT: String(adminPort), LOG_LEVEL: 'silent' });
    expect(await third.exited).toBe(1);
    expect(await new Response(third.stderr).text()).toStartWith(
      `The service cannot start: ADMIN_HOST=127.0.0.1, ADMIN_PORT=${adminPort}: `,
    );
    first.kill();
    expect(await first.exited).toBe(0);
  });
});

/** What a service logs before it listens, started in a data folder and stopped again. */
async function logOfStart(dataDir: string): Promise<unknown[]> {
  const path = join(dataDir, 'log');
  const config = parseConfig({ HOST: '127.0.0.1', PORT: '0', ADMIN_PORT: '0' });
  const service = startService({ config, dataDir, logDescriptor: openSync(path, 'w') });
  await service.stop();
  return readFileSync(path, 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));
}

describe('the service', () => {
  test('starts without a registry, and says what to do', async () => {
    using folder = makeFolder();
    expect(await logOfStart(folder.path)).toMatchObject([
      { level: 'warn', msg: 'there is no registry yet: run the import' },
      { level: 'info', msg: 'listening', host: '127.0.0.1' },
      { level: 'info', msg: 'stopping' },
    ]);
  });

  test('starts with a registry that cannot be read, and says so', async () => {
    using folder = makeFolder();
    writeFileSync(join(folder.path, 'registry.db'), 'this is no registry');
    expect(await logOfStart(folder.path)).toMatchObject([
      { level: 'error', msg: 'a registry cannot be opened, or let go', err: { type: 'RegistryError' } },
      { level: 'warn' },
      { level: 'info', msg: 'listening' },
      { level: 'info', msg: 'stopping' },
    ]);
  });

  test('tells once that its state.db is gone, which takes tokens and use along', async () => {
    using folder = makeFolder();
    const path = join(folder.path, 'log');
    const config = parseConfig({ HOST: '127.0.0.1', PORT: '0', ADMIN_PORT: '0' });
    const service = startService({ config, dataDir: folder.path, logDescriptor: openSync(path, 'w') });
    rmSync(join(folder.path, 'state.db'));
    const told = () => readFileSync(path, 'utf8').split('the tokens cannot be read').length - 1;
    while (told() === 0) await Bun.sleep(20);
    // Long enough for it to be looked at again, and again.
    await Bun.sleep(1_000);
    await service.stop();
    expect(told()).toBe(1);
    expect(readFileSync(path, 'utf8')).toContain(
      'was removed or replaced while it is in use: restart the service',
    );
  });

  test('does not start in a data folder that cannot be', () => {
    using folder = makeFolder();
    writeFileSync(join(folder.path, 'file'), '');
    const config = parseConfig({ LOG_LEVEL: 'silent' });
    const dataDir = join(folder.path, 'file', 'below');
    expect(() => startService({ config, dataDir })).toThrow('could not be opened');
  });
});
