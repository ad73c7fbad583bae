import { checkDigits } from '../../src/domain/cnpj.ts';
import type { Oddity } from '../../src/import/oddities.ts';
import type { Fields } from '../support/fixture-layout.ts';

/** One way in which published rows are odd: what differs in them, what is served, and what is counted. */
export interface Quirk {
  readonly company?: Fields<'companies'>;
  readonly establishment?: Fields<'establishments'>;
  readonly partners?: readonly Fields<'partners'>[];
  readonly simples?: Fields<'simples'>;
  /** Fields of the record, and of the establishment in it, as they must be answered. */
  readonly record?: Readonly<Record<string, unknown>>;
  readonly own?: Readonly<Record<string, unknown>>;
  readonly counted?: Partial<Record<Oddity, number>>;
}

/** Germany as answered: the Receita's rows have it as `023`, and as `23`. */
export const GERMANY = { id: '0230', iso2: 'DE', iso3: 'DEU', nome: 'Alemanha', comex_id: '023' };

/** A partner with nothing odd about it. */
export const PERSON = { kind: '2', name: 'ANA', qualification: '49', since: '20200101', age: '4' } as const;

/** The root of the company of this index: the first begin with zeros, which a key must not lose. */
export function rootOf(index: number): string {
  return String(index + 1).padStart(8, '0');
}

/** A whole CNPJ for its first twelve characters. */
export function cnpjOf(base: string): string {
  return base + checkDigits(base);
}
