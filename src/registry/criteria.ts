import type { QueryWord } from '../domain/name-query.ts';
import { DATE_FIELDS, type DayRange } from './days.ts';
import type { FieldName } from './fields.ts';
import type { WordField } from './terms.ts';

/** The criteria of values, each with the fields of which one must have it, or one of them where several are asked for. */
export const VALUE_CRITERIA = [
  { name: 'mainActivity', fields: ['mainActivity'] },
  { name: 'secondaryActivity', fields: ['secondaryActivity'] },
  { name: 'anyActivity', fields: ['mainActivity', 'secondaryActivity'] },
  { name: 'legalNature', fields: ['legalNature'] },
  { name: 'country', fields: ['country'] },
  { name: 'state', fields: ['state'] },
  { name: 'cities', fields: ['city'] },
  { name: 'cep', fields: ['cep'] },
  { name: 'status', fields: ['status'] },
  { name: 'size', fields: ['size'] },
] as const satisfies readonly { name: string; fields: readonly FieldName[] }[];

/** The criteria of days, each with the fields of its date. */
export const DATE_CRITERIA = [
  { name: 'statusDate', fields: DATE_FIELDS.status },
  { name: 'startDate', fields: DATE_FIELDS.start },
] as const;

/**
 * The criteria of names, each with the field of its words, and the field of a word that is asked for alone: one of a
 * partner's name is posted by establishment too, which saves the way over partners.
 */
export const NAME_CRITERIA = [
  { name: 'companyName', field: 'companyWord', alone: 'companyWord' },
  { name: 'tradeName', field: 'tradeWord', alone: 'tradeWord' },
  { name: 'partnerName', field: 'partnerWord', alone: 'companyPartnerWord' },
] as const satisfies readonly { name: string; field: WordField; alone: FieldName }[];

type ValueCriterion = (typeof VALUE_CRITERIA)[number]['name'];

/** A criterion of days. */
export type DateCriterion = (typeof DATE_CRITERIA)[number]['name'];

/** A criterion of names: the company's, the establishment's own, or one partner's. */
export type NameCriterion = (typeof NAME_CRITERIA)[number]['name'];

type Criteria<Name extends string, Value> = { readonly [Key in Name]?: Value | undefined };

/**
 * What establishments must all meet; an absent criterion restricts nothing, and a value that nothing has matches
 * nothing. Values are as stored: activities of seven digits, a legal nature of four, a country's comex code of three, a
 * state's abbreviation, a city's SIAFI codes of four, a CEP of eight, a status of two, a size of the specification's
 * list, a CNPJ of fourteen characters, a root of eight; words as `parseNameQuery` reads them, all to be in one name.
 */
export type SearchCriteria = Criteria<Exclude<ValueCriterion, 'cities'> | 'cnpj' | 'root', string> &
  Criteria<'cities', readonly string[]> &
  Criteria<DateCriterion, DayRange> &
  Criteria<NameCriterion, readonly QueryWord[]>;
