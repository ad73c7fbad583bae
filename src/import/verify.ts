import { Database } from 'bun:sqlite';
import { existsSync } from 'node:fs';
import { checkDigits } from '../domain/cnpj.ts';
import { CompanyLookup } from '../registry/company.ts';
import { RegistryDatabase, type RegistryFacts } from '../registry/database.ts';
import { FIELDS } from '../registry/fields.ts';
import { unpackKey } from '../registry/key.ts';
import { ImportFailure } from './failure.ts';

/** A registry may have so much less of anything than the one before it. */
const SHRINK_ALLOWED = 0.05;
/** How many records, spread evenly, are read back. */
const SAMPLES = 200;

function checkIntegrity(path: string): void {
  const database = new Database(path, { readonly: true });
  try {
    const rows = database.query<{ integrity_check: string }, []>('PRAGMA integrity_check').all();
    const [first] = rows;
    if (first?.integrity_check !== 'ok') {
      throw new ImportFailure(
        `The new registry is damaged (${first?.integrity_check ?? 'no answer'}). Check the disk and memory of this machine, then run the import again.`,
      );
    }
  } finally {
    database.close();
  }
}

/** Reads records from all over the file, as a lookup does. */
function checkRecords(database: RegistryDatabase): void {
  const companies = new CompanyLookup(database);
  const block = database.prepare<{ keys: Uint8Array }, [number]>(
    'SELECT keys FROM key_block WHERE block = ?',
  );
  const { served } = database.facts;
  if (served === 0)
    throw new ImportFailure('The new registry has no establishment. Are these the right files?');
  for (let sample = 0; sample < SAMPLES; sample++) {
    const number = Math.floor((sample * served) / SAMPLES);
    const row = block.get(number >> 8);
    const keys = row === null ? undefined : new BigInt64Array(row.keys.slice().buffer);
    const base = unpackKey(keys?.[number & 255] ?? 0n);
    if (companies.findCompany(base + checkDigits(base)) === undefined) {
      throw new ImportFailure(
        `The new registry cannot find its establishment ${number}. Run the import again.`,
      );
    }
  }
}

/** Every establishment has a size, so the postings of sizes together are as many as there are establishments. */
function checkPostings(database: RegistryDatabase): void {
  const sum = database.prepare<{ total: number | null }, [number]>(
    'SELECT sum(count) AS total FROM term WHERE field = ?',
  );
  const posted = sum.get(FIELDS.size)?.total ?? 0;
  if (posted !== database.facts.served) {
    throw new ImportFailure(
      `The search index has ${posted} establishments where the registry has ${database.facts.served}. Run the import again.`,
    );
  }
}

/** Refuses a registry that has shrunk, unless both are limited differently: then they cannot be compared. */
function checkShrinkage(next: RegistryFacts, before: RegistryFacts, allowed: boolean): void {
  if (allowed || JSON.stringify(next.coverage) !== JSON.stringify(before.coverage)) return;
  for (const [kind, count] of Object.entries(before.rows)) {
    const now = next.rows[kind] ?? 0;
    if (now >= count * (1 - SHRINK_ALLOWED)) continue;
    const percent = ((1 - now / count) * 100).toFixed(1);
    throw new ImportFailure(
      `The new registry has ${now} ${kind} where the one before has ${count}: ${percent} % less. If that is right, run the import with --allow-shrink.`,
    );
  }
}

/**
 * Sees that a staged registry is whole and plausible. Throws ImportFailure, which says what is wrong and what to do.
 */
export function verifyRegistry(stagePath: string, currentPath: string, allowShrink: boolean): void {
  checkIntegrity(stagePath);
  const next = new RegistryDatabase(stagePath);
  try {
    checkRecords(next);
    checkPostings(next);
    const before = readFacts(currentPath);
    if (before !== undefined) checkShrinkage(next.facts, before, allowShrink);
  } finally {
    next.close();
  }
}

/** The facts of the registry that is served, or undefined where there is none or it cannot be read. */
function readFacts(path: string): RegistryFacts | undefined {
  if (!existsSync(path)) return undefined;
  try {
    const database = new RegistryDatabase(path);
    const { facts } = database;
    database.close();
    return facts;
  } catch {
    return undefined;
  }
}
