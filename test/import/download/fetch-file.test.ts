import { afterAll, beforeAll, expect, test } from 'bun:test';
import { randomBytes } from 'node:crypto';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { fetchFile, RemoteChangedError } from '../../../src/import/download/fetch-file.ts';
import { authorize, listFolder, openShare } from '../../../src/import/download/webdav.ts';
import { type Fault, WebdavServer } from '../../support/webdav-server.ts';

const SIZE = 200_000;
const PATIENCE = { stallMs: 50, retries: 12, backoffMs: 1 };

let server: WebdavServer;
let folder: string;

beforeAll(async () => {
  server = await new WebdavServer().start();
  folder = mkdtempSync(join(tmpdir(), 'fetch-file-'));
});

afterAll(() => {
  server[Symbol.dispose]();
  rmSync(folder, { recursive: true });
});

const after = fc.integer({ min: 0, max: SIZE });
const fault: fc.Arbitrary<Fault> = fc.oneof(
  fc.record({ kind: fc.constant('cut' as const), after }),
  fc.record({ kind: fc.constant('truncate' as const), after }),
  fc.record({ kind: fc.constant('stall' as const), after }),
  fc.record({ kind: fc.constant('status' as const), status: fc.constantFrom(429, 500, 502, 503) }),
  fc.record({ kind: fc.constant('change' as const), after, bytes: fc.constant(randomBytes(SIZE)) }),
);

test('whatever the server does, what is kept is the listed file byte for byte, or nothing', async () => {
  let count = 0;
  const faults = fc.array(fault, { maxLength: 5 });
  await fc.assert(
    fc.asyncProperty(faults, fc.boolean(), fc.boolean(), async (spoilt, refusesRanges, ignoresConditions) => {
      const name = `${count++}.zip`;
      const target = join(folder, name);
      const bytes = randomBytes(SIZE);
      server.publish(name, bytes);
      const share = openShare(server.url, server.token);
      const entry = (await listFolder(share, '', PATIENCE)).find((file) => file.name === name);
      server.spoil(name, ...spoilt);
      Object.assign(server, { refusesRanges, ignoresConditions });
      const { etag, lastModified } = entry ?? {};
      const remote = {
        address: share.root + name,
        headers: authorize(share),
        size: SIZE,
        etag,
        lastModified,
      };
      const outcome = await fetchFile(remote, target, PATIENCE, async () => 'read').catch((error) => error);
      const hasChanged = spoilt.some(({ kind }) => kind === 'change');
      if (outcome instanceof RemoteChangedError) {
        expect(hasChanged).toBe(true);
        expect(existsSync(target)).toBe(false);
      } else {
        expect(outcome).toMatchObject({ checked: 'read' });
        const kept = readFileSync(target);
        // A file that changed before its first byte was sent is the new one from its beginning.
        expect(
          kept.equals(bytes) || (hasChanged && !kept.subarray(0, 64).equals(bytes.subarray(0, 64))),
        ).toBe(true);
      }
      expect(existsSync(`${target}.part`) || existsSync(`${target}.part.json`)).toBe(false);
      server.withdraw(name);
    }),
    { numRuns: 40 },
  );
});
