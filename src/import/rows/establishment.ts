import { isActivityCode } from '../../domain/activity.ts';
import { EXTERIOR_CITY } from '../../domain/city.ts';
import { findState } from '../../domain/state.ts';
import { codeOfStatus, statusOfCode } from '../../domain/status.ts';
import { type RowContext, unlabelled } from './casts.ts';

/** An establishment as stored, without its company: codes, ISO dates, empty text for what is absent. */
export interface EstablishmentRow {
  readonly kind: string;
  readonly tradeName: string;
  readonly status: string;
  readonly statusDate: string;
  readonly reason: string;
  readonly foreignCity: string;
  readonly country: string;
  readonly startDate: string;
  readonly mainActivity: string;
  readonly secondaryActivities: string;
  readonly streetType: string;
  readonly street: string;
  readonly number: string;
  readonly complement: string;
  readonly district: string;
  readonly cep: string;
  readonly state: string;
  readonly city: string;
  readonly areaCode1: string;
  readonly phone1: string;
  readonly areaCode2: string;
  readonly phone2: string;
  readonly faxAreaCode: string;
  readonly fax: string;
  readonly email: string;
  readonly specialStatus: string;
  readonly specialStatusDate: string;
}

const HEAD_OFFICE = '0001';
const CEP = /^\d{8}$/;
const SHORT_CEP = /^\d{7}$/;
const EMPTY_CEP = /^0*$/;
const REASON = /^\d{2}$/;
const CITY = /^\d{4}$/;

/** Head office (1) or branch (2); another code is counted, and the order number tells. */
export function branchKind(text: string, order: string, context: RowContext): string {
  if (text === '1' || text === '2') return text;
  context.oddities.add('unknownKind');
  return order === HEAD_OFFICE ? '1' : '2';
}

/** The two digits of a status; another code is counted and empty. */
export function statusCode(text: string, context: RowContext): string {
  const status = statusOfCode(text);
  if (status !== undefined) return codeOfStatus(status);
  context.oddities.add('unknownStatus');
  return '';
}

/** The two digits of a reason; `00` says that there is none. */
export function reasonCode(text: string, context: RowContext): string {
  const code = text.length === 1 ? `0${text}` : text;
  if (code === '' || code === '00') return '';
  if (context.known.reasons.has(code)) return code;
  return unlabelled(code, REASON, 'unknownReason', context);
}

/** A postal code with its leading zero; zeros or blank are none, another length is counted and empty. */
export function postalCode(text: string, context: RowContext): string {
  if (EMPTY_CEP.test(text)) return '';
  if (CEP.test(text)) return text;
  if (SHORT_CEP.test(text)) {
    context.oddities.add('shortCep');
    return `0${text}`;
  }
  context.oddities.add('badCep');
  return '';
}

/** The seven digits of the primary activity; none, or what is no code, is counted and empty. */
export function mainActivityCode(text: string, context: RowContext): string {
  if (text === '') {
    context.oddities.add('noActivity');
    return '';
  }
  if (!isActivityCode(text)) {
    context.oddities.add('badActivity');
    return '';
  }
  if (!context.known.activities.has(text)) context.oddities.add('unknownActivity');
  return text;
}

/** The list of secondary activities as published, without empty places. */
export function activityCodes(text: string, context: RowContext): string {
  if (text === '') return '';
  const codes = text.split(',');
  const kept = codes.filter((code) => isActivityCode(code.trim()));
  if (kept.length === codes.length && !text.includes(' ')) return text;
  for (const code of codes) {
    if (code.trim() === '') context.oddities.add('emptyActivity');
    else if (!isActivityCode(code.trim())) context.oddities.add('badActivity');
  }
  return kept.map((code) => code.trim()).join(',');
}

/** The two letters of a state; another text is counted and empty. */
export function stateAbbreviation(text: string, context: RowContext): string {
  if (text === '' || findState(text) !== undefined) return text;
  context.oddities.add('unknownState');
  return '';
}

/** The four digits of a municipality. */
export function cityCode(text: string, context: RowContext): string {
  if (text === '') return '';
  const code = text.padStart(4, '0');
  if (context.known.cities.has(code)) return code;
  return unlabelled(code, CITY, 'unknownCity', context);
}

/** The municipality of an establishment abroad, which is the one of all these; another in its place is counted. */
export function cityAbroad(text: string, context: RowContext): string {
  if (text !== EXTERIOR_CITY.siafiId) context.oddities.add('cityAbroad');
  return EXTERIOR_CITY.siafiId;
}
