import { Database, type Statement } from 'bun:sqlite';
import { existsSync } from 'node:fs';
import { drizzle } from 'drizzle-orm/bun-sqlite';
import { city, country, fact, label } from './tables.ts';

/** What SQLite maps of a registry: its own limit. */
const MMAP_BYTES = 2_147_418_112;
const CACHE_KIB = 64 * 1024;

/** The layout of the tables and records; a registry of another is not read. */
export const REGISTRY_FORMAT = 2;

/** A registry that cannot be opened: the message says why and what to do. */
export class RegistryError extends Error {
  override name = 'RegistryError';
}

/** What a registry was made of: by this the next import tells whether anything is new. */
export interface MadeOf {
  /** The month's folder, YYYY-MM, or null where the folder was none. */
  readonly month: string | null;
  /** Size and time of change of each file, by its name. */
  readonly files: Readonly<Record<string, string>>;
  /** When the last of the records learnt upstream was learnt, epoch milliseconds; 0 for none. */
  readonly lastLearntAt: number;
}

/** What is known of a registry as a whole. */
export interface RegistryFacts {
  /** The day of the Receita's extraction, YYYY-MM-DD. */
  readonly extractedOn: string;
  /** When the import was done, ISO 8601 in UTC. */
  readonly importedAt: string;
  readonly format: number;
  /** Rows by kind. */
  readonly rows: Readonly<Record<string, number>>;
  /** How many establishments can be looked up. */
  readonly served: number;
  /** How many partners are numbered for searches. */
  readonly partners: number;
  readonly rejected: number;
  readonly oddities: Readonly<Record<string, number>>;
  readonly coverage: {
    readonly states: readonly string[];
    readonly activities: readonly string[];
    readonly statuses: readonly string[];
  };
  readonly madeOf?: MadeOf;
}

/** A municipality of the registry. */
export interface CityEntry {
  readonly siafi: string;
  readonly name: string;
  readonly state: string | null;
  readonly ibgeId: number | null;
  readonly rank: number | null;
}

/** A country of the registry. */
export interface CountryEntry {
  readonly code: string;
  readonly name: string;
  readonly iso2: string | null;
  readonly iso3: string | null;
}

/** The kinds of code with a mere label. */
export type LabelKind = 'activity' | 'reason' | 'legalNature' | 'qualification';

/**
 * An open registry file, read only. A read transaction is held from opening to closing, which saves every query its
 * locks: nobody writes to a published file, so it holds up nobody.
 */
export class RegistryDatabase {
  readonly facts: RegistryFacts;
  readonly cities: ReadonlyMap<string, CityEntry>;
  readonly countries: ReadonlyMap<string, CountryEntry>;
  private readonly labels: ReadonlyMap<string, string>;
  private readonly sqlite: Database;
  private readonly statements: Statement[] = [];

  /** Opens a registry. Throws RegistryError when the file is missing, is no registry or is of another layout. */
  constructor(readonly path: string) {
    if (!existsSync(path)) throw new RegistryError(`There is no registry at ${path}: run the import first.`);
    this.sqlite = new Database(path, { readonly: true });
    try {
      this.sqlite.exec(`PRAGMA mmap_size = ${MMAP_BYTES}; PRAGMA cache_size = -${CACHE_KIB}; BEGIN`);
      const orm = drizzle(this.sqlite);
      this.facts = parseFacts(orm.select().from(fact).all());
      this.cities = new Map(
        orm
          .select()
          .from(city)
          .all()
          .map((row) => [row.siafi, row]),
      );
      this.countries = new Map(
        orm
          .select()
          .from(country)
          .all()
          .map((row) => [row.code, row]),
      );
      const labels = orm.select().from(label).all();
      this.labels = new Map(labels.map((row) => [`${row.kind} ${row.code}`, row.label]));
    } catch (cause) {
      this.sqlite.close();
      if (cause instanceof RegistryError) throw cause;
      const reason = cause instanceof Error ? cause.message : String(cause);
      throw new RegistryError(`${path} is no registry that can be read (${reason}): run the import again.`);
    }
  }

  /** The label of a code, or undefined for a code without one. */
  label(kind: LabelKind, code: string): string | undefined {
    return this.labels.get(`${kind} ${code}`);
  }

  /** Prepares a statement once for the registry's life. */
  prepare<Row, Parameters extends (string | number | bigint)[]>(sql: string) {
    const statement = this.sqlite.prepare<Row, Parameters>(sql);
    this.statements.push(statement);
    return statement;
  }

  /** Ends the transaction and lets the file go. */
  close(): void {
    for (const statement of this.statements) statement.finalize();
    this.statements.length = 0;
    this.sqlite.exec('COMMIT');
    this.sqlite.close(true);
  }
}

function parseFacts(rows: readonly { name: string; value: string }[]): RegistryFacts {
  // The import wrote these values itself, under these names; another layout is told by its format.
  const facts = Object.fromEntries(rows.map(({ name, value }) => [name, JSON.parse(value)])) as RegistryFacts;
  if (facts.format !== REGISTRY_FORMAT) {
    throw new RegistryError(
      `The registry is of layout ${facts.format}, and this version reads ${REGISTRY_FORMAT}: run the import again.`,
    );
  }
  return facts;
}
