import { CompanyLookup } from '../registry/company.ts';
import { RegistryDatabase } from '../registry/database.ts';
import { CompanyPresenter } from '../wire/company.ts';
import type { WireProfile } from '../wire/labels.ts';
import { ReferenceJson } from '../wire/reference.ts';

/** An open registry with what presents it. */
export class Served {
  readonly database: RegistryDatabase;
  readonly companies: CompanyLookup;
  readonly presenter: CompanyPresenter;
  /** What tells this registry, profile and version from all others, in an ETag. */
  readonly edition: string;

  /** Opens the registry at `path`. Throws RegistryError. */
  constructor(path: string, profile: WireProfile, version: string) {
    this.database = new RegistryDatabase(path);
    const { facts } = this.database;
    this.companies = new CompanyLookup(this.database);
    this.presenter = new CompanyPresenter(new ReferenceJson(this.database, profile), facts.extractedOn);
    this.edition = Bun.hash(`${facts.importedAt} ${facts.extractedOn} ${profile} ${version}`).toString(36);
  }

  /** Lets the file go. */
  close(): void {
    this.database.close();
  }
}
