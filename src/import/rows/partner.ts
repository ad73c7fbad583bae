import type { PartnerRecord } from '../../registry/record.ts';
import { countryCode, freeText, isoDate, qualificationCode, type RowContext } from './casts.ts';

const KINDS: ReadonlySet<string> = new Set(['1', '2', '3']);
const AGE_BRACKET = /^\d$/;

/** Reads a row of Socios. The masked CPF is no key: two partners may have the same. */
export function castPartner(row: readonly string[], context: RowContext): PartnerRecord {
  const [, kind = '', name = '', document = '', qualification = '', entryDate = '', country = '', ...rest] =
    row;
  const [
    representativeDocument = '',
    representativeName = '',
    representativeQualification = '',
    bracket = '',
  ] = rest;
  if (!KINDS.has(kind)) context.oddities.add('unknownPartnerKind');
  if (!AGE_BRACKET.test(bracket)) context.oddities.add('unknownAgeBracket');
  return {
    kind: KINDS.has(kind) ? kind : '',
    name: freeText(name),
    document,
    qualification: qualificationCode(qualification, context),
    entryDate: isoDate(entryDate, context),
    country: countryCode(country, context),
    representativeDocument,
    representativeName: freeText(representativeName),
    // `00` stands where there is no representative.
    representativeQualification:
      representativeQualification === '00' ? '' : qualificationCode(representativeQualification, context),
    ageBracket: AGE_BRACKET.test(bracket) ? bracket : '',
  };
}

/** Partners stand by date of entry, then by name; what is left over keeps one order whatever the files' order was. */
export function comparePartners(one: PartnerRecord, other: PartnerRecord): number {
  return (
    compareText(one.entryDate, other.entryDate) ||
    compareText(one.name, other.name) ||
    compareText(one.document, other.document) ||
    compareText(one.representativeDocument, other.representativeDocument)
  );
}

/** Compares two texts by their characters' codes. */
export function compareText(one: string, other: string): number {
  return one < other ? -1 : one > other ? 1 : 0;
}
