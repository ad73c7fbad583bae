import { CompanyLookup } from '../registry/company.ts';
import { RegistryDatabase } from '../registry/database.ts';
import { RECORD_FIELDS, type RecordView } from '../registry/record.ts';
import { SearchIndex } from '../registry/search.ts';
import { CompanyPresenter } from '../wire/company.ts';
import type { SearchLookups } from '../wire/filters.ts';
import type { WireProfile } from '../wire/labels.ts';
import { midnight } from '../wire/record-context.ts';
import { ReferenceJson } from '../wire/reference.ts';
import { siafiByIbgeId } from '../wire/search.ts';
import { LATE_AFTER_MS } from '../wire/status.ts';

const UPDATED_AT = RECORD_FIELDS.indexOf('updatedAt');

/** An open registry with what presents it. */
export class Served {
  readonly database: RegistryDatabase;
  readonly companies: CompanyLookup;
  readonly presenter: CompanyPresenter;
  readonly index: SearchIndex;
  readonly lookups: SearchLookups;
  /** What tells this registry, profile and version from all others, in an ETag. */
  readonly edition: string;
  private readonly extractedMs: number;

  /** Opens the registry at `path`; `nameWords` bounds the vocabulary of misspelt words. Throws RegistryError. */
  constructor(path: string, profile: WireProfile, version: string, nameWords: number) {
    this.database = new RegistryDatabase(path);
    const { facts } = this.database;
    this.companies = new CompanyLookup(this.database);
    this.presenter = new CompanyPresenter(new ReferenceJson(this.database, profile), facts.extractedOn);
    this.index = new SearchIndex(this.database, nameWords);
    const siafi = siafiByIbgeId(this.database.cities);
    this.lookups = { profile, siafiOf: (ibgeId) => siafi.get(ibgeId) };
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
    this.index.dispose();
    this.database.close();
  }
}
