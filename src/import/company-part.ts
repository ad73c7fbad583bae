import { SECTION } from '../registry/record.ts';
import { ByteWriter } from './byte-writer.ts';
import type { PostingsBuilder } from './postings.ts';
import { RowReader } from './row-reader.ts';
import type { RowContext } from './rows/casts.ts';
import { CompanyColumns } from './rows/company-columns.ts';
import { PartnerColumns } from './rows/partner-columns.ts';
import { SimplesColumns } from './rows/simples.ts';

const TAB = 9;
const SECTION_BYTE = SECTION.charCodeAt(0);

/** The part of a record that all of a company's establishments share: it is cast once and copied into each. */
export class CompanyPart {
  private readonly columns: CompanyColumns;
  private readonly simples: SimplesColumns;
  private readonly partners: PartnerColumns;
  private readonly head = new ByteWriter(1 << 10);
  private readonly partnerSection = new ByteWriter(1 << 10);
  private reader = new RowReader(Buffer.alloc(0));

  constructor(context: RowContext, postings: PostingsBuilder) {
    this.columns = new CompanyColumns(context, postings);
    this.simples = new SimplesColumns(context);
    this.partners = new PartnerColumns(context, postings);
  }

  /** Begins a range, whose rows stand in `bytes`. */
  clear(bytes: Buffer): void {
    this.reader = new RowReader(bytes);
    this.columns.clear();
    this.simples.clear();
    this.partners.clear();
  }

  /** How many partners the company has. */
  get partnerCount(): number {
    return this.partners.count;
  }

  /** Reads a company, given by where its rows begin; undefined for a row that is missing. */
  read(company: number | undefined, simples: number | undefined, partners: readonly number[]): void {
    const { head, reader } = this;
    head.clear();
    if (company === undefined) {
      this.columns.writeMissing(head);
    } else {
      reader.open(company);
      this.columns.write(reader, head);
    }
    head.reserve(1);
    head.put(TAB);
    if (simples === undefined) {
      this.simples.writeMissing(head);
    } else {
      reader.open(simples);
      this.simples.write(reader, head);
    }
    this.partners.begin();
    this.partnerSection.clear();
    for (const partner of partners) {
      reader.open(partner);
      this.partners.add(reader);
    }
    this.partners.write(this.partnerSection);
  }

  /** Writes the fields of a record before the establishment's own, and the separator behind them. */
  writeHead(out: ByteWriter): void {
    const { head } = this;
    out.reserve(head.length + 1);
    out.copy(head.bytes, 0, head.length);
    out.put(TAB);
  }

  /** Writes the section of partners: nothing where it is empty and no other follows. */
  writePartners(out: ByteWriter, isLast: boolean): void {
    const { partnerSection } = this;
    if (isLast && partnerSection.length === 0) return;
    out.reserve(partnerSection.length + 1);
    out.put(SECTION_BYTE);
    out.copy(partnerSection.bytes, 0, partnerSection.length);
  }

  /** Posts the company for one of its establishments. */
  post(number: number): void {
    this.columns.post(number);
  }

  /** Posts the partners under numbers of their own from `first` on, and under those of `count` establishments. */
  postPartners(first: number, firstEstablishment: number, count: number): void {
    this.partners.post(first, firstEstablishment, count);
  }
}
