import { castCapital } from '../../domain/money.ts';
import { castSize, isReceitaSize } from '../../domain/size.ts';
import { freeText, qualificationCode, type RowContext, unlabelled } from './casts.ts';

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
function legalNatureCode(text: string, context: RowContext): string {
  const code = text.replace('-', '');
  if (code === '' || context.known.legalNatures.has(code)) return code;
  return unlabelled(code, LEGAL_NATURE, 'unknownLegalNature', context);
}

/** Reads a row of Empresas. */
export function castCompany(row: readonly string[], context: RowContext): CompanyRow {
  const [, name = '', natureText = '', qualification = '', capitalText = '', sizeText = '', entity = ''] =
    row;
  const { oddities } = context;
  const capital = castCapital(capitalText);
  if (capital === undefined && capitalText !== '') oddities.add('badCapital');
  const size = sizeText.length === 1 ? `0${sizeText}` : sizeText;
  if (!isReceitaSize(size)) oddities.add(size === '' ? 'blankSize' : 'unknownSize');
  return {
    name: freeText(name),
    legalNature: legalNatureCode(natureText, context),
    responsibleQualification: qualificationCode(qualification, context),
    capital: capital ?? '',
    size: castSize(size),
    federativeEntity: freeText(entity),
  };
}
