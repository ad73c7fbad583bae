import type { Statement } from 'bun:sqlite';
import type { RegistryDatabase } from './database.ts';
import { packKey } from './key.ts';
import { type EstablishmentRecord, parseRecord, RecordView, readRecord } from './record.ts';

/** Looks up one CNPJ and all that hangs on it. */
export class CompanyLookup {
  private readonly select: Statement<{ record: Uint8Array }, [bigint]>;
  private readonly view = new RecordView();

  constructor(database: RegistryDatabase) {
    this.select = database.prepare('SELECT record FROM establishment WHERE key = ?');
  }

  /**
   * The record of a CNPJ in capitals with right check digits, or undefined when the registry lacks it. The view is the
   * lookup's own: it holds until the next call.
   */
  viewCompany(cnpj: string): RecordView | undefined {
    const row = this.select.get(packKey(cnpj));
    if (row === null) return undefined;
    this.view.open(cnpj, row.record);
    return this.view;
  }

  /** The same record with every field as text, for what is not asked thousands of times a second. */
  findCompany(cnpj: string): EstablishmentRecord | undefined {
    const row = this.select.get(packKey(cnpj));
    if (row === null) return undefined;
    const { record } = row;
    return parseRecord(cnpj, readRecord(Buffer.from(record.buffer, record.byteOffset, record.byteLength)));
  }
}
