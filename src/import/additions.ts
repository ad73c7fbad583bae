import type { PartnerRecord, StateRegistrationRecord } from '../registry/record.ts';
import type { CodeTables } from './code-tables.ts';
import type { CompanyRow } from './rows/company.ts';
import type { EstablishmentRow } from './rows/establishment.ts';
import type { SimplesRow } from './rows/simples.ts';

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

const ROOT_LENGTH = 8;

/** The additions of one range of roots, taken in CNPJ order beside the month's own rows. */
export class AdditionQueue {
  private next = 0;

  /** `additions` are in the order of their CNPJs, each CNPJ once. */
  constructor(private readonly additions: readonly AdditionParts[]) {}

  /** The root of the next addition, or undefined at the end. */
  get root(): string | undefined {
    return this.additions[this.next]?.base.slice(0, ROOT_LENGTH);
  }

  /** The next addition's twelve characters if it is of this company, else undefined. */
  baseOf(root: string): string | undefined {
    const base = this.additions[this.next]?.base;
    return base?.startsWith(root) ? base : undefined;
  }

  /** Takes the addition of a CNPJ, if that is the next one. */
  take(base: string): AdditionParts | undefined {
    const addition = this.additions[this.next];
    if (addition?.base !== base) return undefined;
    this.next++;
    return addition;
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
