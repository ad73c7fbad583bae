import { isActivityCode } from '../../domain/activity.ts';
import { findState } from '../../domain/state.ts';
import { codeOfStatus, statusOfCode } from '../../domain/status.ts';
import { countryCode, freeText, isoDate, type RowContext, unlabelled } from './casts.ts';

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
const ONLY_ZEROS = /^0+$/;
const CEP = /^\d{8}$/;
const SHORT_CEP = /^\d{7}$/;
const EMPTY_CEP = /^0*$/;
const REASON = /^\d{2}$/;
const CITY = /^\d{4}$/;

function branchKind(text: string, order: string, context: RowContext): string {
  if (text === '1' || text === '2') return text;
  context.oddities.add('unknownKind');
  return order === HEAD_OFFICE ? '1' : '2';
}

function statusCode(text: string, context: RowContext): string {
  const status = statusOfCode(text);
  if (status !== undefined) return codeOfStatus(status);
  context.oddities.add('unknownStatus');
  return '';
}

/** The two digits of a reason; `00` says that there is none. */
function reasonCode(text: string, context: RowContext): string {
  const code = text.length === 1 ? `0${text}` : text;
  if (code === '' || code === '00') return '';
  if (context.known.reasons.has(code)) return code;
  return unlabelled(code, REASON, 'unknownReason', context);
}

function postalCode(text: string, context: RowContext): string {
  if (CEP.test(text)) return text;
  if (EMPTY_CEP.test(text)) return '';
  if (SHORT_CEP.test(text)) {
    context.oddities.add('shortCep');
    return `0${text}`;
  }
  context.oddities.add('badCep');
  return '';
}

function mainActivityCode(text: string, context: RowContext): string {
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
function activityCodes(text: string, context: RowContext): string {
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

function stateAbbreviation(text: string, context: RowContext): string {
  if (text === '' || findState(text) !== undefined) return text;
  context.oddities.add('unknownState');
  return '';
}

function cityCode(text: string, context: RowContext): string {
  if (text === '') return '';
  const code = text.padStart(4, '0');
  if (context.known.cities.has(code)) return code;
  return unlabelled(code, CITY, 'unknownCity', context);
}

/** A telephone, fax or area code; zeros alone are none. */
function phone(text: string): string {
  return ONLY_ZEROS.test(text) ? '' : text;
}

/** Reads a row of Estabelecimentos, whose columns `sources.ts` names in the same order. */
export function castEstablishment(row: readonly string[], context: RowContext): EstablishmentRow {
  const [
    ,
    order = '',
    ,
    kind = '',
    tradeName = '',
    status = '',
    statusDate = '',
    reason = '',
    ...afterReason
  ] = row;
  const [foreignCity = '', country = '', startDate = '', main = '', secondary = '', ...address] = afterReason;
  const [streetType = '', street = '', number = '', complement = '', district = '', cep = '', ...place] =
    address;
  const [
    state = '',
    city = '',
    area1 = '',
    phone1 = '',
    area2 = '',
    phone2 = '',
    faxArea = '',
    fax = '',
    ...last
  ] = place;
  const [email = '', specialStatus = '', specialStatusDate = ''] = last;
  return {
    kind: branchKind(kind, order, context),
    tradeName: freeText(tradeName),
    status: statusCode(status, context),
    statusDate: isoDate(statusDate, context),
    reason: reasonCode(reason, context),
    foreignCity: freeText(foreignCity),
    country: countryCode(country, context),
    startDate: isoDate(startDate, context),
    mainActivity: mainActivityCode(main, context),
    secondaryActivities: activityCodes(secondary, context),
    streetType: freeText(streetType),
    street: freeText(street),
    number: freeText(number),
    complement: freeText(complement),
    district: freeText(district),
    cep: postalCode(cep, context),
    state: stateAbbreviation(state, context),
    city: cityCode(city, context),
    areaCode1: phone(area1),
    phone1: phone(phone1),
    areaCode2: phone(area2),
    phone2: phone(phone2),
    faxAreaCode: phone(faxArea),
    fax: phone(fax),
    email: freeText(email).toLowerCase(),
    specialStatus: freeText(specialStatus),
    specialStatusDate: isoDate(specialStatusDate, context),
  };
}
