import type { COMPANY_QUIRKS } from './company-quirks.ts';
import type { ESTABLISHMENT_QUIRKS } from './establishment-quirks.ts';
import type { PARTNER_QUIRKS, SIMPLES_QUIRKS } from './partner-quirks.ts';

/** How often each quirk of a list was written. */
export type Tally<Quirks extends readonly { readonly name: string }[]> = Readonly<
  Record<Quirks[number]['name'], number>
>;

/**
 * What a sample has. Rows are counted as written: those that a quirk added (repeated, cut short, of a missing company)
 * are among them, headers and blank lines are not.
 */
export interface SampleCounts {
  readonly companies: number;
  readonly establishments: number;
  readonly partners: number;
  readonly simples: number;
  readonly regimes: number;
  readonly suframa: number;
  readonly stateRegistrations: number;
  /** Companies whose root has letters, and establishments of numeric roots whose order has. */
  readonly alphanumericRoots: number;
  readonly alphanumericOrders: number;
  /** Companies whose name ends in a whole (invented) CPF. */
  readonly namesWithCpf: number;
  /** Blank lines at the end of files. */
  readonly blankLines: number;
  readonly quirks: {
    readonly companies: Tally<typeof COMPANY_QUIRKS>;
    readonly establishments: Tally<typeof ESTABLISHMENT_QUIRKS>;
    readonly partners: Tally<typeof PARTNER_QUIRKS>;
    readonly simples: Tally<typeof SIMPLES_QUIRKS>;
    readonly regimes: {
      /** Rows of a partnership (`cnpj_da_scp` other than 0), which are not the company's own. */
      readonly ofPartnerships: number;
      /** Rows that repeat another's year and form. */
      readonly repeated: number;
    };
  };
}
