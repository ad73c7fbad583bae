import { Database } from 'bun:sqlite';
import { copyFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { FILES, pathOf, publishStaged } from '../../src/import/data-folder.ts';
import { RegistryDatabase } from '../../src/registry/database.ts';
import { NumberTable } from '../../src/registry/numbers.ts';
import { UTF8_MARK } from '../../src/registry/record.ts';
import { generateSample } from '../../src/sample/generate.ts';
import { findFreePort, MAIN, readAnonymousBytes, runProgram } from './program.ts';
import { endWithUs, makeTransientFolder } from './transient.ts';

/** Swaps registries under a server that answers all the while, and looks at every answer. */

const DAYS: readonly [string, string] = ['2026-07-11', '2026-08-08'];
/** What every company of the second registry is called before its name: the answer's company part tells where it is from. */
const MARK = 'SEGUNDA ';
const STREAMS = 8;
const READY_WITHIN_MS = 30_000;
const SEEN_WITHIN_MS = 10_000;

/** What came of it. */
export interface SwapResult {
  readonly answers: number;
  /** Requests that failed, or were answered by anything but 200. */
  readonly failed: number;
  /** Answers whose company is of one registry and whose notice of the other. */
  readonly mixed: number;
  /** How long after each swap the first answer of the new registry came, milliseconds. */
  readonly seenAfterMs: readonly number[];
  /** The server's anonymous memory after each swap, bytes. */
  readonly memory: readonly number[];
}

/** A registry with the same CNPJs, of another day, whose companies all have another name. */
function makeSecond(first: string, second: string): void {
  copyFileSync(first, second);
  // Keys are beyond what a double holds.
  const database = new Database(second, { safeIntegers: true });
  const mark = Buffer.from(MARK);
  const rows = database.query<{ key: bigint; record: Uint8Array }, []>(
    'SELECT key, record FROM establishment',
  );
  const update = database.query('UPDATE establishment SET record = ? WHERE key = ?');
  database.transaction(() => {
    for (const { key, record } of rows.all()) {
      const start = record[0] === UTF8_MARK ? 1 : 0;
      update.run(Buffer.concat([record.subarray(0, start), mark, record.subarray(start)]), key);
    }
  })();
  database.query("UPDATE fact SET value = ? WHERE name = 'extractedOn'").run(JSON.stringify(DAYS[1]));
  database.close();
}

/** Which registry an answer is of: 0, 1, or undefined where its parts are of both. */
function editionOf(body: string): number | undefined {
  const isSecond = body.includes(`"razao_social":"${MARK}`);
  const [, day, month, year] = /em (\d\d)\/(\d\d)\/(\d{4})/.exec(body) ?? [];
  const edition = DAYS.indexOf(`${year}-${month}-${day}`);
  return edition === Number(isSecond) ? edition : undefined;
}

/** Keeps asking, in several streams, until it is stopped. */
class Load implements AsyncDisposable {
  answers = 0;
  failed = 0;
  mixed = 0;
  /** The edition of the last answer. */
  edition: number | undefined;
  private stopped = false;
  private readonly streams: Promise<void>[];

  constructor(
    private readonly origin: string,
    private readonly cnpjs: readonly string[],
  ) {
    this.streams = Array.from({ length: STREAMS }, (_, stream) => this.keepAsking(stream));
  }

  async stop(): Promise<void> {
    this.stopped = true;
    await Promise.all(this.streams);
  }

  /** Stops also where the swaps failed: nothing would be there to ask, again and again. */
  [Symbol.asyncDispose](): Promise<void> {
    return this.stop();
  }

  private async keepAsking(stream: number): Promise<void> {
    for (let turn = stream; !this.stopped; turn += STREAMS) {
      try {
        const response = await fetch(`${this.origin}/cnpj/${this.cnpjs[turn % this.cnpjs.length]}`);
        const body = await response.text();
        if (response.status !== 200) this.failed++;
        else this.judge(body);
      } catch {
        this.failed++;
      }
    }
  }

  private judge(body: string): void {
    this.answers++;
    const edition = editionOf(body);
    if (edition === undefined) this.mixed++;
    else this.edition = edition;
  }
}

async function waitUntil(
  what: string,
  withinMs: number,
  isSo: () => boolean | Promise<boolean>,
): Promise<number> {
  const startedMs = performance.now();
  while (!(await isSo())) {
    if (performance.now() - startedMs > withinMs)
      throw new Error(`${what} did not come within ${withinMs} ms.`);
    await Bun.sleep(5);
  }
  return performance.now() - startedMs;
}

/** Swaps two registries of so many companies in turn under a server in a process of its own, answering all the while. */
export async function swapUnderLoad(swaps: number, companies: number): Promise<SwapResult> {
  using below = makeTransientFolder(join(tmpdir(), 'swap-'));
  const folder = below.path;
  const [sources, dataDir] = [join(folder, 'sources'), join(folder, 'data')];
  await generateSample({ companies, folder: sources, extraction: DAYS[0] });
  await runProgram('import', '--from', sources, '--data', dataDir);
  const editions = [join(folder, 'first.db'), join(folder, 'second.db')] as const;
  copyFileSync(pathOf(dataDir, 'registry'), editions[0]);
  makeSecond(...editions);
  return await serveAndSwap(dataDir, editions, swaps);
}

function listCnpjs(path: string): string[] {
  const database = new RegistryDatabase(path);
  const numbers = new NumberTable(database);
  const cnpjs = numbers.cnpjsOf(Array.from({ length: numbers.count }, (_, number) => number));
  database.close();
  return cnpjs;
}

async function serveAndSwap(
  dataDir: string,
  editions: readonly [string, string],
  swaps: number,
): Promise<SwapResult> {
  const port = findFreePort();
  await using server = Bun.spawn([process.execPath, MAIN, 'serve', '--data', dataDir], {
    env: {
      ...{ HOST: '127.0.0.1', PORT: String(port), ADMIN_PORT: '0' },
      ...{ LOG_LEVEL: 'silent', PUBLIC_PER_MINUTE: '1000000000' },
    },
    stdout: 'ignore',
    stderr: 'inherit',
  });
  endWithUs(server);
  const origin = `http://127.0.0.1:${port}`;
  await waitUntil('The server', READY_WITHIN_MS, async () => {
    const ready = await fetch(`${origin}/health/ready`).catch(() => undefined);
    return ready?.ok === true;
  });
  await using load = new Load(origin, listCnpjs(editions[0]));
  const seenAfterMs: number[] = [];
  const memory: number[] = [];
  for (let swap = 1; swap <= swaps; swap++) {
    const edition = swap % 2;
    copyFileSync(editions[edition] ?? '', join(dataDir, FILES.staged));
    publishStaged(dataDir);
    const seen = () => load.edition === edition;
    seenAfterMs.push(Math.round(await waitUntil(`Swap ${swap}`, SEEN_WITHIN_MS, seen)));
    memory.push(readAnonymousBytes(server.pid));
  }
  await load.stop();
  const { answers, failed, mixed } = load;
  return { answers, failed, mixed, seenAfterMs, memory };
}
