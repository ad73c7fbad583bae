import type { RegimeRecord } from '../registry/record.ts';
import type { Registrations } from './compose.ts';
import type { RangeCursors } from './range-cursors.ts';
import { rowText } from './row-reader.ts';
import type { RowContext } from './rows/casts.ts';
import { compareText } from './rows/partner.ts';
import { castRegime, castStateRegistration, castSuframa } from './rows/registrations.ts';

const NONE: Registrations = { regimes: [], suframa: [], stateRegistrations: [] };

/** Takes what the smaller files have of one CNPJ, each list in its order. */
export function takeRegistrations(
  bytes: Buffer,
  cursors: RangeCursors,
  root: number,
  order: number,
  context: RowContext,
): Registrations {
  const regimes = cursors.regimes.take(root, order);
  const suframa = cursors.suframa.take(root, order);
  const stateRegistrations = cursors.stateRegistrations.take(root, order);
  if (regimes.length + suframa.length + stateRegistrations.length === 0) return NONE;
  const columnsOf = (row: number, encoding: 'latin1' | 'utf8') => rowText(bytes, row, encoding).split('\t');
  return {
    regimes: distinctRegimes(regimes.flatMap((row) => castRegime(columnsOf(row, 'latin1'), context) ?? [])),
    suframa: suframa
      .flatMap((row) => castSuframa(columnsOf(row, 'utf8'), context) ?? [])
      .sort((one, other) => compareText(one.registration, other.registration)),
    stateRegistrations: stateRegistrations
      .map((row) => castStateRegistration(columnsOf(row, 'utf8'), context))
      .sort(
        (one, other) =>
          compareText(one.state, other.state) || compareText(one.registration, other.registration),
      ),
  };
}

/** Regimes by year, then form; a repeated pair stands once. */
function distinctRegimes(regimes: readonly RegimeRecord[]): readonly RegimeRecord[] {
  if (regimes.length < 2) return regimes;
  const byPair = new Map(regimes.map((regime) => [`${regime.year} ${regime.form}`, regime]));
  return [...byPair.values()].sort(
    (one, other) => compareText(one.year, other.year) || compareText(one.form, other.form),
  );
}
