import { expect, test } from 'bun:test';
import { writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { makeFolder } from '../state/scratch.ts';
import { goldenFixture } from '../support/fixture.ts';
import { GOLDEN } from '../support/fixture-companies.ts';
import { launchService } from '../support/service.ts';

const MAIN = join(import.meta.dir, '../../src/main.ts');

/** Reads a stream until its text has a match; what comes after that can still be read. */
async function readUntil(stream: ReadableStream<Uint8Array>, pattern: RegExp): Promise<RegExpExecArray> {
  const reader = stream.getReader();
  let text = '';
  try {
    for (;;) {
      const { value, done } = await reader.read();
      if (done) throw new Error(`It ended without ${pattern}: ${text}`);
      text += Buffer.from(value).toString('utf8');
      const found = pattern.exec(text);
      if (found !== null) return found;
    }
  } finally {
    reader.releaseLock();
  }
}

const BODY = '{"cnpj":"11315241000146","inscricao":"688105061"}';

test('a server that is told twice to stop answers what is under way, and ends with 0', async () => {
  using folder = makeFolder();
  (await goldenFixture()).copyTo(folder.path);
  const child = Bun.spawn([process.execPath, MAIN, 'serve', '--data', folder.path], {
    ...{ stdout: 'pipe', stderr: 'inherit' },
    env: { HOST: '127.0.0.1', PORT: '0', ADMIN_PORT: '0' },
  });
  const [, port] = await readUntil(child.stdout, /"port":(\d+).*"listening"/);
  const { promise: answer, resolve } = Promise.withResolvers<string>();
  const socket = connect(Number(port), '127.0.0.1');
  let said = '';
  socket.on('data', (bytes) => {
    said += bytes.toString('utf8');
  });
  socket.on('close', () => resolve(said));
  const head = ['POST /comercial/suframa HTTP/1.1', 'Host: x', 'Connection: close'];
  socket.write([...head, `Content-Length: ${BODY.length}`, '', BODY.slice(0, 9)].join('\r\n'));
  // Whatever is asked after it and answered shows that the server has the first half.
  await fetch(`http://127.0.0.1:${port}/health/live`);
  child.kill('SIGINT');
  await readUntil(child.stdout, /"stopping"/);
  child.kill('SIGINT');
  child.kill('SIGTERM');
  socket.write(BODY.slice(9));
  expect(await answer).toStartWith('HTTP/1.1 401 ');
  expect(await child.exited).toBe(0);
  expect(child.signalCode).toBeNull();
});

test.each([[[]], [['--json']]])('a comparison that is stopped tells what it has: %j', async (words) => {
  await using ours = await launchService({ registry: await goldenFixture() });
  let asked = 0;
  const { promise: isAsked, resolve } = Promise.withResolvers<void>();
  await using other = Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    fetch: async ({ url }) => {
      // The third question is never answered.
      if (++asked === 3) resolve();
      if (asked >= 3) await new Promise<never>(() => undefined);
      return new Response(await (await ours.ask(new URL(url).pathname)).bytes());
    },
  });
  using folder = makeFolder();
  const file = join(folder.path, 'cnpjs.txt');
  writeFileSync(file, Object.values(GOLDEN).join('\n'));
  const fixed = ['--with', `http://127.0.0.1:${other.port}`, '--cnpjs', file, '--per-minute', '6000'];
  const child = Bun.spawn([process.execPath, MAIN, 'compare', ...fixed, ...words, '--data', ours.dataDir], {
    ...{ stdout: 'pipe', stderr: 'pipe' },
    env: {},
  });
  await isAsked;
  child.kill('SIGINT');
  child.kill('SIGINT');
  const out = await child.stdout.text();
  expect(await child.exited).toBe(1);
  await other.stop(true);
  if (words.length > 0) {
    expect(JSON.parse(out)).toMatchObject({ compared: 2, same: 2, stopped: ['it was stopped by SIGINT'] });
  } else {
    expect(out).toContain('2 of 7 CNPJs compared');
    expect(out).toContain('Not all were asked for: it was stopped by SIGINT.');
  }
});
