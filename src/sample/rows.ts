/** The columns of the Receita's four large files, in their order, under the names that the sample's code uses. */

/** A row of Empresas. */
export const COMPANY_COLUMNS = [
  'root',
  'name',
  'nature',
  'qualification',
  'capital',
  'size',
  'federativeEntity',
] as const;

/** A row of Estabelecimentos. */
export const ESTABLISHMENT_COLUMNS = [
  'root',
  'order',
  'checkDigits',
  'kind',
  'tradeName',
  'status',
  'statusDay',
  'motive',
  'cityAbroad',
  'country',
  'startDay',
  'activity',
  'secondaryActivities',
  'streetKind',
  'street',
  'number',
  'complement',
  'district',
  'postalCode',
  'state',
  'municipality',
  'areaCode1',
  'phone1',
  'areaCode2',
  'phone2',
  'faxAreaCode',
  'fax',
  'email',
  'specialSituation',
  'specialSituationDay',
] as const;

/** A row of Socios. */
export const PARTNER_COLUMNS = [
  'root',
  'kind',
  'name',
  'document',
  'qualification',
  'since',
  'country',
  'representative',
  'representativeName',
  'representativeQualification',
  'ageBand',
] as const;

/** A row of Simples. */
export const SIMPLES_COLUMNS = [
  'root',
  'simples',
  'simplesSince',
  'simplesUntil',
  'mei',
  'meiSince',
  'meiUntil',
] as const;

/** A row by the names of its columns. */
export type Row<Column extends string> = Record<Column, string>;

export type CompanyRow = Row<(typeof COMPANY_COLUMNS)[number]>;
export type EstablishmentRow = Row<(typeof ESTABLISHMENT_COLUMNS)[number]>;
export type PartnerRow = Row<(typeof PARTNER_COLUMNS)[number]>;
export type SimplesRow = Row<(typeof SIMPLES_COLUMNS)[number]>;

/** One line of a file of the Receita: every field quoted, quotes doubled, LF. */
export function formatRow<Column extends string>(row: Row<Column>, columns: readonly Column[]): string {
  let line = '';
  for (const column of columns) {
    const field = row[column];
    line += line === '' ? '"' : '";"';
    line += field.includes('"') ? field.replaceAll('"', '""') : field;
  }
  return `${line}"\n`;
}
