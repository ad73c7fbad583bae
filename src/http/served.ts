import { CompanyLookup } from '../registry/company.ts';
import { RegistryDatabase } from '../registry/database.ts';
import { RECORD_FIELDS, type RecordView } from '../registry/record.ts';
import { CompanyPresenter } from '../wire/company.ts';
import type { WireProfile } from '../wire/labels.ts';
import { midnight } from '../wire/record-context.ts';
import { ReferenceJson } from '../wire/reference.ts';
import { LATE_AFTER_MS } from '../wire/status.ts';

const UPDATED_AT = RECORD_FIELDS.indexOf('updatedAt');

/** An open registry with what presents it. */
export class Served {
  readonly database: RegistryDatabase;
  readonly companies: CompanyLookup;
  readonly presenter: CompanyPresenter;
  /** What tells this registry, profile and version from all others, in an ETag. */
  readonly edition: string;
  private readonly extractedMs: number;

  /** Opens the registry at `path`. Throws RegistryError. */
  constructor(path: string, profile: WireProfile, version: string) {
    this.database = new RegistryDatabase(path);
    const { facts } = this.database;
    this.companies = new CompanyLookup(this.database);
    this.presenter = new CompanyPresenter(new ReferenceJson(this.database, profile), facts.extractedOn);
    this.extractedMs = Date.parse(midnight(facts.extractedOn));
    this.edition = Bun.hash(`${facts.importedAt} ${facts.extractedOn} ${profile} ${version}`).toString(36);
  }

  /** Whether the data of a record is older than it may be (spec 1.4). */
  isLate(record: RecordView, nowMs: number): boolean {
    // Nearly every record is of the extraction itself; only what was learnt since has a date of its own.
    const updatedMs = record.isEmpty(UPDATED_AT) ? this.extractedMs : Date.parse(record.text(UPDATED_AT));
    return nowMs - updatedMs > LATE_AFTER_MS;
  }

  /** Lets the file go. */
  close(): void {
    this.database.close();
  }
}
