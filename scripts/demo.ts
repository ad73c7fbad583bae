import { existsSync, mkdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { parseConfig } from '../src/config.ts';
import { checkDigits } from '../src/domain/cnpj.ts';
import { CompanyLookup } from '../src/registry/company.ts';
import { RegistryDatabase } from '../src/registry/database.ts';
import { unpackKey } from '../src/registry/key.ts';

/** From nothing to a served registry of invented companies, through the real commands. */

const COMPANIES = 20_000;
const LISTENING = '"msg":"listening"';
const main = join(dirname(import.meta.dir), 'src', 'main.ts');
const config = parseConfig(process.env);
const dataDir = config.DATA_DIR;

async function run(...words: string[]): Promise<void> {
  const child = Bun.spawn([process.execPath, main, ...words, '--data', dataDir], {
    stdout: 'inherit',
    stderr: 'inherit',
  });
  if ((await child.exited) !== 0) process.exit(1);
}

/** Two CNPJs worth looking at: a company with partners, and one with letters in its CNPJ. */
function findExamples(): string[] {
  const database = new RegistryDatabase(join(dataDir, 'registry.db'));
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
  database.close();
  return [withPartners, withLetters].filter((cnpj) => cnpj !== undefined);
}

if (!existsSync(join(dataDir, 'registry.db'))) {
  const folder = join(dataDir, 'sample');
  mkdirSync(dataDir, { recursive: true });
  if (!existsSync(folder)) await run('sample', '--companies', String(COMPANIES), '--out', folder);
  await run('import', '--from', folder);
}

const server = Bun.spawn([process.execPath, main, 'serve', '--data', dataDir], {
  stdout: 'pipe',
  stderr: 'inherit',
});
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => server.kill(signal));
const local = `http://localhost:${config.PORT}${new URL(config.PUBLIC_BASE_URL).pathname.replace(/\/$/, '')}`;
let log = '';
for await (const bytes of server.stdout) {
  process.stdout.write(bytes);
  // Only what our own service says tells that it listens: another may have the port.
  if (log.includes(LISTENING)) continue;
  log += Buffer.from(bytes).toString('utf8');
  if (!log.includes(LISTENING)) continue;
  const addresses = [...findExamples().map((cnpj) => `${local}/cnpj/${cnpj}`), `${local}/status`];
  process.stdout.write(
    `\nTry:\n${addresses.map((address) => `  ${address}\n`).join('')}\nCtrl+C stops it.\n\n`,
  );
}
process.exitCode = await server.exited;
