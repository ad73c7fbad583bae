import { mkdirSync, rmSync } from 'node:fs';
import { basename } from 'node:path';
import { REGISTRY_FORMAT } from '../registry/database.ts';
import type { AdditionParts, AdditionSource } from './additions.ts';
import { type CodeTables, knownCodes, readCodeTables } from './code-tables.ts';
import type { ImportEvents } from './events.ts';
import { agreeOnDate } from './extraction-date.ts';
import { ImportFailure } from './failure.ts';
import { joinRanges } from './join-ranges.ts';
import { FIELD_COUNT, mergeFields } from './merge-fields.ts';
import { type Oddity, OddityCounter } from './oddities.ts';
import type { Assembled, Coverage, PlacedRun, RowKind } from './protocol.ts';
import { isRowKind, ROW_KINDS } from './protocol.ts';
import { planRanges } from './ranges.ts';
import { writeReferenceTables } from './reference-tables.ts';
import { RejectionList } from './rejection-list.ts';
import { findSources, type SourceFile } from './sources.ts';
import type { Spill } from './spill.ts';
import { Stage } from './stage.ts';
import { ImportThread, shareOut } from './threads.ts';

/** How many threads sort and join. The third, the main one, writes the file. */
const THREADS = 2;
/** The spilled bytes of one range: what a thread holds at a time, once as rows and once as records. */
const RANGE_BYTES = 12 << 20;
/** Small registries are cut too, so that both threads have work. */
const LEAST_RANGES = 8;

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
  private readonly rejections = new RejectionList();
  private readonly runs: PlacedRun[] = [];
  private readonly stage: Stage;

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
      for (const [oddity, count] of result.oddities) this.oddities.add(oddity, count);
      this.rejections.add(result.rejections, result.rejected);
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
    let written = 0;
    await joinRanges(
      this.threads,
      ranges,
      // The first range has every root before the second, those that no file has among them.
      (range, index) => this.findAdditions(index === 0 ? '' : range.from, range.to),
      (assembled) => {
        this.writeRange(assembled);
        events.stageProgress(++written);
      },
    );
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
    for (const [city, state] of assembled.cityStates) {
      if (!this.cityStates.has(city)) this.cityStates.set(city, state);
    }
  }

  /** The postings of all ranges merged, field by field. */
  private async mergePostings(): Promise<void> {
    const { events } = this.options;
    events.stage('indexing', FIELD_COUNT);
    await mergeFields(
      this.threads,
      this.runs,
      (field, batch) => this.stage.addTerms(field, batch),
      (done) => events.stageProgress(done),
    );
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
      rejected: this.rejections.count,
      oddities: Object.fromEntries(this.oddities.entries()),
      coverage: this.options.coverage,
    };
  }

  private writeTables(report: BuildReport): void {
    const { stage, tables } = this;
    writeReferenceTables(stage, tables, this.cityStates);
    stage.addRejections(this.rejections.first());
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
