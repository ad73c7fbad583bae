import { isDate } from '../../domain/date.ts';
import { findState } from '../../domain/state.ts';
import type { RegimeRecord, StateRegistrationRecord, SuframaRecord } from '../../registry/record.ts';
import type { RowContext } from './casts.ts';

/** `S` (also `SIM`, `1`, `TRUE`) is active. */
const ACTIVE = /^(S|SIM|1|TRUE|ATIVO)$/i;

function day(text: string, context: RowContext): string {
  if (text === '') return '';
  if (isDate(text)) return text;
  context.oddities.add('badDate');
  return '';
}

/** A number as it may be punctuated: `200123456`, `20.0123.456`. */
const SUFRAMA_NUMBER = /^[\d.\s/-]*\d[\d.\s/-]*$/;

/** Reads a row of Suframa.csv; one without a number says nothing and comes back undefined. */
export function castSuframa(row: readonly string[], context: RowContext): SuframaRecord | undefined {
  const [, registration = '', active = '', updatedAt = ''] = row;
  if (!SUFRAMA_NUMBER.test(registration)) {
    context.oddities.add('badSuframa');
    return undefined;
  }
  return {
    registration,
    active: ACTIVE.test(active) ? '1' : '0',
    updatedAt: day(updatedAt, context),
  };
}

/** Reads a row of InscricoesEstaduais.csv. */
export function castStateRegistration(row: readonly string[], context: RowContext): StateRegistrationRecord {
  const [, stateText = '', registration = '', active = '', updatedAt = ''] = row;
  const state = stateText.toUpperCase();
  if (findState(state) === undefined) context.oddities.add('unknownState');
  return {
    state: findState(state) === undefined ? '' : state,
    registration,
    active: ACTIVE.test(active) ? '1' : '0',
    updatedAt: day(updatedAt, context),
  };
}

/** The regimes by the beginning of their file's name, blanks and underscores alike. */
const REGIMES: readonly (readonly [RegExp, string])[] = [
  [/LUCRO.?REAL/, 'LUCRO REAL'],
  [/LUCRO.?PRESUMIDO/, 'LUCRO PRESUMIDO'],
  [/LUCRO.?ARBITRADO/, 'LUCRO ARBITRADO'],
  [/IMUNES.?E.?ISENTAS/, 'IMUNE OU ISENTA'],
];

/** The regime that a file of tax regimes is about, by the file's name in any capitalisation. */
export function regimeOfFile(name: string): string {
  const capitals = name.toUpperCase();
  return REGIMES.find(([form]) => form.test(capitals))?.[1] ?? '';
}

const YEAR = /^\d{4}$/;

/**
 * Reads a row of a tax-regime file, to which the regime was added as a last column; a partnership's row
 * (`cnpj_da_scp` other than 0) is no regime of the establishment's own and comes back undefined, as one without a
 * year does.
 */
export function castRegime(row: readonly string[], context: RowContext): RegimeRecord | undefined {
  const [year = '', , partnership = '', form = '', , regime = ''] = row;
  if (!/^[0./-]*$/.test(partnership)) {
    context.oddities.add('partnershipRegime');
    return undefined;
  }
  if (!YEAR.test(year)) {
    context.oddities.add('badYear');
    return undefined;
  }
  return { year, form, regime };
}
