import { Database } from 'bun:sqlite';
import { existsSync, renameSync, rmSync } from 'node:fs';
import { wordsOf } from '../../src/domain/text.ts';
import { CompanyLookup } from '../../src/registry/company.ts';
import { RegistryDatabase } from '../../src/registry/database.ts';
import { NumberTable } from '../../src/registry/numbers.ts';
import { type EstablishmentRecord, RECORD_FIELDS } from '../../src/registry/record.ts';

/**
 * The same companies as others keep them: one wide table of establishments with an index on each column that is searched
 * by, and FTS5 over the names. It gets what makes it fast: rows in CNPJ order, so that no page needs sorting, indexes
 * made at the end, prefix indexes, statistics.
 */

const INDEXED = [
  'root',
  'mainActivity',
  'legalNature',
  'country',
  'state',
  'city',
  'cep',
  'status',
  'statusDate',
  'size',
  'startDate',
] as const;

const TABLES = `
PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; PRAGMA cache_size = -262144;
CREATE TABLE establishment (id INTEGER PRIMARY KEY, cnpj TEXT NOT NULL, root TEXT NOT NULL,
  ${RECORD_FIELDS.map((field) => `"${field}" TEXT`).join(', ')});
CREATE TABLE secondary_activity (code TEXT, establishment INTEGER, PRIMARY KEY (code, establishment)) WITHOUT ROWID;
CREATE TABLE partner (id INTEGER PRIMARY KEY, root TEXT NOT NULL, name TEXT NOT NULL);
CREATE VIRTUAL TABLE name_index USING fts5(companyName, tradeName, content = '', prefix = '3 4 5');
CREATE VIRTUAL TABLE partner_index USING fts5(name, content = '', prefix = '3 4 5');
`;

const INDEXES = `
CREATE UNIQUE INDEX establishment_cnpj ON establishment (cnpj);
${INDEXED.map((column) => `CREATE INDEX establishment_${column} ON establishment ("${column}");`).join('\n')}
INSERT INTO name_index (name_index) VALUES ('optimize');
INSERT INTO partner_index (partner_index) VALUES ('optimize');
ANALYZE;
`;

/** The source leaves Brazil blank; whoever searches by country writes it out. */
const BRAZIL = '105';
const ABROAD = 'EX';

/** Writes establishments with all that is searched by. */
class PeerWriter {
  private readonly establishments;
  private readonly activities;
  private readonly partners;
  private readonly names;
  private readonly partnerNames;
  private root = '';
  private partnerId = 0;

  constructor(database: Database) {
    const places = RECORD_FIELDS.map(() => '?').join(', ');
    this.establishments = database.prepare<undefined, (string | number)[]>(
      `INSERT INTO establishment VALUES (?, ?, ?, ${places})`,
    );
    this.activities = database.prepare('INSERT OR IGNORE INTO secondary_activity VALUES (?, ?)');
    this.partners = database.prepare('INSERT INTO partner VALUES (?, ?, ?)');
    this.names = database.prepare('INSERT INTO name_index (rowid, companyName, tradeName) VALUES (?, ?, ?)');
    this.partnerNames = database.prepare('INSERT INTO partner_index (rowid, name) VALUES (?, ?)');
  }

  write(id: number, record: EstablishmentRecord): void {
    const { cnpj, companyName, tradeName, secondaryActivities, partners } = record;
    const root = cnpj.slice(0, 8);
    const country = record.country || (record.state === ABROAD ? '' : BRAZIL);
    const fields = { ...record, country };
    this.establishments.run(id, cnpj, root, ...RECORD_FIELDS.map((field) => fields[field]));
    for (const code of secondaryActivities.split(',')) if (code !== '') this.activities.run(code, id);
    // Folded beforehand, so that both find the same; it does not change how fast either is.
    this.names.run(id, wordsOf(companyName).join(' '), wordsOf(tradeName).join(' '));
    if (root === this.root) return;
    this.root = root;
    for (const { name } of partners) {
      this.partnerId++;
      this.partners.run(this.partnerId, root, name);
      this.partnerNames.run(this.partnerId, wordsOf(name).join(' '));
    }
  }
}

function fill(database: Database, registry: RegistryDatabase): void {
  const numbers = new NumberTable(registry);
  const companies = new CompanyLookup(registry);
  const writer = new PeerWriter(database);
  for (let number = 0; number < numbers.count; number++) {
    const [cnpj = ''] = numbers.cnpjsOf([number]);
    const record = companies.findCompany(cnpj);
    if (record === undefined) throw new Error(`The registry lacks its own ${cnpj}.`);
    writer.write(number, record);
  }
}

/** Makes the peer's database of a registry's establishments at a path, unless there is one that is younger than it. */
export function preparePeer(path: string, registryPath: string, tell: (sentence: string) => void): void {
  if (existsSync(path) && Bun.file(path).lastModified >= Bun.file(registryPath).lastModified) return;
  tell(`Making the peer's database ${path} …`);
  const unfinished = `${path}.unfinished`;
  rmSync(unfinished, { force: true });
  const registry = new RegistryDatabase(registryPath);
  const database = new Database(unfinished, { create: true });
  try {
    database.exec(TABLES);
    database.transaction(() => fill(database, registry))();
    database.exec(INDEXES);
  } finally {
    database.close();
    registry.close();
  }
  renameSync(unfinished, path);
}
