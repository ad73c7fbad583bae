import type { ByteWriter } from '../byte-writer.ts';
import { type FieldPostings, NO_TERM } from '../postings.ts';
import type { RowReader } from '../row-reader.ts';
import type { RowContext } from './casts.ts';
import { activityCodes, branchKind, postalCode } from './establishment.ts';

/**
 * Casts of columns whose values hardly repeat, so that each is looked at: what is as it should be, which nearly all
 * are, is copied byte by byte, and anything else goes to the functions on text.
 */

const HEAD_OFFICE = 49;
const BRANCH = 50;
const COMMA = 44;
const ZERO = 48;
const CEP_LENGTH = 8;
const ACTIVITY_LENGTH = 7;
const LAST_ASCII = 127;

function isDigit(byte: number | undefined): boolean {
  return byte !== undefined && byte >= 48 && byte <= 57;
}

function hasDigits(bytes: Buffer, start: number, end: number): boolean {
  for (let index = start; index < end; index++) if (!isDigit(bytes[index])) return false;
  return true;
}

function hasZerosOnly(bytes: Buffer, start: number, end: number): boolean {
  for (let index = start; index < end; index++) if (bytes[index] !== ZERO) return false;
  return true;
}

/** Goes past root, order and check digits, and writes whether the row is of a head office or a branch. */
export function copyKind(reader: RowReader, out: ByteWriter, context: RowContext): void {
  reader.skip(2);
  const { start, end } = reader;
  reader.skip(2);
  const byte = reader.bytes[reader.start] ?? 0;
  if (reader.end === reader.start + 1 && (byte === HEAD_OFFICE || byte === BRANCH)) out.put(byte);
  else out.text(branchKind(reader.text(), reader.bytes.toString('latin1', start, end), context), 'latin1');
}

/** Writes a postal code and returns its term. */
export function copyCep(
  reader: RowReader,
  out: ByteWriter,
  context: RowContext,
  postings: FieldPostings,
): number {
  reader.next();
  const { bytes, start, end } = reader;
  if (end - start === CEP_LENGTH && hasDigits(bytes, start, end) && !hasZerosOnly(bytes, start, end)) {
    out.copy(bytes, start, end);
    return postings.termAt(bytes, start, end);
  }
  const cep = postalCode(reader.text(), context);
  out.text(cep, 'latin1');
  return postings.termOf(cep);
}

/** Writes a telephone, fax or area code; zeros alone are none. */
export function copyPhone(reader: RowReader, out: ByteWriter): void {
  reader.next();
  const { bytes, start, end } = reader;
  if (!hasZerosOnly(bytes, start, end)) out.copy(bytes, start, end);
}

/** Writes a text in small letters. */
export function copyLowerCase(reader: RowReader, out: ByteWriter): void {
  reader.next();
  const { bytes, start, end } = reader;
  const before = out.length;
  for (let index = start; index < end; index++) {
    const byte = bytes[index] ?? 0;
    if (byte > LAST_ASCII) {
      out.length = before;
      out.text(reader.text().toLowerCase(), 'latin1');
      return;
    }
    out.put(byte >= 65 && byte <= 90 ? byte + 32 : byte);
  }
}

/** The column of secondary activities: a list of codes, each of which is posted. */
export class ActivityList {
  private terms: number[] = [];

  constructor(
    private readonly context: RowContext,
    private readonly postings: FieldPostings,
  ) {}

  /** Goes to the reader's next field and writes its codes. */
  copyNext(reader: RowReader, out: ByteWriter): void {
    reader.next();
    this.terms.length = 0;
    const { bytes, start, end } = reader;
    if (start === end) return;
    for (let code = start; code < end; code += ACTIVITY_LENGTH + 1) {
      const after = code + ACTIVITY_LENGTH;
      const ends = after === end || (bytes[after] === COMMA && after + 1 < end);
      if (after > end || !ends || !hasDigits(bytes, code, after)) {
        this.copyText(reader.text(), out);
        return;
      }
      this.terms.push(this.postings.termAt(bytes, code, after));
    }
    out.copy(bytes, start, end);
  }

  /** Posts the codes that were written last. */
  post(number: number): void {
    for (const term of this.terms) this.postings.post(term, number);
  }

  private copyText(text: string, out: ByteWriter): void {
    const codes = activityCodes(text, this.context);
    out.text(codes, 'latin1');
    this.terms.length = 0;
    for (const code of codes.split(',')) {
      const term = this.postings.termOf(code);
      if (term !== NO_TERM) this.terms.push(term);
    }
  }
}
