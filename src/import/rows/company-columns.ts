import { FIELDS } from '../../registry/fields.ts';
import type { ByteWriter } from '../byte-writer.ts';
import { CodeColumn } from '../code-column.ts';
import { NameWords } from '../name-words.ts';
import { type FieldPostings, NO_TERM, type PostingsBuilder } from '../postings.ts';
import type { RowReader } from '../row-reader.ts';
import { qualificationCode, type RowContext } from './casts.ts';
import { capital, legalNature, MISSING_COMPANY, size } from './company.ts';

const TAB = 9;
/** What the cast values of one row may have more bytes than the source has: a leading zero, a size for a blank. */
const ROOM = 64;

/** Writes rows of Empresas, cast, and posts what their establishments can be searched by. */
export class CompanyColumns {
  private readonly words: NameWords;
  private readonly legalNatures: CodeColumn;
  private readonly qualifications: CodeColumn;
  private readonly capitals: CodeColumn;
  private readonly sizes: CodeColumn;
  private readonly naturePostings: FieldPostings;
  private readonly sizePostings: FieldPostings;
  private nature = NO_TERM;
  private size = NO_TERM;

  constructor(context: RowContext, postings: PostingsBuilder) {
    this.naturePostings = postings.field(FIELDS.legalNature);
    this.sizePostings = postings.field(FIELDS.size);
    this.words = new NameWords(postings.field(FIELDS.companyWord));
    this.legalNatures = new CodeColumn(legalNature, context, this.naturePostings);
    this.qualifications = new CodeColumn(qualificationCode, context);
    this.capitals = new CodeColumn(capital, context);
    this.sizes = new CodeColumn(size, context, this.sizePostings);
  }

  /** Forgets what was cast, as the postings do between two ranges. */
  clear(): void {
    for (const column of [this.legalNatures, this.qualifications, this.capitals, this.sizes]) column.clear();
  }

  /** Writes the fields from `companyName` to `federativeEntity`. */
  write(reader: RowReader, out: ByteWriter): void {
    out.reserve(reader.length + ROOM);
    reader.skip(1);
    reader.next();
    this.words.clear();
    this.words.add(reader.bytes, reader.start, reader.end);
    out.copy(reader.bytes, reader.start, reader.end);
    out.put(TAB);
    this.nature = this.legalNatures.termOf(this.legalNatures.copyNext(reader, out));
    out.put(TAB);
    this.qualifications.copyNext(reader, out);
    out.put(TAB);
    this.capitals.copyNext(reader, out);
    out.put(TAB);
    this.size = this.sizes.termOf(this.sizes.copyNext(reader, out));
    out.put(TAB);
    reader.next();
    out.copy(reader.bytes, reader.start, reader.end);
  }

  /** Writes the same fields for a company whose row is missing. */
  writeMissing(out: ByteWriter): void {
    const { name, legalNature, responsibleQualification, capital, size, federativeEntity } = MISSING_COMPANY;
    out.text(
      [name, legalNature, responsibleQualification, capital, size, federativeEntity].join('\t'),
      'latin1',
    );
    this.words.clear();
    this.nature = this.naturePostings.termOf(legalNature);
    this.size = this.sizePostings.termOf(size);
  }

  /** Posts the company that was written last for one of its establishments. */
  post(number: number): void {
    this.words.post(number);
    this.naturePostings.post(this.nature, number);
    this.sizePostings.post(this.size, number);
  }
}
