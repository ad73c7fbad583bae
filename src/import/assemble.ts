import { wordsOf } from '../domain/text.ts';
import { FIELDS } from '../registry/fields.ts';
import type { PartnerRecord } from '../registry/record.ts';
import { type AdditionParts, AdditionQueue, uniteRegistrations } from './additions.ts';
import { CityStates } from './city-states.ts';
import { CompanyPart } from './company-part.ts';
import { composeCompany, composeRecord, composeRegistrations, type Registrations } from './compose.ts';
import { covers } from './coverage.ts';
import { postEstablishment } from './establishment-postings.ts';
import { OddityCounter } from './oddities.ts';
import { PostingsBuilder } from './postings.ts';
import { type Assembled, type Coverage, noRows, ROW_KINDS } from './protocol.ts';
import { openCursors, type RangeCursors } from './range-cursors.ts';
import { RangeReader } from './range-reader.ts';
import type { RootRange } from './ranges.ts';
import { RecordWriter } from './record-writer.ts';
import { takeRegistrations } from './registrations.ts';
import { RowReader } from './row-reader.ts';
import type { KnownCodes, RowContext } from './rows/casts.ts';
import { EstablishmentColumns } from './rows/establishment-columns.ts';
import { RunFile } from './run-file.ts';
import type { Spill } from './spill.ts';

/** What all ranges of one import have in common. */
export interface AssemblySettings {
  readonly spills: readonly Spill[];
  readonly known: KnownCodes;
  readonly lastYear: number;
  readonly coverage: Coverage;
  /** The moment of the extraction, ISO 8601 in UTC: what was learnt later than that is newer than the files. */
  readonly extractedAt: string;
}

const TAB = 9;

/**
 * Joins ranges of roots, one after the other in the same memory: records in CNPJ order, the postings of all that is
 * searched by, the counts.
 */
export class RangeAssembler {
  private readonly oddities = new OddityCounter();
  private readonly context: RowContext;
  private readonly reader: RangeReader;
  private readonly postings = new PostingsBuilder();
  private readonly company: CompanyPart;
  private readonly columns: EstablishmentColumns;
  private readonly writer = new RecordWriter();
  private readonly runs: RunFile;
  private row = new RowReader(Buffer.alloc(0));
  private cursors: RangeCursors = openCursors({ bytes: this.row.bytes, kinds: [] }, this.oddities);
  private additions = new AdditionQueue([]);
  private counts = noRows();
  private readonly cityStates = new CityStates();
  private readonly partnerEstablishments: number[] = [];

  /** Postings are written to a file at `runPath`. */
  constructor(
    private readonly settings: AssemblySettings,
    runPath: string,
  ) {
    const { known, lastYear, spills } = settings;
    this.context = { oddities: this.oddities, known, lastYear };
    this.reader = new RangeReader(spills, ROW_KINDS.length);
    this.company = new CompanyPart(this.context, this.postings);
    this.columns = new EstablishmentColumns(this.context, this.postings);
    this.runs = new RunFile(runPath);
  }

  /** Joins one range, with what was learnt upstream of it. Its records may go to `memory`, which is lost to the caller. */
  assemble(range: RootRange, additions: readonly AdditionParts[], memory?: ArrayBuffer): Assembled {
    this.begin(range, additions, memory);
    const { companies, establishments } = this.cursors;
    for (;;) {
      const root = Math.min(establishments.root, this.additions.root);
      if (companies.root < root) this.passOver(companies.root);
      else if (root < Number.POSITIVE_INFINITY) this.assembleCompany(root);
      else break;
    }
    for (const kind of ROW_KINDS) this.cursors[kind].finish();
    return {
      type: 'assembled',
      ...this.writer.finish(),
      partners: Uint32Array.from(this.partnerEstablishments),
      run: this.runs.write(this.postings),
      counts: ROW_KINDS.map((kind) => [kind, this.counts[kind]]),
      oddities: this.oddities.entries(),
      cityStates: this.cityStates.entries(),
    };
  }

  /** Lets the files go. */
  close(): void {
    this.reader.close();
    this.runs.close();
  }

  private begin(
    range: RootRange,
    additions: readonly AdditionParts[],
    memory: ArrayBuffer | undefined,
  ): void {
    this.oddities.clear();
    this.postings.clear();
    this.columns.clear();
    this.writer.clear(memory);
    this.cityStates.clear();
    this.partnerEstablishments.length = 0;
    this.counts = noRows();
    this.additions = new AdditionQueue(additions);
    const rows = this.reader.read(range);
    this.row = new RowReader(rows.bytes);
    this.company.clear(rows.bytes);
    this.cursors = openCursors(rows, this.oddities);
  }

  /** A company without establishments has no CNPJ that could be asked for. */
  private passOver(root: number): void {
    this.cursors.companies.takeOne(root, 0);
    this.cursors.partners.take(root, 0);
    this.cursors.simples.takeOne(root, 0);
    this.oddities.add('emptyCompany');
  }

  private assembleCompany(root: number): void {
    const { cursors, counts, writer } = this;
    const companyRow = cursors.companies.takeOne(root, 0);
    const simplesRow = cursors.simples.takeOne(root, 0);
    const isMissing = companyRow === undefined && cursors.establishments.root === root;
    this.company.read(companyRow, simplesRow, cursors.partners.take(root, 0));
    const before = writer.count;
    let first = before;
    for (;;) {
      const order = this.nextOrder(root);
      if (order === Number.POSITIVE_INFINITY) break;
      const row = cursors.establishments.takeOne(root, order);
      const addition = this.additions.take(root, order);
      const registrations = takeRegistrations(this.row.bytes, cursors, root, order, this.context);
      if (addition !== undefined && (row === undefined || addition.updatedAt > this.settings.extractedAt)) {
        this.postPartners(first);
        this.addAddition(root, order, addition, registrations);
        first = writer.count;
      } else if (row !== undefined) {
        this.addEstablishment(root, order, row, registrations, addition !== undefined);
      }
    }
    this.postPartners(first);
    if (writer.count === before) return;
    if (isMissing) this.oddities.add('missingCompany');
    else counts.companies++;
    if (simplesRow !== undefined) counts.simples++;
    counts.partners += this.company.partnerCount;
  }

  /** The next order number of a root, in the files or among the additions; infinite where there is none. */
  private nextOrder(root: number): number {
    const { establishments } = this.cursors;
    const published = establishments.root === root ? establishments.order : Number.POSITIVE_INFINITY;
    const learnt = this.additions.root === root ? this.additions.order : Number.POSITIVE_INFINITY;
    return Math.min(published, learnt);
  }

  /** Adds a row's record; `isWanted` takes it in whatever the registry is limited to. */
  private addEstablishment(
    root: number,
    order: number,
    row: number,
    registrations: Registrations,
    isWanted: boolean,
  ): void {
    const { columns, company, writer } = this;
    const { out } = writer;
    company.writeHead(out);
    this.row.open(row);
    columns.write(this.row, out);
    // The field `updatedAt` is empty: the extraction's own date.
    out.put(TAB);
    const covered = columns.covered();
    if (!isWanted && !covers(this.settings.coverage, covered)) {
      writer.drop();
      return;
    }
    this.cityStates.note(covered);
    const sections = composeRegistrations(registrations);
    company.writePartners(out, sections === '');
    if (sections !== '') writer.append(sections);
    company.post(writer.count);
    columns.post(writer.count);
    writer.end(root, order);
    this.countEstablishment(registrations);
  }

  /** Adds a record that was learnt later than the files, or that they lack, with the partners of its own. */
  private addAddition(
    root: number,
    order: number,
    addition: AdditionParts,
    registrations: Registrations,
  ): void {
    const { company, own, partners, simples, updatedAt } = addition;
    const stateRegistrations = uniteRegistrations(
      registrations.stateRegistrations,
      addition.stateRegistrations,
    );
    const all = { ...registrations, stateRegistrations };
    const number = this.writer.count;
    this.oddities.add('learntRecord');
    this.cityStates.note(own);
    postEstablishment(this.postings, company, wordsOf(company.name), own, number);
    this.writer.append(composeRecord(composeCompany(company, simples, partners), own, all, updatedAt));
    this.writer.end(root, order);
    this.countEstablishment(all);
    this.postLearntPartners(partners, number);
  }

  private countEstablishment({ regimes, stateRegistrations, suframa }: Registrations): void {
    const { counts } = this;
    counts.establishments++;
    counts.regimes += regimes.length;
    counts.stateRegistrations += stateRegistrations.length;
    counts.suframa += suframa.length;
  }

  /**
   * Posts the company's partners for its establishments from `first` to the last. A word that is asked alone is found
   * by the establishments themselves.
   */
  private postPartners(first: number): void {
    const count = this.writer.count - first;
    if (count === 0) return;
    this.company.postPartners(this.partnerCount, first, count);
    for (let partner = 0; partner < this.company.partnerCount; partner++)
      this.partnerEstablishments.push(first, count);
  }

  private postLearntPartners(partners: readonly PartnerRecord[], establishment: number): void {
    for (const { name } of partners) {
      for (const word of wordsOf(name)) {
        this.postings.add(FIELDS.partnerWord, word, this.partnerCount);
        this.postings.add(FIELDS.companyPartnerWord, word, establishment);
      }
      this.partnerEstablishments.push(establishment, 1);
    }
  }

  /** Partners have numbers of their own, so that all the words of a name can be asked of one of them. */
  private get partnerCount(): number {
    return this.partnerEstablishments.length / 2;
  }
}
