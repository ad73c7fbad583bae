import { makeRegimeLines, makeStateRegistrationLines, makeSuframaLine } from './annexes.ts';
import { Calendar } from './calendar.ts';
import { Channel } from './channel.ts';
import { type Company, CompanyRegister } from './company.ts';
import { COMPANY_QUIRKS } from './company-quirks.ts';
import { makeCompanyRow } from './company-row.ts';
import type { SampleCounts } from './counts.ts';
import { ESTABLISHMENT_QUIRKS } from './establishment-quirks.ts';
import { makeEstablishmentRow } from './establishment-row.ts';
import { isLettered, MAX_COMPANIES, Numbering } from './numbering.ts';
import { PARTNER_QUIRKS, SIMPLES_QUIRKS } from './partner-quirks.ts';
import { makePartnerRows } from './partner-rows.ts';
import type { QuirkTools } from './quirk.ts';
import { Random } from './random.ts';
import { RegistryFiles } from './registry-files.ts';
import {
  COMPANY_COLUMNS,
  ESTABLISHMENT_COLUMNS,
  type EstablishmentRow,
  PARTNER_COLUMNS,
  SIMPLES_COLUMNS,
} from './rows.ts';
import { makeSimplesRow } from './simples-row.ts';
import { Towns } from './towns.ts';

/** What to generate, and where. */
export interface SampleOptions {
  /** How many companies, from 1 to 50 million. */
  readonly companies: number;
  /** The folder for the files; it is created, and must hold no zips or CSVs yet. */
  readonly folder: string;
  /** The same seed gives the same bytes; 1 unless given. */
  readonly seed?: number;
  /** The day of the extraction, `YYYY-MM-DD`; 2026-08-08 unless given. */
  readonly extraction?: string;
  /** Whether the rows have the oddities of published files; true unless given. */
  readonly quirks?: boolean;
  /** Called after every thousand companies, and at the end. */
  readonly onProgress?: (done: number, total: number) => void;
}

const DEFAULT_EXTRACTION = '2026-08-08';
const PROGRESS_EVERY = 1_000;
/** Rows of each kind for each company: they only spread the first occurrences of the quirks. */
const ESTABLISHMENT_RATIO = 1.1;
const PARTNER_RATIO = 0.4;
const SIMPLES_RATIO = 0.65;
const ENDS_IN_CPF = / \d{11}$/;

/** Writes a sample's companies, one after the other, into all the files that speak of them. */
class SampleWriter {
  readonly #files: RegistryFiles;
  readonly #register: CompanyRegister;
  readonly #calendar: Calendar;
  readonly #numbering: Numbering;
  readonly #towns: Towns;
  readonly #hasQuirks: boolean;
  readonly #random: Random;
  readonly #tools: QuirkTools;
  readonly #companies;
  readonly #establishments;
  readonly #partners;
  readonly #simples;
  readonly #regimeQuirks = { ofPartnerships: 0, repeated: 0 };
  #regimes = 0;
  #suframa = 0;
  #stateRegistrations = 0;
  #alphanumericRoots = 0;
  #alphanumericOrders = 0;
  #namesWithCpf = 0;

  constructor(options: Required<SampleOptions>, calendar: Calendar, towns: Towns, files: RegistryFiles) {
    const { companies, seed, quirks: hasQuirks } = options;
    this.#files = files;
    this.#calendar = calendar;
    this.#towns = towns;
    this.#hasQuirks = hasQuirks;
    this.#numbering = new Numbering(seed);
    this.#register = new CompanyRegister(seed, companies, this.#numbering, calendar, towns);
    this.#random = new Random(seed);
    let missing = companies;
    this.#tools = { random: this.#random, missingRoot: () => this.#numbering.rootAt(missing++) };
    this.#companies = new Channel({
      columns: COMPANY_COLUMNS,
      parts: files.companies,
      quirks: COMPANY_QUIRKS,
      hasQuirks,
      expectedRows: companies,
    });
    this.#establishments = new Channel({
      columns: ESTABLISHMENT_COLUMNS,
      parts: files.establishments,
      quirks: ESTABLISHMENT_QUIRKS,
      hasQuirks,
      expectedRows: companies * ESTABLISHMENT_RATIO,
    });
    this.#partners = new Channel({
      columns: PARTNER_COLUMNS,
      parts: files.partners,
      quirks: PARTNER_QUIRKS,
      hasQuirks,
      expectedRows: companies * PARTNER_RATIO,
    });
    this.#simples = new Channel({
      columns: SIMPLES_COLUMNS,
      parts: files.simples,
      quirks: SIMPLES_QUIRKS,
      hasQuirks,
      expectedRows: companies * SIMPLES_RATIO,
    });
  }

  /** Writes all rows of the company of this index. */
  writeCompany(index: number): void {
    const company = this.#register.describe(index);
    const random = this.#random;
    random.restart(index, 2);
    if (isLettered(index)) this.#alphanumericRoots++;
    if (ENDS_IN_CPF.test(company.name)) this.#namesWithCpf++;
    this.#companies.write(makeCompanyRow(company, random), this.#companies.pickPart(random), this.#tools);
    for (let place = 1; place <= company.establishments; place++) this.#writeEstablishment(company, place);
    const partnerPart = this.#partners.pickPart(random);
    for (const row of makePartnerRows(company, this.#register, this.#calendar, random)) {
      this.#partners.write(row, partnerPart, this.#tools);
    }
    const simples = makeSimplesRow(company, this.#calendar, random);
    if (simples) this.#simples.write(simples, 0, this.#tools);
  }

  /** Ends the files' rows and says what was written. */
  finish(): SampleCounts {
    const channels = [this.#companies, this.#establishments, this.#partners, this.#simples];
    for (const channel of channels) channel.finish();
    return {
      companies: this.#companies.rows,
      establishments: this.#establishments.rows,
      partners: this.#partners.rows,
      simples: this.#simples.rows,
      regimes: this.#regimes,
      suframa: this.#suframa,
      stateRegistrations: this.#stateRegistrations,
      alphanumericRoots: this.#alphanumericRoots,
      alphanumericOrders: this.#alphanumericOrders,
      namesWithCpf: this.#namesWithCpf,
      blankLines: channels.reduce((sum, { blankLines }) => sum + blankLines, 0),
      quirks: {
        companies: this.#companies.tally,
        establishments: this.#establishments.tally,
        partners: this.#partners.tally,
        simples: this.#simples.tally,
        regimes: this.#regimeQuirks,
      },
    };
  }

  #writeEstablishment(company: Company, place: number): void {
    const random = this.#random;
    const settings = { calendar: this.#calendar, numbering: this.#numbering, towns: this.#towns };
    const row = makeEstablishmentRow(company, place, settings, random);
    if (this.#numbering.hasLetteredOrder(company.index, place)) this.#alphanumericOrders++;
    this.#establishments.write(row, this.#establishments.pickPart(random), this.#tools);
    this.#writeAnnexes(company, place, row);
  }

  #writeAnnexes(company: Company, place: number, row: EstablishmentRow): void {
    const random = this.#random;
    const cnpj = row.root + row.order + row.checkDigits;
    const suframa = makeSuframaLine(row, cnpj, this.#calendar, random);
    if (suframa !== undefined) {
      this.#files.writeSuframa(suframa);
      this.#suframa++;
    }
    for (const line of makeStateRegistrationLines(row, cnpj, this.#calendar, random)) {
      this.#files.writeStateRegistration(line);
      this.#stateRegistrations++;
    }
    if (place !== 1) return;
    const writtenBefore = this.#hasQuirks ? this.#regimes : undefined;
    for (const line of makeRegimeLines(company, cnpj, writtenBefore, this.#calendar, random)) {
      this.#files.writeRegime(line.file, line.text);
      this.#regimes++;
      if (line.oddity) this.#regimeQuirks[line.oddity]++;
    }
  }
}

/**
 * Writes a coherent registry of invented companies in the layout of the Receita's monthly files, with the files that
 * an operator brings (Suframa, state registrations) and the Tesouro's table of municipalities.
 *
 * Everything is made in one pass and in bounded memory, from the seed and each company's index. Returns how many rows
 * and oddities were written. Throws a RangeError for a number or a date that cannot be, and an Error for a folder that
 * holds zips or CSVs already or cannot be written; the files of a failed run are unusable and are removed.
 */
export async function generateSample(options: SampleOptions): Promise<SampleCounts> {
  const { companies, seed = 1, extraction = DEFAULT_EXTRACTION, quirks = true } = options;
  const { folder, onProgress = () => undefined } = options;
  if (!Number.isInteger(companies) || companies < 1 || companies > MAX_COMPANIES) {
    throw new RangeError(`A sample has from 1 to ${MAX_COMPANIES} companies, not ${companies}.`);
  }
  if (!Number.isInteger(seed)) throw new RangeError(`A seed is a whole number, not ${seed}.`);
  const calendar = new Calendar(extraction);
  const towns = new Towns();
  const files = new RegistryFiles(folder, calendar);
  try {
    await files.open(companies);
    await files.writeTables(towns.all);
    const settings = { companies, seed, extraction, quirks, folder, onProgress };
    const writer = new SampleWriter(settings, calendar, towns, files);
    const half = Math.floor(companies / 2);
    for (let index = 0; index < companies; index++) {
      if (index === half) await files.startSecondMembers();
      writer.writeCompany(index);
      if (files.backlog.isFull) await files.backlog.ease();
      if (index % PROGRESS_EVERY === PROGRESS_EVERY - 1) onProgress(index + 1, companies);
    }
    const counts = writer.finish();
    await files.close();
    onProgress(companies, companies);
    return counts;
  } catch (cause) {
    throw await files.discard(cause);
  }
}
