import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { mkdtemp, open, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { ZipWriter } from '../../src/sample/zip-writer.ts';
import { readZip } from './published-files.ts';

const MODIFIED = new Date('2026-08-08T12:00:00Z');

let root: string;

beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'zip-'));
});

afterAll(async () => {
  await rm(root, { recursive: true, force: true });
});

type Content = readonly (readonly [name: string, blocks: readonly Uint8Array[]])[];

async function write(path: string, content: Content, zip64From?: number): Promise<void> {
  const file = await open(path, 'w');
  const zip = new ZipWriter(file, MODIFIED, zip64From === undefined ? {} : { zip64From });
  for (const [name, blocks] of content) {
    await zip.startMember(name);
    for (const block of blocks) void zip.append(Buffer.from(block));
  }
  await zip.close();
}

async function expectRoundTrip(content: Content, zip64From?: number): Promise<void> {
  const path = join(root, 'round-trip.zip');
  await write(path, content, zip64From);
  const members = await readZip(path);
  expect(members.map(({ name, bytes }) => [name, bytes.toString('hex')])).toEqual(
    content.map(([name, blocks]) => [name, Buffer.concat(blocks).toString('hex')]),
  );
}

describe('a zip', () => {
  const blocks = fc.array(fc.uint8Array({ maxLength: 3_000 }), { maxLength: 6 });

  test('gives back the blocks of its members, joined', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(blocks, { minLength: 1, maxLength: 3 }), async (members) => {
        await expectRoundTrip(members.map((member, index) => [`member ${index}.csv`, member]));
      }),
      { numRuns: 40 },
    );
  });

  test('is read as well with the fields of ZIP64', async () => {
    const content: Content = [
      ['one', [Buffer.alloc(5_000, 'a'), Buffer.alloc(200, 'b')]],
      ['two', [Buffer.from('short')]],
      ['three', []],
    ];
    await expectRoundTrip(content, 1);
    await expectRoundTrip(content, 4_000);
  });

  test('takes no bytes before its first member', async () => {
    const zip = new ZipWriter(await open(join(root, 'empty.zip'), 'w'), MODIFIED);
    await expect(zip.append(Buffer.from('x'))).rejects.toThrow('No member');
    await zip.abandon();
  });
});
