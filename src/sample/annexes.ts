import type { Calendar } from './calendar.ts';
import type { Company } from './company.ts';
import { punctuate } from './numbering.ts';
import { type Random, Weighted } from './random.ts';
import type { EstablishmentRow } from './rows.ts';
import { SAMPLE_STATES } from './states.ts';

/** The four files of tax regimes. */
export type RegimeFile = 'real' | 'presumed' | 'arbitrated' | 'exempt';

/** The header of each of these files. */
export const REGIME_HEADER = 'ano,cnpj,cnpj_da_scp,forma_de_tributacao,quantidade_de_escrituracoes\n';
/** The header of Suframa.csv. */
export const SUFRAMA_HEADER = 'cnpj;inscricao_suframa;ativo;atualizado_em\n';
/** The header of InscricoesEstaduais.csv. */
export const STATE_REGISTRATION_HEADER = 'cnpj;uf;inscricao_estadual;ativo;atualizado_em\n';

interface Regime {
  readonly file: RegimeFile;
  readonly form: string;
}

const firmRegimes = new Weighted<Regime>([
  [{ file: 'presumed', form: 'LUCRO PRESUMIDO' }, 78],
  [{ file: 'real', form: 'LUCRO REAL' }, 19],
  [{ file: 'arbitrated', form: 'LUCRO ARBITRADO' }, 3],
]);
const exemptRegimes = new Weighted<Regime>([
  [{ file: 'exempt', form: 'ISENTA DO IRPJ' }, 70],
  [{ file: 'exempt', form: 'IMUNE DO IRPJ' }, 30],
]);

const FIRM_SHARE = 0.035;
const EXEMPT_SHARE = 0.12;
const FIRST_YEAR = 2014;
/** One line in so many is followed by one of a partnership, and one by a repetition of itself. */
const PARTNERSHIP_EVERY = 30;
const REPEATED_EVERY = 50;
const FIRST_ODDITY = 3;

/** A line of a file of tax regimes, and whether it is one that an importer leaves out. */
export interface RegimeLine {
  readonly file: RegimeFile;
  readonly text: string;
  readonly oddity: 'ofPartnerships' | 'repeated' | undefined;
}

/**
 * The tax regimes of a company's years, under its head office; empty for most companies. The oddities fall on every so
 * many lines of those written before, or on none where that number is undefined.
 */
export function makeRegimeLines(
  company: Company,
  cnpj: string,
  writtenBefore: number | undefined,
  calendar: Calendar,
  random: Random,
): readonly RegimeLine[] {
  const isFirm = company.nature.pattern === 'firm';
  const isExempt = company.nature.pattern === 'association' || company.nature.pattern === 'church';
  if (!isFirm && !isExempt) return [];
  if (!random.chance(isFirm ? FIRM_SHARE : EXEMPT_SHARE)) return [];
  const { file, form } = (isFirm ? firmRegimes : exemptRegimes).pick(random);
  const lastYear = Number(calendar.extraction.slice(0, 4)) - 1;
  const from = random.between(Math.min(FIRST_YEAR, lastYear), lastYear);
  const until = Math.min(lastYear, from + random.below(4));
  const lines: RegimeLine[] = [];
  for (let year = from; year <= until; year++) {
    const line = (scp: string, ledgers: number): string =>
      `${year},${punctuate(cnpj)},${scp},${form},${ledgers}\n`;
    lines.push({ file, text: line('0', 1), oddity: undefined });
    const ordinal = writtenBefore === undefined ? 0 : writtenBefore + lines.length;
    if (ordinal % PARTNERSHIP_EVERY === FIRST_ODDITY) {
      lines.push({ file, text: line(punctuate(cnpj), 1), oddity: 'ofPartnerships' });
    }
    if (ordinal % REPEATED_EVERY === FIRST_ODDITY) {
      lines.push({ file, text: line('0', 2), oddity: 'repeated' });
    }
  }
  return lines;
}

const SUFRAMA_STATES = new Set(['AC', 'AM', 'AP', 'RO', 'RR']);
const SUFRAMA_SHARE = 0.3;
/** Divisions of activities that trade in goods or make them: those whose establishments the states register. */
const REGISTERED_ACTIVITY = /^(?:1|2|3[0-3]|4[5-7])/;
const REGISTERED_SHARE = 0.16;
const ANOTHER_STATE_SHARE = 0.12;
const ACTIVE_SHARE = 0.8;
const ACTIVE_STATUS = '02';

function firstOfMonth(calendar: Calendar): string {
  return `${calendar.extraction.slice(0, 7)}-01`;
}

function yesOrNo(random: Random): string {
  return random.chance(ACTIVE_SHARE) ? 'S' : 'N';
}

/** The establishment's line of Suframa.csv, or undefined: registrations are for companies in the north. */
export function makeSuframaLine(
  row: EstablishmentRow,
  cnpj: string,
  calendar: Calendar,
  random: Random,
): string | undefined {
  if (!SUFRAMA_STATES.has(row.state) || row.status !== ACTIVE_STATUS) return undefined;
  if (!random.chance(SUFRAMA_SHARE)) return undefined;
  return `${cnpj};${random.between(1, 9)}${random.digits(8)};${yesOrNo(random)};${firstOfMonth(calendar)}\n`;
}

/** The establishment's lines of InscricoesEstaduais.csv: none for most, some in several states. */
export function makeStateRegistrationLines(
  row: EstablishmentRow,
  cnpj: string,
  calendar: Calendar,
  random: Random,
): readonly string[] {
  if (row.status !== ACTIVE_STATUS || !REGISTERED_ACTIVITY.test(row.activity)) return [];
  if (!random.chance(REGISTERED_SHARE)) return [];
  const states = [row.state];
  while (random.chance(ANOTHER_STATE_SHARE)) {
    const { code } = random.pick(SAMPLE_STATES);
    if (!states.includes(code)) states.push(code);
  }
  return states.map((state) => {
    const number = `${random.between(1, 9)}${random.digits(8)}${random.digits(3)}`;
    return `${cnpj};${state};${number};${yesOrNo(random)};${firstOfMonth(calendar)}\n`;
  });
}
