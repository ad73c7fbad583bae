import { Database } from 'bun:sqlite';
import { join } from 'node:path';
import { checkDigits } from '../../src/domain/cnpj.ts';
import { ByteWriter } from '../../src/import/byte-writer.ts';
import { PostingsBuilder } from '../../src/import/postings.ts';
import { Stage } from '../../src/import/stage.ts';
import { packTerms } from '../../src/import/term-batch.ts';
import { REGISTRY_FORMAT } from '../../src/registry/database.ts';
import { FIELDS, type FieldName, KEYS_PER_BLOCK } from '../../src/registry/fields.ts';
import { unpackKey } from '../../src/registry/key.ts';
import { mergePostings } from './merged-postings.ts';

/** Which numbers have a value; partners' numbers where the field is that of their words. */
export interface CraftedTerm {
  readonly field: FieldName;
  readonly value: string;
  readonly numbers: Iterable<number>;
}

/** What a crafted registry has beside its terms. */
export interface CraftedOptions {
  /** A multiple of 64. */
  readonly establishments: number;
  readonly terms: readonly CraftedTerm[];
  /** The partners in order: the first establishment of each one's company, and how many it has. */
  readonly partners?: readonly (readonly [first: number, count: number])[];
}

const KEYS_APART = 36 ** 4;

/** The CNPJ of a crafted establishment: each is a company's only one. */
export function craftedCnpj(number: number): string {
  const base = unpackKey(BigInt(number * KEYS_APART + 1));
  return base + checkDigits(base);
}

/**
 * Writes a registry that has numbers and terms but no records, with the import's own hands, so that there can be more
 * establishments than a test could import. Returns its path.
 */
export function craftRegistry(
  folder: string,
  { establishments, terms, partners = [] }: CraftedOptions,
): string {
  const path = join(folder, 'registry.db');
  const stage = new Stage(path);
  stage.addRange({
    type: 'assembled',
    records: new Uint8Array(),
    lengths: new Uint32Array(),
    keys: new BigInt64Array(),
    partners: Uint32Array.from(partners.flat()),
    run: { path: '', sections: [] },
    counts: [],
    oddities: [],
    cityStates: [],
  });
  stage.establishments = establishments;
  stage.endRanges();
  addTerms(stage, join(folder, 'postings'), [...terms, ...companyWords(terms, partners)]);
  const facts = { format: REGISTRY_FORMAT, served: establishments, partners: partners.length };
  stage.addRows(
    'fact',
    ['name', 'value'],
    Object.entries(facts).map(([name, value]) => [name, String(value)]),
  );
  stage.seal();
  addKeys(path, establishments);
  return path;
}

/** The words of partners again, for the establishments of their companies, as the import posts them. */
function companyWords(
  terms: readonly CraftedTerm[],
  partners: readonly (readonly [first: number, count: number])[],
): CraftedTerm[] {
  const ofPartners = terms.filter(({ field }) => field === 'partnerWord');
  return ofPartners.map(({ value, numbers }) => {
    const establishments = new Set<number>();
    for (const partner of numbers) {
      const [first, count] = partners[partner] ?? [0, 0];
      for (let number = first; number < first + count; number++) establishments.add(number);
    }
    return {
      field: 'companyPartnerWord',
      value,
      numbers: [...establishments].sort((one, other) => one - other),
    };
  });
}

function addTerms(stage: Stage, runPath: string, terms: readonly CraftedTerm[]): void {
  const postings = new PostingsBuilder();
  for (const { field, value, numbers } of terms) {
    for (const number of numbers) postings.add(FIELDS[field], value, number);
  }
  const batch = new ByteWriter(1 << 16);
  for (const [field, merged] of mergePostings(postings, runPath, Object.values(FIELDS))) {
    packTerms(merged, batch);
    stage.addTerms(field, batch.bytes.subarray(0, batch.length));
  }
}

function addKeys(path: string, establishments: number): void {
  const database = new Database(path);
  const insert = database.prepare('INSERT INTO key_block (block, first_key, keys) VALUES (?, ?, ?)');
  const keys = new BigInt64Array(KEYS_PER_BLOCK);
  database.exec('PRAGMA journal_mode = OFF; BEGIN');
  for (let block = 0; block < establishments / KEYS_PER_BLOCK; block++) {
    for (let place = 0; place < KEYS_PER_BLOCK; place++) {
      keys[place] = BigInt((block * KEYS_PER_BLOCK + place) * KEYS_APART + 1);
    }
    insert.run(block, keys[0] ?? 0n, new Uint8Array(keys.buffer));
  }
  database.exec('COMMIT');
  insert.finalize();
  database.close();
}
