import { desc } from 'drizzle-orm';
import { blob, index, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import { FAILURE_KINDS } from '../domain/failure-kind.ts';

/** The plans a subscriber can have. */
export const PLANS = ['basico', 'premium'] as const;

/** One of the plans. */
export type Plan = (typeof PLANS)[number];

/** The operations whose queries are counted, in the order in which they are kept in memory. */
export const OPERATIONS = ['cnpj', 'raiz', 'pesquisa', 'suframa'] as const;

/** One of the counted operations. */
export type Operation = (typeof OPERATIONS)[number];

/** How an import can end; an import whose process died is `interrupted`. */
export const OUTCOMES = ['published', 'unchanged', 'refused', 'failed', 'interrupted'] as const;

/** One of the ways an import can end. */
export type Outcome = (typeof OUTCOMES)[number];

/** Who may query the commercial API. Rows are never deleted: usage refers to them. */
export const subscribers = sqliteTable('subscribers', {
  id: integer().primaryKey({ autoIncrement: true }),
  /** In lower case, so that an address stands once. */
  email: text().notNull().unique(),
  plan: text({ enum: PLANS }).notNull(),
  createdAt: integer('created_at').notNull(),
});

/** Access tokens: of the token itself nothing is kept but its SHA-256. */
export const tokens = sqliteTable(
  'tokens',
  {
    id: integer().primaryKey({ autoIncrement: true }),
    subscriberId: integer('subscriber_id')
      .notNull()
      .references(() => subscribers.id),
    hash: blob({ mode: 'buffer' }).notNull().unique(),
    /** The last day, `YYYY-MM-DD` in Brasília, on which the token is good. */
    expiresOn: text('expires_on'),
    note: text(),
    createdAt: integer('created_at').notNull(),
    revokedAt: integer('revoked_at'),
  },
  (table) => [index('tokens_by_subscriber').on(table.subscriberId)],
);

/** One row whose value triggers raise with every change to subscribers or tokens, whoever makes it. */
export const revision = sqliteTable('revision', {
  id: integer().primaryKey(),
  value: integer().notNull(),
});

/**
 * Queries by subscriber, month (`202611`) and operation. The subscriber is not a foreign key: a count must
 * never be refused, for one refused row would hold back the whole batch behind it.
 */
export const usage = sqliteTable(
  'usage',
  {
    subscriberId: integer('subscriber_id').notNull(),
    month: integer().notNull(),
    operation: text({ enum: OPERATIONS }).notNull(),
    quantity: integer().notNull(),
    updatedAt: integer('updated_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.subscriberId, table.month, table.operation] }),
    index('usage_by_month').on(table.month),
  ],
);

/** CNPJs that were looked up and are absent from the registry, or too old in it. */
export const wanted = sqliteTable(
  'wanted',
  {
    cnpj: text().primaryKey(),
    absent: integer({ mode: 'boolean' }).notNull(),
    /** When it was first looked up: since when it waits. */
    askedAt: integer('asked_at').notNull(),
  },
  (table) => [index('wanted_by_urgency').on(desc(table.absent), table.askedAt)],
);

/** Records learnt from an upstream service, to be carried into the registry by the next import. */
export const additions = sqliteTable('additions', {
  cnpj: text().primaryKey(),
  /** The JSON body as it was received. */
  body: text().notNull(),
  /** The record's own `atualizado_em`. */
  updatedAt: text('updated_at').notNull(),
  learntAt: integer('learnt_at').notNull(),
});

/** The history of imports. */
export const imports = sqliteTable('imports', {
  id: integer().primaryKey({ autoIncrement: true }),
  startedAt: integer('started_at').notNull(),
  endedAt: integer('ended_at'),
  /** The month of the data, `YYYY-MM`, once it is known. */
  month: text(),
  outcome: text({ enum: OUTCOMES }),
  rows: integer(),
  message: text(),
  /** What kind of failure it was, which anyone may know; the message is the operator's. */
  kind: text({ enum: FAILURE_KINDS }),
  /** A digest of the files that it was made of: a state of the inbox that was refused is told by it. */
  inbox: text(),
});
