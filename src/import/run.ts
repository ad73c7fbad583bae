import { mkdirSync, rmSync } from 'node:fs';
import { basename } from 'node:path';
import { findCountry } from '../domain/country.ts';
import { REGISTRY_FORMAT } from '../registry/database.ts';
import { FIELDS } from '../registry/fields.ts';
import type { AdditionParts, AdditionSource } from './additions.ts';
import { type CodeTables, knownCodes, readCodeTables, resolveCities } from './code-tables.ts';
import type { ImportEvents } from './events.ts';
import { agreeOnDate } from './extraction-date.ts';
import { ImportFailure } from './failure.ts';
import { type Oddity, OddityCounter } from './oddities.ts';
import type { Assembled, Coverage, PlacedRun, Rejection, RowKind } from './protocol.ts';
import { isRowKind, ROW_KINDS } from './protocol.ts';
import { findSources, type SourceFile } from './sources.ts';
import { planRanges, type RootRange, type Spill } from './spill.ts';
import { Stage } from './stage.ts';
import { ImportThread, shareOut } from './threads.ts';

/** How many threads sort and join. The third, the main one, writes the file. */
const THREADS = 2;
/** The spilled bytes of one range: what a thread holds at a time, once as rows and once as records. */
const RANGE_BYTES = 40 << 20;
/** Small registries are cut too, so that both threads have work. */
const LEAST_RANGES = 8;
/** Finished ranges that may wait for their turn to be written. */
const MAX_WAITING = 3;
const MAX_REJECTIONS = 100_000;

/** What an import is made of, and where it is built. */
export interface BuildOptions {
  /** Folders of source files; a kind found in one is not looked for in the next. */
  readonly folders: readonly string[];
  /** An empty folder of this build's own, for temporary files. */
  readonly workFolder: string;
  /** The staging file, which must not exist. */
  readonly stagePath: string;
  readonly coverage: Coverage;
  readonly events: ImportEvents;
  /** What is known of this import beside what it reads, to be kept with the registry; JSON values by name. */
  readonly facts?: Readonly<Record<string, unknown>>;
  /** The records that were learnt upstream of a range of roots, in CNPJ order. */
  readonly additions?: AdditionSource;
}

/** What a build came to. */
export interface BuildReport {
  /** The day of the extraction; of the import, where no file name tells it. */
  readonly extractedOn: string;
  /** Rows that the registry has, by kind; `served` is the establishments in it. */
  readonly rows: Readonly<Record<RowKind, number>>;
  readonly served: number;
  readonly rejected: number;
  readonly oddities: Readonly<Partial<Record<Oddity, number>>>;
  readonly coverage: Coverage;
}

/** One import under way: its steps, in the order of `build`. */
class Build {
  private readonly oddities = new OddityCounter();
  private readonly counts = new Map<RowKind, number>(ROW_KINDS.map((kind) => [kind, 0]));
  private readonly cityStates = new Map<string, string>();
  private readonly rejections: Rejection[] = [];
  private readonly runs: PlacedRun[] = [];
  private readonly stage: Stage;
  private rejected = 0;

  constructor(
    private readonly options: BuildOptions,
    private readonly threads: readonly ImportThread[],
    private readonly files: readonly SourceFile[],
    private readonly tables: CodeTables,
    private readonly extractedOn: string | undefined,
  ) {
    this.stage = new Stage(options.stagePath);
  }

  async run(): Promise<BuildReport> {
    try {
      const spills = await this.sortRows();
      await this.joinRanges(spills);
      for (const { path } of spills) rmSync(path);
      await this.mergePostings();
      this.refuseOrphans();
      const report = this.report();
      this.writeTables(report);
      this.stage.seal();
      return report;
    } catch (cause) {
      this.stage.close();
      throw cause;
    }
  }

  /** Every file of rows, sorted roughly by root into one temporary file a thread. The largest files go first. */
  private async sortRows(): Promise<Spill[]> {
    const { events, workFolder } = this.options;
    const files = this.files.filter((file) => isRowKind(file.kind));
    files.sort((one, other) => other.member.bytes - one.member.bytes);
    await Promise.all(
      this.threads.map((thread, index) =>
        thread.perform({ type: 'open', folder: workFolder, name: `thread${index}` }, 'opened'),
      ),
    );
    events.stage(
      'reading',
      files.reduce((sum, file) => sum + file.member.bytes, 0),
    );
    await shareOut(this.threads, files, async (thread, file) => {
      const name = basename(file.member.path);
      events.fileStarted(name, file.member.bytes);
      const result = await thread.perform({ type: 'partition', file }, 'partitionedFile', (answer) => {
        if (answer.type === 'progress') events.fileProgress(name, answer.bytes, answer.rows);
      });
      events.fileDone(name, result.rows, result.rejected);
      this.rejected += result.rejected;
      this.rejections.push(...result.rejections.slice(0, MAX_REJECTIONS - this.rejections.length));
    });
    const spills = await Promise.all(
      this.threads.map((thread) => thread.perform({ type: 'partitioned' }, 'spill')),
    );
    return spills.map(({ path, nodes }) => ({ path, nodes }));
  }

  /** Every range of roots joined by whichever thread is free, and written in order. */
  private async joinRanges(spills: readonly Spill[]): Promise<void> {
    const { events, coverage } = this.options;
    const bytes = spills.flatMap((spill) => spill.nodes).reduce((sum, node) => sum + node.bytes, 0);
    const ranges = planRanges(spills, Math.min(RANGE_BYTES, Math.ceil(bytes / LEAST_RANGES)));
    const lastYear = Number((this.extractedOn ?? new Date().toISOString()).slice(0, 4)) + 1;
    const known = knownCodes(this.tables);
    const extractedAt = `${this.report().extractedOn}T03:00:00.000Z`;
    await Promise.all(
      this.threads.map((thread) =>
        thread.perform({ type: 'begin', spills, known, lastYear, coverage, extractedAt }, 'begun'),
      ),
    );
    events.stage('joining', ranges.length);
    const waiting = new Map<number, Assembled>();
    let written = 0;
    let wake: (() => void)[] = [];
    await shareOut<RootRange>(this.threads, ranges, async (thread, range, index) => {
      // The first range has every root before the second, those that no file has among them.
      const additions = this.findAdditions(index === 0 ? '' : range.from, range.to);
      waiting.set(index, await thread.perform({ type: 'assemble', range, additions }, 'assembled'));
      for (let next = waiting.get(written); next !== undefined; next = waiting.get(written)) {
        waiting.delete(written++);
        this.writeRange(next);
        events.stageProgress(written);
      }
      // A thread that is far ahead waits until its range has been written, so that memory stays bounded.
      const resumed = wake;
      wake = [];
      for (const resume of resumed) resume();
      while (waiting.size > MAX_WAITING && waiting.has(index))
        await new Promise<void>((resolve) => wake.push(resolve));
    });
    this.stage.endRanges();
  }

  private findAdditions(from: string, to: string | undefined): AdditionParts[] {
    const found = this.options.additions?.(from, to, this.tables) ?? [];
    const readable = found.filter((addition) => addition !== undefined);
    if (readable.length < found.length) this.oddities.add('unusableRecord', found.length - readable.length);
    return readable;
  }

  private writeRange(assembled: Assembled): void {
    this.runs.push({
      ...assembled.run,
      firstEstablishment: this.stage.establishments,
      firstPartner: this.stage.partnerCount,
    });
    this.stage.addRange(assembled);
    for (const [kind, count] of assembled.counts) this.counts.set(kind, (this.counts.get(kind) ?? 0) + count);
    for (const [oddity, count] of assembled.oddities) this.oddities.add(oddity, count);
    for (const [city, state] of assembled.cityStates) this.cityStates.set(city, state);
  }

  /** The postings of all ranges merged, a field at a time on whichever thread is free; the largest fields first. */
  private async mergePostings(): Promise<void> {
    const { events } = this.options;
    const sizes = new Map<number, number>();
    for (const { sections } of this.runs) {
      for (const { field, length } of sections) sizes.set(field, (sizes.get(field) ?? 0) + length);
    }
    const fields = Object.values(FIELDS).sort(
      (one, other) => (sizes.get(other) ?? 0) - (sizes.get(one) ?? 0),
    );
    events.stage('indexing', fields.length);
    let done = 0;
    await shareOut(this.threads, fields, async (thread, field) => {
      await thread.perform({ type: 'merge', runs: this.runs, field }, 'merged', (answer) => {
        if (answer.type === 'terms') this.stage.addTerms(answer.batch);
      });
      events.stageProgress(++done);
    });
    for (const { path } of this.runs) rmSync(path);
  }

  /** A load of half the companies is no registry: more than one in a thousand without a name is refused. */
  private refuseOrphans(): void {
    const missing = new Map(this.oddities.entries()).get('missingCompany') ?? 0;
    const companies = this.counts.get('companies') ?? 0;
    if (missing > Math.max(10, companies / 1000)) {
      throw new ImportFailure(
        `${missing} companies have establishments but no row in Empresas, more than one in a thousand. A file of Empresas is missing or of another month: fetch it again.`,
      );
    }
  }

  private report(): BuildReport {
    return {
      extractedOn: this.extractedOn ?? new Date().toISOString().slice(0, 10),
      // One entry a kind was set in the constructor.
      rows: Object.fromEntries(this.counts) as Record<RowKind, number>,
      served: this.stage.establishments,
      rejected: this.rejected,
      oddities: Object.fromEntries(this.oddities.entries()),
      coverage: this.options.coverage,
    };
  }

  private writeTables(report: BuildReport): void {
    const { stage, tables } = this;
    const labels = Object.entries({
      activity: tables.activities,
      reason: tables.reasons,
      legalNature: tables.legalNatures,
      qualification: tables.qualifications,
    });
    for (const [kind, byCode] of labels) {
      stage.addRows(
        'label',
        ['kind', 'code', 'label'],
        [...byCode].map(([code, label]) => [kind, code, label]),
      );
    }
    stage.addRows(
      'city',
      ['siafi', 'name', 'state', 'ibge_id', 'rank'],
      resolveCities(tables, this.cityStates).map((city) => [
        city.siafi,
        city.name,
        city.state,
        city.ibgeId,
        city.rank,
      ]),
    );
    stage.addRows(
      'country',
      ['code', 'name', 'iso2', 'iso3'],
      [...tables.countries].map(([code, name]) => {
        const country = findCountry(code);
        return [code, name, country?.iso2 ?? null, country?.iso3 ?? null];
      }),
    );
    stage.addRejections(this.rejections);
    const facts = {
      ...this.options.facts,
      ...report,
      importedAt: new Date().toISOString(),
      format: REGISTRY_FORMAT,
      partners: stage.partnerCount,
    };
    stage.addRows(
      'fact',
      ['name', 'value'],
      Object.entries(facts).map(([name, value]) => [name, JSON.stringify(value ?? null)]),
    );
  }
}

/**
 * Builds a whole registry from the source files into the staging file. Throws ImportFailure, with a message for the
 * operator, when the sources are unusable; whatever it throws, temporary files may remain in the work folder.
 */
export async function buildRegistry(options: BuildOptions): Promise<BuildReport> {
  const files = await findSources(options.folders);
  const extractedOn = agreeOnDate(files);
  const tables = await readCodeTables(files);
  mkdirSync(options.workFolder, { recursive: true });
  const threads = Array.from({ length: THREADS }, () => new ImportThread());
  try {
    return await new Build(options, threads, files, tables, extractedOn).run();
  } finally {
    for (const thread of threads) thread.stop();
  }
}
