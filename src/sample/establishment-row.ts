import { checkDigits } from '../domain/cnpj.ts';
import { pickAddress } from './addresses.ts';
import type { Calendar } from './calendar.ts';
import type { Company } from './company.ts';
import { nameShop } from './company-name.ts';
import type { Numbering } from './numbering.ts';
import { type Random, Weighted } from './random.ts';
import type { EstablishmentRow } from './rows.ts';
import { enterStatus, pickStatus, type Status } from './statuses.ts';
import type { Towns } from './towns.ts';
import { pickSecondaryActivities } from './trades.ts';

const TRADE_NAME_SHARE = 0.3;
const EMAIL_SHARE = 0.79;
const PHONE_SHARE = 0.84;
const SECOND_PHONE_SHARE = 0.1;
const FAX_SHARE = 0.035;
const BRAZIL_NAMED_SHARE = 0.08;
const SPECIAL_SITUATION_SHARE = 0.0005;
const SAME_STATE_SHARE = 0.6;
const BRAZIL = '105';
/** Domains that are nobody's (RFC 2606), so that no address of the sample can reach anyone. */
const MAIL_DOMAINS = ['EXAMPLE.COM', 'EXAMPLE.NET', 'EXAMPLE.ORG'];
const NOT_IN_AN_ADDRESS = /[^A-Z]/g;

const specialSituations = new Weighted<string>([
  ['FALIDO', 70],
  ['RECUPERACAO JUDICIAL', 20],
  ['EM LIQUIDACAO', 7],
  ['ESPOLIO EV 407', 3],
]);

function pickEmail(name: string, random: Random): string {
  const local = name.replace(NOT_IN_AN_ADDRESS, '').slice(0, 12);
  const separator = random.chance(0.3) ? '.' : '';
  return `${local}${separator}${random.below(10_000)}@${random.pick(MAIL_DOMAINS)}`;
}

function pickPhone(random: Random): string {
  return String(random.between(20_000_000, 99_999_999));
}

type Contact = Pick<
  EstablishmentRow,
  'areaCode1' | 'phone1' | 'areaCode2' | 'phone2' | 'faxAreaCode' | 'fax' | 'email'
>;

function pickContact(areaCode: string, name: string, random: Random): Contact {
  const hasPhone = random.chance(PHONE_SHARE);
  const hasSecond = hasPhone && random.chance(SECOND_PHONE_SHARE);
  const hasFax = random.chance(FAX_SHARE);
  return {
    areaCode1: hasPhone ? areaCode : '',
    phone1: hasPhone ? pickPhone(random) : '',
    areaCode2: hasSecond ? areaCode : '',
    phone2: hasSecond ? pickPhone(random) : '',
    faxAreaCode: hasFax ? areaCode : '',
    fax: hasFax ? pickPhone(random) : '',
    email: random.chance(EMAIL_SHARE) ? pickEmail(name, random) : '',
  };
}

/** What rows of establishments are made with. */
export interface EstablishmentSettings {
  readonly calendar: Calendar;
  readonly numbering: Numbering;
  readonly towns: Towns;
}

function statusAt(company: Company, isHead: boolean, random: Random): Status {
  if (isHead || company.status !== 'active') return company.status;
  return pickStatus(random);
}

/** The row of a company's establishment; the places are counted from 1, which is the head office. */
export function makeEstablishmentRow(
  company: Company,
  place: number,
  settings: EstablishmentSettings,
  random: Random,
): EstablishmentRow {
  const { calendar, numbering, towns } = settings;
  const isHead = place === 1;
  const isNear = isHead || random.chance(SAME_STATE_SHARE);
  const town = isHead ? company.town : isNear ? towns.pickNear(company.town, random) : towns.pick(random);
  const startDay = isHead ? company.startDay : calendar.laterDay(company.startDay, random);
  const status = enterStatus(statusAt(company, isHead, random), startDay, calendar, random);
  const order = numbering.orderAt(company.index, place);
  const { activity } = company.trade;
  const isSpecial = random.chance(SPECIAL_SITUATION_SHARE);
  return {
    root: company.root,
    order,
    checkDigits: checkDigits(company.root + order),
    kind: isHead ? '1' : '2',
    tradeName: random.chance(TRADE_NAME_SHARE) ? nameShop(company.trade, random) : '',
    status: status.code,
    statusDay: calendar.text(status.day),
    motive: status.motive,
    cityAbroad: '',
    country: random.chance(BRAZIL_NAMED_SHARE) ? BRAZIL : '',
    startDay: calendar.text(startDay),
    activity,
    secondaryActivities: pickSecondaryActivities(activity, random),
    ...pickAddress(town, random),
    state: town.state,
    municipality: town.siafi,
    ...pickContact(town.areaCode, company.name, random),
    specialSituation: isSpecial ? specialSituations.pick(random) : '',
    specialSituationDay: isSpecial ? calendar.text(calendar.laterDay(startDay, random)) : '',
  };
}
