import type { Database } from 'bun:sqlite';

/** A step of the schema's history: its statements never change once released. */
export type Migration = { readonly name: string; readonly statements: readonly string[] };

/** Raises the revision after one kind of change to one table. */
function revisionTrigger(table: string, change: 'INSERT' | 'UPDATE' | 'DELETE'): string {
  return `CREATE TRIGGER revision_${table}_${change.toLowerCase()} AFTER ${change} ON ${table}
    BEGIN UPDATE revision SET value = value + 1; END`;
}

/**
 * The history of state.db's schema, embedded so that a compiled program has it too. A database at version n
 * has had the first n. `tables.ts` says how the tables stand after the last one; a test holds the two equal.
 */
export const MIGRATIONS: readonly Migration[] = [
  {
    name: 'subscribers, usage, wanted, additions, imports',
    statements: [
      `CREATE TABLE subscribers (
        id INTEGER PRIMARY KEY AUTOINCREMENT NOT NULL,
        email TEXT NOT NULL UNIQUE,
        plan TEXT NOT NULL CHECK (plan IN ('basico', 'premium')),
        created_at INTEGER NOT NULL
      ) STRICT`,
      `CREATE TABLE tokens (
        id INTEGER PRIMARY KEY AUTOINCREMENT NOT NULL,
        subscriber_id INTEGER NOT NULL REFERENCES subscribers (id),
        hash BLOB NOT NULL UNIQUE CHECK (length(hash) = 32),
        expires_on TEXT,
        note TEXT,
        created_at INTEGER NOT NULL,
        revoked_at INTEGER
      ) STRICT`,
      'CREATE INDEX tokens_by_subscriber ON tokens (subscriber_id)',
      'CREATE TABLE revision (id INTEGER PRIMARY KEY NOT NULL CHECK (id = 1), value INTEGER NOT NULL) STRICT',
      'INSERT INTO revision (id, value) VALUES (1, 0)',
      revisionTrigger('subscribers', 'INSERT'),
      revisionTrigger('subscribers', 'UPDATE'),
      revisionTrigger('subscribers', 'DELETE'),
      revisionTrigger('tokens', 'INSERT'),
      revisionTrigger('tokens', 'UPDATE'),
      revisionTrigger('tokens', 'DELETE'),
      `CREATE TABLE usage (
        subscriber_id INTEGER NOT NULL,
        month INTEGER NOT NULL,
        operation TEXT NOT NULL,
        quantity INTEGER NOT NULL,
        updated_at INTEGER NOT NULL,
        PRIMARY KEY (subscriber_id, month, operation)
      ) STRICT, WITHOUT ROWID`,
      'CREATE INDEX usage_by_month ON usage (month)',
      `CREATE TABLE wanted (
        cnpj TEXT PRIMARY KEY NOT NULL,
        absent INTEGER NOT NULL,
        asked_at INTEGER NOT NULL
      ) STRICT, WITHOUT ROWID`,
      'CREATE INDEX wanted_by_urgency ON wanted (absent DESC, asked_at)',
      `CREATE TABLE additions (
        cnpj TEXT PRIMARY KEY NOT NULL,
        body TEXT NOT NULL,
        updated_at TEXT NOT NULL,
        learnt_at INTEGER NOT NULL
      ) STRICT`,
      `CREATE TABLE imports (
        id INTEGER PRIMARY KEY AUTOINCREMENT NOT NULL,
        started_at INTEGER NOT NULL,
        ended_at INTEGER,
        month TEXT,
        outcome TEXT,
        rows INTEGER,
        message TEXT
      ) STRICT`,
    ],
  },
  {
    name: 'what kind of failure an import had, and of which files it was made',
    statements: ['ALTER TABLE imports ADD COLUMN kind TEXT', 'ALTER TABLE imports ADD COLUMN inbox TEXT'],
  },
];

/** The version a database says it has. */
function readVersion(sqlite: Database): number {
  return sqlite.query<{ user_version: number }, []>('PRAGMA user_version').get()?.user_version ?? 0;
}

/**
 * Brings a database to the last migration's version, in one transaction: all of it or nothing.
 * Throws when the database is newer than this program, or when a step fails, naming file and step.
 */
export function migrate(sqlite: Database, path: string, migrations = MIGRATIONS): void {
  const newest = migrations.length;
  if (readVersion(sqlite) === newest) return;
  const climb = sqlite.transaction(() => {
    // The version is read again under the lock: another process may have migrated in the meantime.
    const version = readVersion(sqlite);
    if (version > newest) {
      throw new Error(
        `${path} has version ${version}, but this program knows versions up to ${newest}. ` +
          'Run the program that wrote it, or restore the backup made before that program was installed.',
      );
    }
    for (const [offset, migration] of migrations.slice(version).entries()) {
      const number = version + offset + 1;
      try {
        for (const statement of migration.statements) sqlite.run(statement);
      } catch (cause) {
        const reason = cause instanceof Error ? cause.message : String(cause);
        throw new Error(
          `${path} stays at version ${version}: it could not be brought to ${number} (${migration.name}): ${reason}`,
          { cause },
        );
      }
    }
    sqlite.run(`PRAGMA user_version = ${newest}`);
  });
  climb.immediate();
}
