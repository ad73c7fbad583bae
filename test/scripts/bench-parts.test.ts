import { afterAll, describe, expect, test } from 'bun:test';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { formatSpread, median } from '../../scripts/bench/figures.ts';
import { refuseLostRows } from '../../scripts/bench/import-floor.ts';
import { formatLateness } from '../../scripts/bench/lateness.ts';
import { applyRate, refuseFailures } from '../../scripts/bench/load.ts';

const folder = mkdtempSync(join(tmpdir(), 'bench-parts-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test.each([
  [[3, 1, 2], 2],
  [[4, 1, 3, 2], 2.5],
  [[7], 7],
  [[], Number.NaN],
])('the median of %j is %d', (values, middle) => {
  expect(median(values)).toBe(middle);
});

test('two rounds are told by their mean', () => {
  expect(formatSpread([1, 2], 1)).toBe('1.5 (1.0–2.0)');
});

describe('requests at a pace', () => {
  const paths = join(folder, 'paths.txt');
  writeFileSync(paths, '/a\n/b\n');

  async function offer(perSecond: number, answer: () => Response | Promise<Response>) {
    const server = Bun.serve({ port: 0, hostname: '127.0.0.1', fetch: answer });
    try {
      const origin = `http://127.0.0.1:${server.port}`;
      return await applyRate({ origin, paths, seconds: 0.5 }, perSecond);
    } finally {
      await server.stop(true);
    }
  }

  test('are as many as were offered, and no more', async () => {
    const result = await offer(400, () => new Response('x'.repeat(100_000)));
    expect(result).toMatchObject({ requests: 200, failed: 0 });
    expect(result.perSecond).toBeWithin(300, 400.001);
    expect(result.p99Ms).toBeGreaterThan(0);
  });

  test('fail where the answer is no 200', async () => {
    const result = await offer(200, () => new Response('', { status: 503 }));
    expect(result).toMatchObject({ requests: 100, failed: 100 });
    expect(() => refuseFailures(result, 'a server', { hasEnded: () => false })).toThrow('100 of 100');
  });

  test('are late by all the time that they had to wait', async () => {
    // 32 connections, each of which answers twenty times a second.
    const answer = () => Bun.sleep(50).then(() => new Response('late'));
    const result = await offer(2_000, answer);
    expect(result.failed).toBe(0);
    expect(result.perSecond).toBeLessThan(700);
    expect(result.p99Ms).toBeGreaterThan(500);
  });
});

describe('the table of lateness', () => {
  const EVEN = { pace: 'evenly paced', perSecond: 1000 } as const;
  const side = (perSecond: number, p99Ms: number) => [{ requests: 1, failed: 0, perSecond, p99Ms }];

  test('compares what was answered as offered', () => {
    const table = formatLateness('lookup', { ...EVEN, ours: side(999, 3), floor: side(1000, 2) });
    expect(table).toContain('| answered a second | 999 (999–999) | 1,000 (1,000–1,000) |');
    expect(table).toContain('| 1.50 (1.50–1.50) |');
  });

  test.each([
    ['ours', side(800, 9), side(1000, 2)],
    ['the bare server', side(1000, 2), side(800, 9)],
  ])('compares nothing when %s answered less', (_, ours, floor) => {
    const table = formatLateness('lookup', { ...EVEN, ours, floor });
    expect(table).toContain('| not valid: only 80 % was answered |');
  });
});

test('a floor that lost rows is none', () => {
  const rows = { companies: 9, establishments: 9, partners: 9, simples: 9 };
  const all = { ...rows, regimes: 9, suframa: 9, stateRegistrations: 9 };
  expect(() => refuseLostRows({ tookMs: 1, rows: all }, rows)).not.toThrow();
  expect(() => refuseLostRows({ tookMs: 1, rows: all }, { ...rows, simples: 10 })).toThrow(
    '9 rows of simples',
  );
});

test.each([
  ['lookup --only nada', 'There is no kind of request with "nada" in its name: public lookup;'],
  ['lookup --companies 1e9', 'There can be 50000000 at most.'],
  ['search --companies 200 --smaller 200', '--smaller must be less than --companies.'],
  ['import --companies 200 --smaller 300', '--smaller must be less than --companies.'],
  ['start --unheard-of', "unknown option '--unheard-of'"],
  ['nada', "unknown command 'nada'"],
])('the bench says in a line what is wrong with %s', async (words, said) => {
  const main = join(import.meta.dir, '../../scripts/bench/main.ts');
  const child = Bun.spawn([process.execPath, main, ...words.split(' ')], {
    env: { BENCH_DIR: join(folder, 'none') },
    stdout: 'pipe',
    stderr: 'pipe',
  });
  const [out, err] = await Promise.all([child.stdout.text(), child.stderr.text()]);
  expect(err).toContain(said);
  expect(err.trimEnd()).not.toContain('\n');
  expect({ code: await child.exited, out }).toEqual({ code: 2, out: '' });
});
