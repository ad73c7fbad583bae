import { FIELDS } from '../../registry/fields.ts';
import { ENTRY } from '../../registry/record.ts';
import { ByteWriter } from '../byte-writer.ts';
import { CodeColumn } from '../code-column.ts';
import { NameWords } from '../name-words.ts';
import type { PostingsBuilder } from '../postings.ts';
import type { RowReader } from '../row-reader.ts';
import { countryCode, isoDate, qualificationCode, type RowContext } from './casts.ts';
import { ageBracket, partnerKind, representativeQualification } from './partner.ts';

const TAB = 9;
const ENTRY_BYTE = ENTRY.charCodeAt(0);
/** What the cast values of one row may have more bytes than the source has: a date's hyphens, leading zeros. */
const ROOM = 64;

/** Where a piece of a partner's entry lies. */
interface Piece {
  readonly start: number;
  readonly end: number;
}

/** A partner's entry as it was written, and the pieces that partners are put in order by. */
interface Entry extends Piece {
  readonly name: Piece;
  readonly order: readonly Piece[];
}

/** Writes rows of Socios, cast and in order, as the section of a company's records, and posts their names. */
export class PartnerColumns {
  private readonly words: NameWords;
  private readonly companyWords: NameWords;
  private readonly kinds: CodeColumn;
  private readonly qualifications: CodeColumn;
  private readonly dates: CodeColumn;
  private readonly countries: CodeColumn;
  private readonly representativeQualifications: CodeColumn;
  private readonly ages: CodeColumn;
  private readonly written = new ByteWriter(1 << 16);
  private readonly entries: Entry[] = [];

  constructor(context: RowContext, postings: PostingsBuilder) {
    this.words = new NameWords(postings.field(FIELDS.partnerWord));
    this.companyWords = new NameWords(postings.field(FIELDS.companyPartnerWord));
    this.kinds = new CodeColumn(partnerKind, context);
    this.qualifications = new CodeColumn(qualificationCode, context);
    this.dates = new CodeColumn(isoDate, context);
    this.countries = new CodeColumn(countryCode, context);
    this.representativeQualifications = new CodeColumn(representativeQualification, context);
    this.ages = new CodeColumn(ageBracket, context);
  }

  /** Forgets what was cast. */
  clear(): void {
    for (const column of [this.kinds, this.qualifications, this.dates, this.countries]) column.clear();
    this.representativeQualifications.clear();
    this.ages.clear();
  }

  /** Forgets the partners of the company before. */
  begin(): void {
    this.written.clear();
    this.entries.length = 0;
  }

  /** How many partners the company has. */
  get count(): number {
    return this.entries.length;
  }

  /** Adds a partner: the fields of PARTNER_FIELDS. */
  add(reader: RowReader): void {
    const { written } = this;
    written.reserve(reader.length + ROOM);
    const start = written.length;
    reader.skip(1);
    this.kinds.copyNext(reader, written);
    const name = this.copyText(reader);
    const document = this.copyText(reader);
    written.put(TAB);
    this.qualifications.copyNext(reader, written);
    written.put(TAB);
    const dateStart = written.length;
    this.dates.copyNext(reader, written);
    const date = { start: dateStart, end: written.length };
    written.put(TAB);
    this.countries.copyNext(reader, written);
    const representative = this.copyText(reader);
    this.copyText(reader);
    written.put(TAB);
    this.representativeQualifications.copyNext(reader, written);
    written.put(TAB);
    this.ages.copyNext(reader, written);
    const end = written.length;
    this.entries.push({ start, end, name, order: [date, name, document, representative, { start, end }] });
  }

  /** Puts the partners in order and writes them as a section. */
  write(out: ByteWriter): void {
    if (this.entries.length > 1) this.entries.sort((one, other) => this.compare(one, other));
    out.reserve(this.written.length + this.entries.length);
    let between = false;
    for (const { start, end } of this.entries) {
      if (between) out.put(ENTRY_BYTE);
      out.copy(this.written.bytes, start, end);
      between = true;
    }
  }

  /**
   * Posts the words of each partner, in the order in which they were written, under numbers from `first` on, and the
   * words of all of them under those of `count` establishments.
   */
  post(first: number, firstEstablishment: number, count: number): void {
    let partner = first;
    this.companyWords.clear();
    for (const { name } of this.entries) {
      this.words.clear();
      this.words.add(this.written.bytes, name.start, name.end);
      this.words.post(partner++);
      this.companyWords.addAll(this.words);
    }
    for (let number = firstEstablishment; number < firstEstablishment + count; number++) {
      this.companyWords.post(number);
    }
  }

  private copyText(reader: RowReader): Piece {
    const { written } = this;
    written.put(TAB);
    reader.next();
    const start = written.length;
    written.copy(reader.bytes, reader.start, reader.end);
    return { start, end: written.length };
  }

  /** By date of entry, name, document and representative, as `comparePartners` does; at last by the whole entry. */
  private compare(one: Entry, other: Entry): number {
    const { bytes } = this.written;
    for (const [index, first] of one.order.entries()) {
      const second = other.order[index] ?? first;
      const order = bytes.compare(bytes, second.start, second.end, first.start, first.end);
      if (order !== 0) return order;
    }
    return 0;
  }
}
