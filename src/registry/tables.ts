import { getTableName } from 'drizzle-orm';
import type { SQLiteTable } from 'drizzle-orm/sqlite-core';
import {
  blob,
  customType,
  getTableConfig,
  index,
  integer,
  primaryKey,
  sqliteTable,
  text,
} from 'drizzle-orm/sqlite-core';

/** A 64-bit integer, as a bigint on this side. */
const bigInteger = customType<{ data: bigint; driverData: bigint }>({ dataType: () => 'integer' });

/** One row a CNPJ, with its company's part copied in, so that a lookup is one read. See record.ts for `record`. */
export const establishment = sqliteTable('establishment', {
  key: bigInteger('key').primaryKey(),
  record: blob('record', { mode: 'buffer' }).notNull(),
});

/** The keys of 64 consecutive establishments in CNPJ order, eight bytes each: from a number to its CNPJ and back. */
export const keyBlock = sqliteTable('key_block', {
  block: integer('block').primaryKey(),
  firstKey: bigInteger('first_key').notNull().unique(),
  keys: blob('keys', { mode: 'buffer' }).notNull(),
});

/**
 * The partners of 8,192 consecutive establishments. `establishments` begins with marks, a bit an establishment; then
 * come two bytes for each partner from `firstPartner` on: the place within the block of the first establishment that
 * the partner belongs to, who belongs to those after it as well, up to the next mark. The `carried` partners before
 * `firstPartner`, listed in the block before, belong to this one's establishments up to its first mark.
 */
export const partnerBlock = sqliteTable(
  'partner_block',
  {
    block: integer('block').primaryKey(),
    firstPartner: integer('first_partner').notNull(),
    carried: integer('carried').notNull(),
    establishments: blob('establishments', { mode: 'buffer' }).notNull(),
  },
  // What is read of all blocks when a registry opens, without the pages of the blocks, which lie all over the file.
  (table) => [index('partner_block_start').on(table.block, table.firstPartner, table.carried)],
);

/**
 * One value of one search field. A short list of numbers stands in `numbers`; a longer one is cut in chunks,
 * rows of `posting` from `firstPosting` on.
 */
export const term = sqliteTable(
  'term',
  {
    field: integer('field').notNull(),
    value: text('value').notNull(),
    count: integer('count').notNull(),
    firstPosting: integer('first_posting'),
    numbers: blob('numbers', { mode: 'buffer' }),
  },
  (table) => [primaryKey({ columns: [table.field, table.value] })],
);

/** The numbers of one term within one chunk, in one of the forms of stored-chunk.ts. */
export const posting = sqliteTable('posting', {
  id: integer('id').primaryKey(),
  count: integer('count').notNull(),
  form: integer('form').notNull(),
  numbers: blob('numbers', { mode: 'buffer' }).notNull(),
});

/** Codes and labels as the month's tables have them: activities, legal natures, qualifications, reasons. */
export const label = sqliteTable(
  'label',
  { kind: text('kind').notNull(), code: text('code').notNull(), label: text('label').notNull() },
  (table) => [primaryKey({ columns: [table.kind, table.code] })],
);

/** The municipalities by the Receita's code (SIAFI), resolved to name, state and IBGE code. */
export const city = sqliteTable('city', {
  siafi: text('siafi').primaryKey(),
  name: text('name').notNull(),
  state: text('state'),
  ibgeId: integer('ibge_id'),
  rank: integer('rank'),
});

/** The countries by the Receita's three digits, with their names; the rest follows from the code. */
export const country = sqliteTable('country', {
  code: text('code').primaryKey(),
  name: text('name').notNull(),
  iso2: text('iso2'),
  iso3: text('iso3'),
});

/** What is known of the registry as a whole: dates, rows of each kind, coverage, the import's report; JSON values. */
export const fact = sqliteTable('fact', { name: text('name').primaryKey(), value: text('value').notNull() });

/** A source row that could not be used, with its place and the reason. */
export const rejectedRow = sqliteTable('rejected_row', {
  id: integer('id').primaryKey(),
  file: text('file').notNull(),
  line: integer('line').notNull(),
  reason: text('reason').notNull(),
  text: text('text').notNull(),
});

/** Every table of a registry. */
export const TABLES = [
  establishment,
  keyBlock,
  partnerBlock,
  term,
  posting,
  label,
  city,
  country,
  fact,
  rejectedRow,
] as const;

/** A definition as the SQL that creates it; a table keyed by several columns is stored by that key. */
export function createTableSql(table: SQLiteTable): string {
  const { columns, primaryKeys } = getTableConfig(table);
  const lines = columns.map((column) => {
    const keyed = column.primary
      ? ' PRIMARY KEY'
      : `${column.notNull ? ' NOT NULL' : ''}${column.isUnique ? ' UNIQUE' : ''}`;
    return `"${column.name}" ${column.getSQLType().toUpperCase()}${keyed}`;
  });
  for (const key of primaryKeys) {
    lines.push(`PRIMARY KEY (${key.columns.map((column) => `"${column.name}"`).join(', ')})`);
  }
  const storage = primaryKeys.length > 0 ? ' WITHOUT ROWID' : '';
  return `CREATE TABLE "${getTableName(table)}" (${lines.join(', ')})${storage}`;
}

/** The SQL that creates a table's indexes, for when it is filled: each then lies in one piece. */
export function createIndexesSql(table: SQLiteTable): string[] {
  return getTableConfig(table).indexes.map(({ config }) => {
    // Every index of ours is on columns; Drizzle would take expressions too.
    const names = config.columns.map((column) => ('name' in column ? `"${column.name}"` : ''));
    return `CREATE INDEX "${config.name}" ON "${getTableName(table)}" (${names.join(', ')})`;
  });
}
