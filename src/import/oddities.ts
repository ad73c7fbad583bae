/** The oddities that the import meets, each with the sentence the report has for it. None of them loses a row of the files. */
export const ODDITIES = {
  badDate: 'dates that no calendar has, or of an impossible year: left empty',
  badCapital: 'share capitals that are no number: left empty',
  blankSize: 'blank company sizes: "not informed"',
  unknownSize: 'company sizes of no known code: "not informed"',
  unknownStatus: 'registration statuses of no known code: left empty',
  unknownKind: 'establishments neither head office nor branch: told by their order number',
  unknownPartnerKind: 'partner kinds of no known code: left empty',
  unknownAgeBracket: 'age brackets of no known code: left empty',
  shortCep: 'postal codes that had lost their leading zero: given back',
  badCep: 'postal codes of another length: left empty',
  badActivity: 'activity codes that are not seven digits: left out',
  noActivity: 'establishments without a primary activity',
  emptyActivity: 'empty places in a list of secondary activities: left out',
  unknownActivity: 'activity codes without a label',
  unknownReason: 'status reasons without a label',
  unknownCity: 'municipality codes without a label',
  cityAbroad: 'establishments abroad with a municipality of Brazil or none: the exterior is theirs',
  unknownLegalNature: 'legal natures without a label',
  unknownQualification: 'qualifications without a label',
  unknownCountry: 'country codes without a label',
  unpaddedCountry: 'country codes without their leading zeros: given back',
  badCountry: 'country codes that are no number: left empty',
  badCode: 'codes that have not the form of their kind: left empty',
  unknownState: 'states of no known abbreviation: left empty',
  badOption: 'Simples or MEI options that are neither S nor N: taken as no',
  repairedText: 'rows with letters read in the wrong encoding (`Ã§`): put right',
  repeatedRow: 'rows repeated exactly: kept once',
  conflictingRow: 'rows of one key with different contents: one kept',
  orphanPartner: 'partners of companies that are not there: left out',
  orphanSimples: 'Simples rows of companies that are not there: left out',
  orphanRegime: 'tax regimes of establishments that are not there: left out',
  orphanSuframa: 'Suframa registrations of establishments that are not there: left out',
  orphanStateRegistration: 'state registrations of establishments that are not there: left out',
  missingCompany: 'establishments whose company is not there: served with an empty name',
  emptyCompany: 'companies without any establishment: not served',
  learntRecord: 'records learnt upstream, newer than the files or not in them: taken in',
  unusableRecord: 'records learnt upstream that cannot be read: left out',
  badSuframa: 'Suframa registrations whose number is none: left out',
  badYear: 'tax regimes without a year: left out',
  partnershipRegime: 'tax regimes of partnerships (cnpj_da_scp): left out',
} as const;

/** The name of an oddity. */
export type Oddity = keyof typeof ODDITIES;

// The keys of the table, which the compiler takes for any texts.
const NAMES = Object.keys(ODDITIES) as readonly Oddity[];

/** Counts oddities, by kind. */
export class OddityCounter {
  private readonly counts = new Map<Oddity, number>();

  /** Counts one more, or `times` more. */
  add(oddity: Oddity, times = 1): void {
    this.counts.set(oddity, (this.counts.get(oddity) ?? 0) + times);
  }

  /** All counts that are not zero, in the order of the table above. */
  entries(): [Oddity, number][] {
    return NAMES.flatMap((oddity) => {
      const count = this.counts.get(oddity);
      return count === undefined ? [] : [[oddity, count]];
    });
  }

  /** Whether nothing was counted. */
  get isEmpty(): boolean {
    return this.counts.size === 0;
  }

  /** Begins again. */
  clear(): void {
    this.counts.clear();
  }
}
