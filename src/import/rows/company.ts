import { castCapital } from '../../domain/money.ts';
import { castSize, isReceitaSize } from '../../domain/size.ts';
import { type RowContext, unlabelled } from './casts.ts';

/** A company as stored: codes, exact money as text, empty text for what is absent. */
export interface CompanyRow {
  readonly name: string;
  readonly legalNature: string;
  readonly responsibleQualification: string;
  readonly capital: string;
  readonly size: string;
  readonly federativeEntity: string;
}

/** What stands for a company whose row is missing. */
export const MISSING_COMPANY: CompanyRow = {
  name: '',
  legalNature: '',
  responsibleQualification: '',
  capital: '',
  size: '01',
  federativeEntity: '',
};

const LEGAL_NATURE = /^\d{4}$/;

/** The four digits of a legal nature, written with a hyphen or without. */
export function legalNature(text: string, context: RowContext): string {
  const code = text.replace('-', '');
  if (code === '' || context.known.legalNatures.has(code)) return code;
  return unlabelled(code, LEGAL_NATURE, 'unknownLegalNature', context);
}

/** Share capital with a point and two decimals; what is no number is counted and empty. */
export function capital(text: string, { oddities }: RowContext): string {
  const cast = castCapital(text);
  if (cast === undefined && text !== '') oddities.add('badCapital');
  return cast ?? '';
}

/** The specification's id of a size; blank or unknown is "not informed". */
export function size(text: string, { oddities }: RowContext): string {
  const code = text.length === 1 ? `0${text}` : text;
  if (!isReceitaSize(code)) oddities.add(code === '' ? 'blankSize' : 'unknownSize');
  return castSize(code);
}
