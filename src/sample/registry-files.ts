import { type FileHandle, mkdir, open, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { REGIME_HEADER, type RegimeFile, STATE_REGISTRATION_HEADER, SUFRAMA_HEADER } from './annexes.ts';
import type { Calendar } from './calendar.ts';
import { makeCodeTables, makeMunicipalityLines } from './code-tables.ts';
import { Backlog, type BlockSink, PlainSink, RowFile } from './row-file.ts';
import type { Town } from './towns.ts';
import { ZipWriter } from './zip-writer.ts';

const PARTS_OF_SMALL_SAMPLE = 2;
const PARTS = 10;
const SMALL_SAMPLE_BELOW = 100_000;
const PUBLISHED_FILE = /\.(?:zip|csv)$/i;

interface RegimeZip {
  readonly zip: string;
  readonly members: readonly [first: string, second?: string];
}

/** The capitals in these names vary from year to year; what has many rows comes in several files. */
const REGIME_ZIPS: Readonly<Record<RegimeFile, RegimeZip>> = {
  real: { zip: 'Lucro Real.zip', members: ['Lucro Real.csv'] },
  presumed: { zip: 'Lucro Presumido 1.zip', members: ['Lucro Presumido 1.csv', 'LUCRO PRESUMIDO 2.CSV'] },
  arbitrated: { zip: 'Lucro arbitrado.zip', members: ['lucro arbitrado.csv'] },
  exempt: { zip: 'Imunes e Isentas.zip', members: ['Imunes e isentas.csv'] },
};

/** All files of one month, open at once, so that a company's rows of every kind can be written together. */
export class RegistryFiles {
  readonly backlog = new Backlog();
  readonly companies: RowFile[] = [];
  readonly establishments: RowFile[] = [];
  readonly partners: RowFile[] = [];
  readonly simples: RowFile[] = [];
  readonly #folder: string;
  readonly #modified: Date;
  readonly #mark: string;
  readonly #open: RowFile[] = [];
  /** The paths of the files that this run made. */
  readonly #created: string[] = [];
  readonly #regimes = new Map<RegimeFile, { readonly file: RowFile; readonly zip: ZipWriter }>();
  #suframa: RowFile | undefined;
  #stateRegistrations: RowFile | undefined;

  /** The files of a month in a folder, none of which is there before they are opened. */
  constructor(folder: string, calendar: Calendar) {
    this.#folder = folder;
    this.#modified = new Date(`${calendar.extraction}T12:00:00Z`);
    this.#mark = calendar.mark;
  }

  /**
   * Creates the folder and all files of rows in it. Throws when the folder holds zips or CSVs already: those of another
   * month, or of a sample with more parts, would be imported with the new ones.
   */
  async open(companies: number): Promise<void> {
    await mkdir(this.#folder, { recursive: true });
    const present = (await readdir(this.#folder)).find((name) => PUBLISHED_FILE.test(name));
    if (present !== undefined) {
      throw new Error(
        `The folder ${this.#folder} already holds ${present}: name an empty folder, or empty this one.`,
      );
    }
    const parts = companies < SMALL_SAMPLE_BELOW ? PARTS_OF_SMALL_SAMPLE : PARTS;
    for (let part = 0; part < parts; part++) {
      const member = `K3241.K03200Y${part}.${this.#mark}`;
      this.companies.push(await this.#openZip(`Empresas${part}.zip`, `${member}.EMPRECSV`));
      this.establishments.push(await this.#openZip(`Estabelecimentos${part}.zip`, `${member}.ESTABELE`));
      this.partners.push(await this.#openZip(`Socios${part}.zip`, `${member}.SOCIOCSV`));
    }
    this.simples.push(await this.#openZip('Simples.zip', `F.K03200$W.SIMPLES.CSV.${this.#mark}`));
    for (const kind of ['real', 'presumed', 'arbitrated', 'exempt'] as const) await this.#openRegime(kind);
    this.#suframa = await this.#openPlain('Suframa.csv');
    this.#suframa.write(SUFRAMA_HEADER);
    this.#stateRegistrations = await this.#openPlain('InscricoesEstaduais.csv');
    this.#stateRegistrations.write(STATE_REGISTRATION_HEADER);
  }

  /** Adds a line to a file of tax regimes. */
  writeRegime(file: RegimeFile, line: string): void {
    this.#regimes.get(file)?.file.write(line);
  }

  /** Adds a line to Suframa.csv. */
  writeSuframa(line: string): void {
    this.#suframa?.write(line);
  }

  /** Adds a line to InscricoesEstaduais.csv. */
  writeStateRegistration(line: string): void {
    this.#stateRegistrations?.write(line);
  }

  /** Goes on to the second CSV of the zips that have two. */
  async startSecondMembers(): Promise<void> {
    for (const [kind, { file, zip }] of this.#regimes) {
      const [, second] = REGIME_ZIPS[kind].members;
      if (second === undefined) continue;
      file.flush();
      await zip.startMember(second);
      file.write(REGIME_HEADER);
    }
  }

  /** Writes the tables of codes, which need no rows. */
  async writeTables(towns: readonly Town[]): Promise<void> {
    for (const { zip, member, lines } of makeCodeTables(towns)) {
      const file = await this.#openZip(zip, `F.K03200$Z.${this.#mark}.${member}`);
      for (const line of lines) file.write(line);
    }
    const municipalities = await this.#openPlain('TABMUN.CSV');
    for (const line of makeMunicipalityLines(towns)) municipalities.write(line);
  }

  /** Writes what is left and completes every file. */
  async close(): Promise<void> {
    for (const file of this.#open) await file.close();
    this.#open.length = 0;
  }

  /**
   * Lets go of the files after a failure and removes those that were created, as none of the zips is readable. Returns
   * what to throw: of a failure of the system a sentence, anything else as it is.
   */
  async discard(cause: unknown): Promise<unknown> {
    await Promise.allSettled(this.#open.map((file) => file.abandon()));
    const removals = await Promise.allSettled(this.#created.map((path) => rm(path, { force: true })));
    if (!(cause instanceof Error && 'syscall' in cause)) return cause;
    const isGone = removals.every(({ status }) => status === 'fulfilled');
    const rest = isGone ? 'was unusable and is removed' : 'is unusable and must be removed';
    const left = removals.length === 0 ? '' : ` What was written of it ${rest}.`;
    return new Error(`The sample cannot be written to ${this.#folder}: ${cause.message}.${left}`, { cause });
  }

  async #openRegime(kind: RegimeFile): Promise<void> {
    const { zip: name, members } = REGIME_ZIPS[kind];
    const zip = await this.#createZip(name, members[0]);
    const file = this.#keep(zip);
    file.write(REGIME_HEADER);
    this.#regimes.set(kind, { file, zip });
  }

  async #openZip(name: string, member: string): Promise<RowFile> {
    return this.#keep(await this.#createZip(name, member));
  }

  async #createZip(name: string, member: string): Promise<ZipWriter> {
    const zip = new ZipWriter(await this.#create(name), this.#modified);
    await zip.startMember(member);
    return zip;
  }

  async #openPlain(name: string): Promise<RowFile> {
    return this.#keep(new PlainSink(await this.#create(name)));
  }

  /** Creates a file that is not there: of two runs into one folder at once, the later one stops here. */
  async #create(name: string): Promise<FileHandle> {
    const path = join(this.#folder, name);
    const file = await open(path, 'wx').catch((cause: unknown) => {
      const isThere = cause instanceof Error && 'code' in cause && cause.code === 'EEXIST';
      if (!isThere) throw cause;
      throw new Error(
        `The folder ${this.#folder} already holds ${name}, which another run is writing: name another folder.`,
        { cause },
      );
    });
    this.#created.push(path);
    return file;
  }

  #keep(sink: BlockSink): RowFile {
    const file = new RowFile(sink, this.backlog);
    this.#open.push(file);
    return file;
  }
}
