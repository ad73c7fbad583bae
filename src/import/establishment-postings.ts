import { BRAZIL_COMEX_ID } from '../domain/country.ts';
import { wordsOf } from '../domain/text.ts';
import { FIELDS } from '../registry/fields.ts';
import type { PostingsBuilder } from './postings.ts';
import type { CompanyRow } from './rows/company.ts';
import type { EstablishmentRow } from './rows/establishment.ts';

const ABROAD = 'EX';

/** Posts a day, its month and its year, so that any range of days is few terms. */
function postDate(
  postings: PostingsBuilder,
  fields: readonly [number, number, number],
  iso: string,
  number: number,
) {
  if (iso === '') return;
  const [day, month, year] = fields;
  postings.add(day, iso, number);
  postings.add(month, iso.slice(0, 7), number);
  postings.add(year, iso.slice(0, 4), number);
}

const STATUS_DATE = [FIELDS.statusDay, FIELDS.statusMonth, FIELDS.statusYear] as const;
const START_DATE = [FIELDS.startDay, FIELDS.startMonth, FIELDS.startYear] as const;

function post(postings: PostingsBuilder, field: number, value: string, number: number): void {
  if (value !== '') postings.add(field, value, number);
}

/** Posts everything an establishment can be searched by, but its partners, under its number. */
export function postEstablishment(
  postings: PostingsBuilder,
  company: CompanyRow,
  companyWords: readonly string[],
  own: EstablishmentRow,
  number: number,
): void {
  for (const word of companyWords) postings.add(FIELDS.companyWord, word, number);
  if (own.tradeName !== '') {
    for (const word of wordsOf(own.tradeName)) postings.add(FIELDS.tradeWord, word, number);
  }
  post(postings, FIELDS.mainActivity, own.mainActivity, number);
  if (own.secondaryActivities !== '') {
    for (const code of own.secondaryActivities.split(','))
      postings.add(FIELDS.secondaryActivity, code, number);
  }
  post(postings, FIELDS.legalNature, company.legalNature, number);
  post(postings, FIELDS.size, company.size, number);
  post(postings, FIELDS.status, own.status, number);
  // The source leaves the country of nearly every establishment blank, which in Brazil means Brazil.
  post(postings, FIELDS.country, own.country || (own.state === ABROAD ? '' : BRAZIL_COMEX_ID), number);
  post(postings, FIELDS.state, own.state, number);
  post(postings, FIELDS.city, own.city, number);
  post(postings, FIELDS.cep, own.cep, number);
  postDate(postings, STATUS_DATE, own.statusDate, number);
  postDate(postings, START_DATE, own.startDate, number);
}
