import { existsSync, readdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CompanyLookup } from '../../src/registry/company.ts';
import { RegistryDatabase } from '../../src/registry/database.ts';
import { NumberTable } from '../../src/registry/numbers.ts';
import { generateSample } from '../../src/sample/generate.ts';
import { spawnProgram } from './program.ts';
import { makeTransientFolder } from './transient.ts';

/** Kills imports at random moments, and looks each time whether what is served is whole. */

const SAMPLES = 50;
/** Some kills come too late, so that the moments around publishing are met too. */
const PAST_THE_END = 1.05;

/** What to kill, and how often. */
export interface KillSettings {
  readonly kills: number;
  readonly companies: number;
  /** Chooses the moments. */
  readonly random: () => number;
  readonly onKill?: (done: number, survivedBy: string) => void;
}

/** What came of it: the days of the registries that were served after each kill, and what the last, whole run left. */
export interface KillResult {
  /** How many processes died of the signal, and how many had come to their end before it. */
  readonly killed: number;
  readonly late: number;
  /** How often the registry before was served on, and how often the new one was there already. */
  readonly old: number;
  readonly renewed: number;
  /** Names of files that the last run, undisturbed, left behind and should not have. */
  readonly leftovers: readonly string[];
}

/** Reads a registry from end to end, roughly: throws where it is not whole. Returns the day of its data. */
function readWhole(path: string): string {
  const database = new RegistryDatabase(path);
  try {
    const check = database.prepare<{ quick_check: string }, []>('PRAGMA quick_check').get();
    if (check?.quick_check !== 'ok') throw new Error(`${path} is damaged: ${check?.quick_check}`);
    const numbers = new NumberTable(database);
    const companies = new CompanyLookup(database);
    for (let sample = 0; sample < SAMPLES; sample++) {
      const [cnpj = ''] = numbers.cnpjsOf([Math.floor((sample * numbers.count) / SAMPLES)]);
      if (companies.findCompany(cnpj) === undefined) throw new Error(`${path} lacks its own ${cnpj}`);
    }
    return database.facts.extractedOn;
  } finally {
    database.close();
  }
}

function spawnImport(dataDir: string, folder: string) {
  return spawnProgram('import', '--from', folder, '--data', dataDir);
}

async function runImport(dataDir: string, folder: string): Promise<number> {
  const startedMs = performance.now();
  const child = spawnImport(dataDir, folder);
  const [errors, code] = await Promise.all([child.stderr.text(), child.exited]);
  if (code !== 0) throw new Error(`An import that nobody killed failed: ${errors}`);
  return performance.now() - startedMs;
}

const LASTING = /^(registry(\.previous)?\.db|import\.lock|state\.db.*)$/;

/**
 * Imports two months in turn into one data folder, and kills each import at a random moment of its life. Throws when
 * what is served is ever not whole, or neither the month before nor the month after, or an import cannot start after a
 * kill.
 */
export async function killImports({ companies, kills, onKill, random }: KillSettings): Promise<KillResult> {
  using below = makeTransientFolder(join(tmpdir(), 'kill-'));
  const folder = below.path;
  const dataDir = join(folder, 'data');
  const registry = join(dataDir, 'registry.db');
  const months = ['2026-07-11', '2026-08-08'].map((extraction) => ({
    extraction,
    folder: join(folder, extraction),
  }));
  for (const month of months) await generateSample({ companies, ...month });
  const [first, second] = months;
  if (first === undefined || second === undefined) throw new Error('There are two months.');
  let lifeMs = await runImport(dataDir, first.folder);
  const count = { killed: 0, late: 0, old: 0, renewed: 0 };
  while (count.killed < kills) {
    const served = readWhole(registry);
    const next = served === first.extraction ? second : first;
    const startedMs = performance.now();
    const child = spawnImport(dataDir, next.folder);
    const { exited } = child;
    const ended = exited.then(() => performance.now() - startedMs);
    await Promise.race([Bun.sleep(random() * lifeMs * PAST_THE_END), exited]);
    child.kill('SIGKILL');
    const livedMs = await ended;
    if (child.signalCode === 'SIGKILL') {
      count.killed++;
    } else {
      count.late++;
      lifeMs = livedMs;
    }
    const now = readWhole(registry);
    if (now !== served && now !== next.extraction)
      throw new Error(`${now} is served, of which there is no month`);
    count[now === served ? 'old' : 'renewed']++;
    onKill?.(count.killed, now);
  }
  await runImport(dataDir, first.folder);
  if (!existsSync(registry)) throw new Error('There is no registry at the end.');
  return { ...count, leftovers: readdirSync(dataDir).filter((name) => !LASTING.test(name)) };
}
