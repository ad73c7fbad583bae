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
import { AnswerCache } from './answer-cache.ts';

const UPDATED_AT = RECORD_FIELDS.indexOf('updatedAt');

/** How a registry is served. */
export interface ServedSettings {
  readonly profile: WireProfile;
  readonly version: string;
  /** What bounds the vocabulary of misspelt words. */
  readonly nameWords: number;
  /** What bounds the answers that are kept. */
  readonly answerBytes: number;
}

/** An open registry with what presents it. */
export class Served {
  readonly database: RegistryDatabase;
  readonly companies: CompanyLookup;
  readonly presenter: CompanyPresenter;
  readonly index: SearchIndex;
  readonly lookups: SearchLookups;
  /** What tells this registry, profile and version from all others, in an ETag. */
  readonly edition: string;
  /** Answers given from this registry that are asked for again and again. */
  readonly answers: AnswerCache;
  private readonly extractedMs: number;

  /** Opens the registry at `path`. Throws RegistryError. */
  constructor(path: string, { profile, version, nameWords, answerBytes }: ServedSettings) {
    this.database = new RegistryDatabase(path);
    const { facts } = this.database;
    this.companies = new CompanyLookup(this.database);
    this.presenter = new CompanyPresenter(new ReferenceJson(this.database, profile), facts.extractedOn);
    this.index = new SearchIndex(this.database, nameWords);
    const siafi = siafiByIbgeId(this.database.cities);
    this.lookups = { profile, siafiOf: (ibgeId) => siafi.get(ibgeId) ?? [] };
    this.extractedMs = Date.parse(midnight(facts.extractedOn));
    this.answers = new AnswerCache(answerBytes);
    this.edition = Bun.hash(`${facts.importedAt} ${facts.extractedOn} ${profile} ${version}`).toString(36);
  }

  /** When the data of a record was brought up to date, in milliseconds since 1970. */
  updatedMs(record: RecordView): number {
    // Nearly every record is of the extraction itself; only what was learnt since has a date of its own.
    return record.isEmpty(UPDATED_AT) ? this.extractedMs : Date.parse(record.text(UPDATED_AT));
  }

  /** Lets the file go. */
  close(): void {
    this.index.dispose();
    this.database.close();
  }
}
