import { expect, test } from 'bun:test';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { makeFolder } from '../state/scratch.ts';

const DEMO = join(import.meta.dir, '../../scripts/demo.ts');

/** Starts the demo as a shell does: at the head of a group of processes, all of which Ctrl-C reaches. */
function startDemo(dataDir: string, variables: Readonly<Record<string, string>> = {}) {
  const child = Bun.spawn([process.execPath, DEMO], {
    ...{ stdout: 'pipe', stderr: 'pipe', detached: true },
    env: { DATA_DIR: dataDir, HOST: '127.0.0.1', PORT: '0', ADMIN_PORT: '0', ...variables },
  });
  return { child, interrupt: () => process.kill(-child.pid, 'SIGINT') };
}

/** Reads what a demo says until it has said what to try. */
async function readInvitation(stream: ReadableStream<Uint8Array>) {
  const reader = stream.getReader();
  const decoder = new TextDecoder();
  let text = '';
  for (let read = await reader.read(); !read.done; read = await reader.read()) {
    text += decoder.decode(read.value, { stream: true });
    if (text.includes('Ctrl+C stops it.')) break;
  }
  reader.releaseLock();
  return text;
}

async function waitFor(isSo: () => boolean): Promise<void> {
  while (!isSo()) await Bun.sleep(5);
}

test('the demo begins anew after a first run that was interrupted, and stops when its service has', async () => {
  using folder = makeFolder();
  const dataDir = join(folder.path, 'data');
  const first = startDemo(dataDir);
  await waitFor(() => existsSync(join(dataDir, 'sample.unfinished')));
  first.interrupt();
  expect(await first.child.exited).not.toBe(0);
  expect(existsSync(join(dataDir, 'sample'))).toBeFalse();
  // Whatever was left there is in nobody's way.
  mkdirSync(join(dataDir, 'sample.unfinished'), { recursive: true });
  writeFileSync(join(dataDir, 'sample.unfinished', 'K3241.K03200Y0.D60808.EMPRECSV'), 'half');

  const { child, interrupt } = startDemo(dataDir, { LOG_LEVEL: 'warn' });
  const text = await readInvitation(child.stdout);
  const addresses = text.match(/http:\/\/localhost:\S+/g) ?? [];
  expect(addresses).toHaveLength(3);
  for (const address of addresses) {
    expect((await fetch(address.replace('localhost', '127.0.0.1'))).status).toBe(200);
  }
  interrupt();
  expect(await child.exited).toBe(0);
  // Nobody listens any more once the demo has ended.
  const [, port] = /:(\d+)\//.exec(addresses[0] ?? '') ?? [];
  await expect(fetch(`http://127.0.0.1:${port}/health/live`)).rejects.toThrow();
  expect(existsSync(join(dataDir, 'sample.unfinished'))).toBeFalse();
});

test('a wrong setting is told in a sentence', async () => {
  using folder = makeFolder();
  const { child } = startDemo(join(folder.path, 'data'), { PORT: 'abc' });
  expect(await child.exited).toBe(2);
  expect(await child.stderr.text()).toBe('PORT must be a whole number from 0 to 65535\n');
});
