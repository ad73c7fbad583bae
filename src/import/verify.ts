import { Database } from 'bun:sqlite';
import { existsSync } from 'node:fs';
import { wordsOf } from '../domain/text.ts';
import { createBits } from '../registry/bits.ts';
import { CompanyLookup } from '../registry/company.ts';
import { RegistryDatabase, type RegistryFacts } from '../registry/database.ts';
import { CHUNK_SIZE, FIELDS, type FieldName } from '../registry/fields.ts';
import { NumberTable } from '../registry/numbers.ts';
import { PostingTable, TermSet } from '../registry/postings.ts';
import type { EstablishmentRecord } from '../registry/record.ts';
import { TermTable } from '../registry/terms.ts';
import { ImportFailure } from './failure.ts';

/** A registry may have so much less of anything than the one before it, or so few rows less. */
const SHRINK_ALLOWED = 0.05;
const ROWS_ALLOWED = 10;
/** How many records, spread evenly, are read back and looked for in the search index. */
const SAMPLES = 200;

function refuse(message: string): ImportFailure {
  return new ImportFailure(message, { kind: 'verification' });
}

/** SQLite's own verdict on a file: `ok`, or what is wrong with it. */
function judgeFile(path: string): string {
  const database = new Database(path, { readonly: true });
  try {
    const row = database.query<{ integrity_check: string }, []>('PRAGMA integrity_check(1)').get();
    return (row?.integrity_check ?? 'no answer').replaceAll(/\s+/g, ' ').slice(0, 300);
  } catch (cause) {
    // Some damage is a row of the answer, some an error.
    return cause instanceof Error ? cause.message : String(cause);
  } finally {
    database.close();
  }
}

function checkIntegrity(path: string): void {
  const verdict = judgeFile(path);
  if (verdict === 'ok') return;
  throw refuse(
    `The new registry is damaged (${verdict}). Check the disk and memory of this machine, then run the import again.`,
  );
}

/** The terms of a date, YYYY-MM-DD: its day, month and year. */
function dateTerms(date: 'start' | 'status', day: string): [FieldName, string][] {
  return [
    [`${date}Day`, day],
    [`${date}Month`, day.slice(0, 7)],
    [`${date}Year`, day.slice(0, 4)],
  ];
}

/** The terms under which an establishment must be found. */
function termsOf(record: EstablishmentRecord): [FieldName, string][] {
  const terms: [FieldName, string][] = [
    ['status', record.status],
    ['mainActivity', record.mainActivity],
    ['city', record.city],
    ['size', record.size],
    ['state', record.state],
    ...dateTerms('start', record.startDate),
    ...dateTerms('status', record.statusDate),
    ['companyWord', wordsOf(record.companyName)[0] ?? ''],
  ];
  return terms.filter(([, value]) => value !== '');
}

/** Looks whether the search index has what the records say. */
class IndexCheck {
  private readonly terms: TermTable;
  private readonly postings: PostingTable;
  private readonly chunks: number;
  private readonly bits = createBits();

  constructor(database: RegistryDatabase) {
    this.terms = new TermTable(database);
    this.postings = new PostingTable(database);
    this.chunks = Math.ceil(database.facts.served / CHUNK_SIZE);
  }

  /** The first of a record's terms that does not lead to its number, or undefined. */
  findMissing(record: EstablishmentRecord, number: number): string | undefined {
    const missing = termsOf(record).find(([field, value]) => !this.leadsTo(field, value, number));
    return missing && `${missing[0]} ${missing[1]}`;
  }

  private leadsTo(field: FieldName, value: string, number: number): boolean {
    const term = this.terms.find(field, value);
    if (term === undefined) return false;
    const set = new TermSet(this.postings, [term], this.chunks);
    if (!set.read(Math.floor(number / CHUNK_SIZE), this.bits)) return false;
    const bit = number % CHUNK_SIZE;
    return (((this.bits[bit >>> 5] ?? 0) >>> (bit & 31)) & 1) === 1;
  }
}

/** Reads records from all over the file, as a lookup does, and looks each up in the search index. */
function checkRecords(database: RegistryDatabase): void {
  const companies = new CompanyLookup(database);
  const numbers = new NumberTable(database);
  const index = new IndexCheck(database);
  const { served } = database.facts;
  if (served === 0) throw refuse('The new registry has no establishment. Are these the right files?');
  for (let sample = 0; sample < SAMPLES; sample++) {
    const number = Math.floor((sample * served) / SAMPLES);
    const [cnpj = ''] = numbers.cnpjsOf([number]);
    const record = companies.findCompany(cnpj);
    if (record === undefined) {
      throw refuse(`The new registry cannot find its establishment ${number}. Run the import again.`);
    }
    const missing = index.findMissing(record, number);
    if (missing !== undefined) {
      throw refuse(
        `The search index of the new registry lacks ${cnpj} under ${missing}. Run the import again.`,
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
    throw refuse(
      `The search index has ${posted} establishments where the registry has ${database.facts.served}. Run the import again.`,
    );
  }
}

/** What has shrunk, a sentence each; nothing where both are limited differently, for then they cannot be compared. */
function listShrinkages(next: RegistryFacts, before: RegistryFacts): string[] {
  if (JSON.stringify(next.coverage) !== JSON.stringify(before.coverage)) return [];
  return Object.entries(before.rows).flatMap(([kind, count]) => {
    const now = next.rows[kind] ?? 0;
    if (count - now <= Math.max(ROWS_ALLOWED, count * SHRINK_ALLOWED)) return [];
    const percent = ((1 - now / count) * 100).toFixed(1);
    return [`The new registry has ${now} ${kind} where the one before has ${count}: ${percent} % less.`];
  });
}

/** The facts of the registry that is served, or undefined where there is none or it cannot be read. */
export function readFacts(path: string): RegistryFacts | undefined {
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

/**
 * Sees that a staged registry is whole and plausible. Returns what was let pass because shrinking is allowed. Throws
 * ImportFailure, which says what is wrong and what to do.
 */
export function verifyRegistry(stagePath: string, currentPath: string, allowShrink: boolean): string[] {
  checkIntegrity(stagePath);
  const next = new RegistryDatabase(stagePath);
  try {
    checkRecords(next);
    checkPostings(next);
    const before = readFacts(currentPath);
    const shrinkages = before === undefined ? [] : listShrinkages(next.facts, before);
    if (shrinkages.length === 0 || allowShrink) return shrinkages;
    throw refuse(`${shrinkages.join(' ')} If that is right, run the import with --allow-shrink.`);
  } finally {
    next.close();
  }
}
