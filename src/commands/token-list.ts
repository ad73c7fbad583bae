import { dayAt } from '../state/calendar.ts';
import type { TokenListing } from '../state/subscribers.ts';

/** Rows of text under their heads, in columns as wide as their widest cell. */
function layTable(rows: readonly (readonly string[])[]): string {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  const lines = rows.map((row) => row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join('  '));
  return lines.map((line) => `${line.trimEnd()}\n`).join('');
}

/** The list of tokens for people. */
export function presentList(listing: readonly TokenListing[]): string {
  const heads = ['TOKEN', 'SUBSCRIBER', 'EMAIL', 'PLAN', 'STATE', 'ISSUED', 'EXPIRES', 'NOTE'];
  const rows = listing.map((item) => [
    `t${item.tokenId}`,
    String(item.subscriberId),
    item.email,
    item.plan,
    item.standing,
    dayAt(item.createdAt),
    item.expiresOn ?? 'never',
    item.note ?? '',
  ]);
  return layTable([heads, ...rows]);
}

/** The list of tokens for programs: an array of objects, absent values as null. */
export function presentJson(listing: readonly TokenListing[]): string {
  const items = listing.map((item) => ({
    token: `t${item.tokenId}`,
    subscriber: item.subscriberId,
    email: item.email,
    plan: item.plan,
    state: item.standing,
    issuedAt: new Date(item.createdAt).toISOString(),
    expires: item.expiresOn ?? null,
    revokedAt: item.revokedAt === undefined ? null : new Date(item.revokedAt).toISOString(),
    note: item.note ?? null,
  }));
  return `${JSON.stringify(items, undefined, 2)}\n`;
}
