import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { type Config, ConfigError, parseConfig } from '../src/config.ts';
import { checkDigits } from '../src/domain/cnpj.ts';
import { CompanyLookup } from '../src/registry/company.ts';
import { RegistryDatabase, RegistryError } from '../src/registry/database.ts';
import { unpackKey } from '../src/registry/key.ts';

/** From nothing to a served registry of invented companies, through the real commands. */

const COMPANIES = 20_000;
const WRONG_USAGE = 2;
const SIGNALS = ['SIGINT', 'SIGTERM'] as const;
const main = join(dirname(import.meta.dir), 'src', 'main.ts');

function readConfig(): Config {
  try {
    return parseConfig(process.env);
  } catch (cause) {
    if (!(cause instanceof ConfigError)) throw cause;
    process.stderr.write(`${cause.message}\n`);
    process.exit(WRONG_USAGE);
  }
}

const config = readConfig();
const dataDir = config.DATA_DIR;

/**
 * Runs a command to its end, and resolves to its exit code. What this process is told, the command is told too: it ends
 * in its own way, and this process after it.
 */
async function run(words: readonly string[], onMessage?: (message: unknown) => void): Promise<number> {
  const child = Bun.spawn([process.execPath, main, ...words, '--data', dataDir], {
    ...{ stdout: 'inherit', stderr: 'inherit' },
    ...(onMessage && { ipc: onMessage }),
  });
  const listeners = SIGNALS.map((name) => [name, () => child.kill(name)] as const);
  for (const [name, listener] of listeners) process.on(name, listener);
  const code = await child.exited;
  for (const [name, listener] of listeners) process.off(name, listener);
  return code;
}

/** Runs a command without which the next cannot be; where it fails, or is stopped, all ends. */
async function runFirst(...words: string[]): Promise<void> {
  const code = await run(words);
  if (code !== 0) process.exit(1);
}

/** The sample's folder. It has that name when it is whole: one that was left unfinished is begun anew. */
async function makeSample(): Promise<string> {
  const folder = join(dataDir, 'sample');
  if (existsSync(folder)) return folder;
  const unfinished = `${folder}.unfinished`;
  rmSync(unfinished, { recursive: true, force: true });
  await runFirst('sample', '--companies', String(COMPANIES), '--out', unfinished);
  renameSync(unfinished, folder);
  return folder;
}

/** Two CNPJs worth looking at: a company with partners, and one with letters in its CNPJ. */
function findExamples(database: RegistryDatabase): string[] {
  const blocks = database.prepare<{ keys: Uint8Array }, []>('SELECT keys FROM key_block').all();
  const companies = new CompanyLookup(database);
  let withPartners: string | undefined;
  let withLetters: string | undefined;
  for (const { keys } of blocks) {
    for (const key of new BigInt64Array(keys.slice().buffer)) {
      const base = unpackKey(key);
      const cnpj = base + checkDigits(base);
      if (/[A-Z]/.test(cnpj)) withLetters ??= cnpj;
      else if (withPartners === undefined) {
        const record = companies.findCompany(cnpj);
        if (record !== undefined && record.partners.length > 1 && record.status === '02') withPartners = cnpj;
      }
      if (withPartners !== undefined && withLetters !== undefined) break;
    }
  }
  return [withPartners, withLetters].filter((cnpj) => cnpj !== undefined);
}

/** What there is to try; of a registry that cannot be read, which the service has told of, nothing but the status. */
function listPaths(): string[] {
  try {
    const database = new RegistryDatabase(join(dataDir, 'registry.db'));
    const paths = findExamples(database).map((cnpj) => `/cnpj/${cnpj}`);
    database.close();
    return [...paths, '/status'];
  } catch (cause) {
    if (!(cause instanceof RegistryError)) throw cause;
    return ['/status'];
  }
}

/**
 * Says what to try, once our own service says that it listens. It says so by a channel, not by its log, which LOG_LEVEL
 * may silence, nor by an answer, which another service may give that has the port.
 */
function invite(message: unknown): void {
  if (typeof message !== 'object' || message === null || !('port' in message)) return;
  const path = new URL(config.PUBLIC_BASE_URL).pathname.replace(/\/$/, '');
  const addresses = listPaths().map((end) => `  http://localhost:${message.port}${path}${end}\n`);
  process.stdout.write(`\nTry:\n${addresses.join('')}\nCtrl+C stops it.\n\n`);
}

if (!existsSync(join(dataDir, 'registry.db'))) {
  mkdirSync(dataDir, { recursive: true });
  await runFirst('import', '--from', await makeSample());
}
process.exitCode = await run(['serve'], invite);
