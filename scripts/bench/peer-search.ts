import { Database, type Statement } from 'bun:sqlite';
import type { QueryWord } from '../../src/domain/name-query.ts';
import type { SearchCriteria } from '../../src/registry/criteria.ts';
import type { DayRange } from '../../src/registry/days.ts';

/** The same searches by SQLite's own indexes and FTS5, with count(*), as others write them. */

/** What a search by the peer comes to. */
export interface PeerResult {
  readonly total: number;
  readonly cnpjs: readonly string[];
}

const MMAP_BYTES = 2_147_418_112;
const CACHE_KIB = 64 * 1024;

/** A criterion of one value and the condition it becomes. */
const CONDITIONS = [
  ['cnpj', 'e.cnpj = ?'],
  ['root', 'e.root = ?'],
  ['mainActivity', 'e.mainActivity = ?'],
  ['secondaryActivity', 'e.id IN (SELECT establishment FROM secondary_activity WHERE code = ?)'],
  ['legalNature', 'e.legalNature = ?'],
  ['country', 'e.country = ?'],
  ['state', 'e.state = ?'],
  ['cities', 'e.city IN (SELECT value FROM json_each(?))'],
  ['cep', 'e.cep = ?'],
  ['status', 'e.status = ?'],
  ['size', 'e.size = ?'],
] as const satisfies readonly (readonly [keyof SearchCriteria, string])[];

const DATES = ['startDate', 'statusDate'] as const;
const FIRST_DAY = '0000-01-01';
const LAST_DAY = '9999-12-31';

/** What a search is written as: where it looks, on which conditions, and their values. */
interface Sentence {
  readonly from: string;
  readonly conditions: readonly string[];
  readonly values: readonly string[];
}

/** Words that must all be in one column, in FTS5's own language. */
function matchWords(column: string, words: readonly QueryWord[] | undefined): string[] {
  if (words === undefined) return [];
  const all = words.map(({ word, prefix }) => `"${word}"${prefix ? '*' : ''}`).join(' AND ');
  return [`${column} : (${all})`];
}

function compose(criteria: SearchCriteria): Sentence {
  const conditions: string[] = [];
  const values: string[] = [];
  const names = [
    ...matchWords('companyName', criteria.companyName),
    ...matchWords('tradeName', criteria.tradeName),
  ];
  if (names.length > 0) {
    conditions.push('name_index MATCH ?');
    values.push(names.join(' AND '));
  }
  for (const [criterion, condition] of CONDITIONS) {
    const value = criteria[criterion];
    if (value === undefined) continue;
    conditions.push(condition);
    values.push(typeof value === 'string' ? value : JSON.stringify(value));
  }
  if (criteria.anyActivity !== undefined) {
    conditions.push(
      '(e.mainActivity = ? OR e.id IN (SELECT establishment FROM secondary_activity WHERE code = ?))',
    );
    values.push(criteria.anyActivity, criteria.anyActivity);
  }
  for (const date of DATES) {
    const range: DayRange | undefined = criteria[date];
    if (range === undefined) continue;
    conditions.push(`e.${date} BETWEEN ? AND ?`);
    values.push(range.from ?? FIRST_DAY, range.until ?? LAST_DAY);
  }
  const partners = matchWords('name', criteria.partnerName);
  if (partners.length > 0) {
    conditions.push(
      'e.root IN (SELECT p.root FROM partner_index JOIN partner p ON p.id = partner_index.rowid WHERE partner_index MATCH ?)',
    );
    values.push(partners.join(' AND '));
  }
  const from =
    names.length > 0 ? 'name_index JOIN establishment e ON e.id = name_index.rowid' : 'establishment e';
  return { from, conditions, values };
}

/** The peer's database, open for searches; each kind of statement is prepared once. */
export class PeerSearch {
  private readonly database: Database;
  private readonly statements = new Map<string, Statement<Record<string, unknown>, (string | number)[]>>();

  constructor(path: string) {
    this.database = new Database(path, { readonly: true });
    this.database.exec(`PRAGMA mmap_size = ${MMAP_BYTES}; PRAGMA cache_size = -${CACHE_KIB}; BEGIN`);
  }

  /** How many establishments meet the criteria, and the CNPJs of a page, counted from 1. */
  search(criteria: SearchCriteria, page: number, limit: number): PeerResult {
    const { from, conditions, values } = compose(criteria);
    const where = conditions.length > 0 ? `WHERE ${conditions.join(' AND ')}` : '';
    // Names alone are counted without their rows, which whoever writes such a query sees soon.
    const counted = conditions.length === 1 && from.startsWith('name_index') ? 'name_index' : from;
    const [count] = this.prepare(`SELECT count(*) AS total FROM ${counted} ${where}`).all(...values);
    const rows = this.prepare(`SELECT e.cnpj FROM ${from} ${where} ORDER BY e.id LIMIT ? OFFSET ?`).all(
      ...values,
      limit,
      (page - 1) * limit,
    );
    return { total: Number(count?.total), cnpjs: rows.map(({ cnpj }) => String(cnpj)) };
  }

  close(): void {
    for (const statement of this.statements.values()) statement.finalize();
    this.database.close();
  }

  private prepare(sql: string) {
    const known = this.statements.get(sql);
    if (known) return known;
    const statement = this.database.prepare<Record<string, unknown>, (string | number)[]>(sql);
    this.statements.set(sql, statement);
    return statement;
  }
}
