import type { PartnerRecord } from '../../registry/record.ts';
import { qualificationCode, type RowContext } from './casts.ts';

const KINDS: ReadonlySet<string> = new Set(['1', '2', '3']);
const AGE_BRACKET = /^\d$/;

/** What a partner is: 1 company, 2 person, 3 foreign; another code is counted and empty. */
export function partnerKind(text: string, { oddities }: RowContext): string {
  if (KINDS.has(text)) return text;
  oddities.add('unknownPartnerKind');
  return '';
}

/** The digit of an age bracket; another code is counted and empty. */
export function ageBracket(text: string, { oddities }: RowContext): string {
  if (AGE_BRACKET.test(text)) return text;
  oddities.add('unknownAgeBracket');
  return '';
}

/** The qualification of a representative; `00` stands where there is none. */
export function representativeQualification(text: string, context: RowContext): string {
  return text === '00' ? '' : qualificationCode(text, context);
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
