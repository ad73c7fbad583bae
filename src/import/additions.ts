import type { PartnerRecord, StateRegistrationRecord } from '../registry/record.ts';
import type { CodeTables } from './code-tables.ts';
import { orderNumber, rootNumber } from './keyed-rows.ts';
import type { CompanyRow } from './rows/company.ts';
import type { EstablishmentRow } from './rows/establishment.ts';
import type { SimplesRow } from './rows/simples.ts';
import { ROOT_LENGTH } from './spill.ts';

/** A record learnt from an upstream service, in the parts that a registry's record is composed of. */
export interface AdditionParts {
  /** The CNPJ's first twelve characters. */
  readonly base: string;
  /** The record's own date, ISO 8601 in UTC with milliseconds. */
  readonly updatedAt: string;
  readonly company: CompanyRow;
  readonly simples: SimplesRow | undefined;
  readonly partners: readonly PartnerRecord[];
  readonly own: EstablishmentRow;
  readonly stateRegistrations: readonly StateRegistrationRecord[];
}

/**
 * Finds the additions from one beginning of a root, inclusive, to another, exclusive (undefined: no end); undefined
 * stands for one that cannot be read.
 */
export type AdditionSource = (
  from: string,
  to: string | undefined,
  tables: CodeTables,
) => readonly (AdditionParts | undefined)[];

/** The additions of one range of roots, taken in CNPJ order beside the month's own rows. */
export class AdditionQueue {
  /** The root of the next addition as a number; infinite at the end. */
  root = 0;
  /** Its order as a number. */
  order = 0;
  private next = -1;

  /** `additions` are in the order of their CNPJs, each CNPJ once. */
  constructor(private readonly additions: readonly AdditionParts[]) {
    this.advance();
  }

  /** Takes the addition of a CNPJ, if that is the next one. */
  take(root: number, order: number): AdditionParts | undefined {
    if (this.root !== root || this.order !== order) return undefined;
    const addition = this.additions[this.next];
    this.advance();
    return addition;
  }

  private advance(): void {
    const base = this.additions[++this.next]?.base;
    this.root = base === undefined ? Number.POSITIVE_INFINITY : rootNumber(base.slice(0, ROOT_LENGTH));
    this.order = base === undefined ? Number.POSITIVE_INFINITY : orderNumber(base.slice(ROOT_LENGTH));
  }
}

/** The state registrations of both lists, each once, the newer one of two; by state, then number. */
export function uniteRegistrations(
  own: readonly StateRegistrationRecord[],
  learnt: readonly StateRegistrationRecord[],
): StateRegistrationRecord[] {
  const united = new Map<string, StateRegistrationRecord>();
  for (const registration of [...own, ...learnt]) {
    const key = `${registration.state} ${registration.registration}`;
    const known = united.get(key);
    if (known === undefined || known.updatedAt <= registration.updatedAt) united.set(key, registration);
  }
  return [...united].sort(([one], [other]) => (one < other ? -1 : 1)).map(([, registration]) => registration);
}
