import { isoDate, type RowContext } from './casts.ts';

/** A Simples row as stored: `S`, `N` or empty, and ISO dates. */
export interface SimplesRow {
  readonly simples: string;
  readonly simplesFrom: string;
  readonly simplesUntil: string;
  readonly mei: string;
  readonly meiFrom: string;
  readonly meiUntil: string;
}

function option(text: string, context: RowContext): string {
  const letter = text.toUpperCase();
  if (letter === 'S' || letter === 'N') return letter;
  context.oddities.add('badOption');
  return '';
}

/** Reads a row of Simples. An option of neither letter counts as no. */
export function castSimples(row: readonly string[], context: RowContext): SimplesRow {
  const [, simples = '', simplesFrom = '', simplesUntil = '', mei = '', meiFrom = '', meiUntil = ''] = row;
  return {
    simples: option(simples, context) || 'N',
    simplesFrom: isoDate(simplesFrom, context),
    simplesUntil: isoDate(simplesUntil, context),
    mei: option(mei, context) || 'N',
    meiFrom: isoDate(meiFrom, context),
    meiUntil: isoDate(meiUntil, context),
  };
}
