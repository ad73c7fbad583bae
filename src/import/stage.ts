import { Database, type Statement } from 'bun:sqlite';
import { CHUNK_SIZE, KEYS_PER_BLOCK } from '../registry/fields.ts';
import { createIndexesSql, createTableSql, TABLES } from '../registry/tables.ts';
import { PartnerBlocks } from './partner-blocks.ts';
import type { Assembled, Rejection } from './protocol.ts';
import { unpackTerms } from './term-batch.ts';

/** 8 KiB pages were measured beside 4 and 16: as quick a lookup, fewer steps through a long posting. */
const PAGE_BYTES = 8192;
/** Rows are appended, so that more would hold pages that nobody comes back to. */
const CACHE_KIB = 8 * 1024;
const BYTES_PER_KEY = 8;

/** The staging file: a registry being written, append by append, in the order in which it will be read. */
export class Stage {
  private readonly database: Database;
  private readonly statements: Statement[] = [];
  private readonly insertEstablishment: Statement;
  private readonly insertKeyBlock: Statement;
  private readonly insertPartnerBlock: Statement;
  private readonly insertTerm: Statement;
  private readonly insertPosting: Statement;
  private readonly keys = new BigInt64Array(KEYS_PER_BLOCK);
  private readonly partners: PartnerBlocks;
  private nextPosting = 0;
  /** How many establishments were written. */
  establishments = 0;

  /** Creates the file, which must not exist. */
  constructor(path: string) {
    this.database = new Database(path, { create: true, readwrite: true });
    // Nothing here survives a crash, and need not: a staging file that was not finished is thrown away.
    this.database.exec(
      `PRAGMA page_size = ${PAGE_BYTES}; PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF;
       PRAGMA locking_mode = EXCLUSIVE; PRAGMA cache_size = -${CACHE_KIB}`,
    );
    for (const table of TABLES) this.database.exec(createTableSql(table));
    this.insertEstablishment = this.prepare('INSERT INTO establishment (key, record) VALUES (?, ?)');
    this.insertKeyBlock = this.prepare('INSERT INTO key_block (block, first_key, keys) VALUES (?, ?, ?)');
    this.insertPartnerBlock = this.prepare(
      'INSERT INTO partner_block (block, first_partner, carried, establishments) VALUES (?, ?, ?, ?)',
    );
    this.insertTerm = this.prepare(
      'INSERT INTO term (field, value, count, first_posting, numbers) VALUES (?, ?, ?, ?, ?)',
    );
    this.insertPosting = this.prepare('INSERT INTO posting (id, count, form, numbers) VALUES (?, ?, ?, ?)');
    this.partners = new PartnerBlocks(({ block, firstPartner, carried, establishments }) =>
      this.insertPartnerBlock.run(block, firstPartner, carried, establishments),
    );
    this.database.exec('BEGIN');
  }

  /** How many partners were written. */
  get partnerCount(): number {
    return this.partners.count;
  }

  private prepare(sql: string): Statement {
    const statement = this.database.prepare(sql);
    this.statements.push(statement);
    return statement;
  }

  /** Appends a range's records, keys and partners; ranges come in their order. */
  addRange({ records, lengths, keys, partners }: Assembled): void {
    const base = this.establishments;
    let at = 0;
    for (let index = 0; index < keys.length; index++) {
      const key = keys[index] ?? 0n;
      const length = lengths[index] ?? 0;
      this.insertEstablishment.run(key, records.subarray(at, at + length));
      at += length;
      this.keys[this.establishments % KEYS_PER_BLOCK] = key;
      this.establishments++;
      if (this.establishments % KEYS_PER_BLOCK === 0) this.flushKeys();
    }
    for (let index = 0; index < partners.length; index += 2) {
      this.partners.add(base + (partners[index] ?? 0), partners[index + 1] ?? 0);
    }
  }

  /** Writes what is left of the last blocks, once every range is there. */
  endRanges(): void {
    if (this.establishments % KEYS_PER_BLOCK > 0) this.flushKeys();
    this.partners.finish(this.establishments);
  }

  /** Appends a batch of terms of one field; fields and batches come in their order. */
  addTerms(field: number, batch: Uint8Array): void {
    for (const { value, count, numbers, chunks } of unpackTerms(batch)) {
      if (numbers) {
        this.insertTerm.run(field, value, count, null, numbers);
        continue;
      }
      this.insertTerm.run(field, value, count, this.nextPosting, null);
      for (const { chunk, count: chunkCount, form, numbers: chunkNumbers } of chunks) {
        this.insertPosting.run(this.nextPosting + chunk, chunkCount, form, chunkNumbers);
      }
      this.nextPosting += Math.floor(Math.max(this.establishments, this.partnerCount) / CHUNK_SIZE) + 1;
    }
  }

  /** Appends rows to one of the small tables. */
  addRows(
    table: string,
    columns: readonly string[],
    rows: readonly (readonly (string | number | null)[])[],
  ): void {
    const places = columns.map(() => '?').join(', ');
    const statement = this.database.prepare(
      `INSERT INTO ${table} (${columns.join(', ')}) VALUES (${places})`,
    );
    for (const row of rows) statement.run(...row);
    statement.finalize();
  }

  /** Appends rows that could not be used. */
  addRejections(rejections: readonly Rejection[]): void {
    const rows = rejections.map(({ file, line, reason, text }) => [file, line, reason, text]);
    this.addRows('rejected_row', ['file', 'line', 'reason', 'text'], rows);
  }

  /** Writes everything out and closes the file. */
  seal(): void {
    for (const sql of TABLES.flatMap(createIndexesSql)) this.database.exec(sql);
    this.database.exec('COMMIT');
    this.close();
  }

  /** Closes the file as it is. */
  close(): void {
    for (const statement of this.statements) statement.finalize();
    this.statements.length = 0;
    this.database.close(true);
  }

  private flushKeys(): void {
    const count = ((this.establishments - 1) % KEYS_PER_BLOCK) + 1;
    const block = Math.floor((this.establishments - 1) / KEYS_PER_BLOCK);
    const bytes = new Uint8Array(this.keys.buffer, 0, count * BYTES_PER_KEY);
    this.insertKeyBlock.run(block, this.keys[0] ?? 0n, bytes);
  }
}
