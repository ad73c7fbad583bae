import { basename } from 'node:path';
import { checkDigits } from '../domain/cnpj.ts';
import { RowScanner } from './csv.ts';
import { type Oddity, OddityCounter } from './oddities.ts';
import { type Rejection, ROW_KINDS, type RowKind } from './protocol.ts';
import { cleanRow } from './row-text.ts';
import { regimeOfFile } from './rows/registrations.ts';
import { type SourceFile, sourceOf } from './sources.ts';
import type { SpillWriter } from './spill.ts';
import { splitTornRow } from './torn-rows.ts';
import { readMember } from './zip.ts';

/** How many unusable rows of one file are kept with their text; all are counted. */
const MAX_REJECTIONS = 10_000;
const MAX_REJECTED_TEXT = 500;
const PROGRESS_BYTES = 4 << 20;

const TAB = 9;
const BLANK = 32;
const KEY_LENGTH = 12;
const ROOT_LENGTH = 8;

/** What came of one file. */
export interface PartitionResult {
  readonly rows: number;
  readonly rejected: number;
  readonly rejections: readonly Rejection[];
  readonly oddities: readonly (readonly [Oddity, number])[];
}

/** Whether a byte is a digit or capital letter; small letters have been raised before. */
function isKeyByte(byte: number): boolean {
  return (byte >= 48 && byte <= 57) || (byte >= 65 && byte <= 90);
}

function raise(byte: number): number {
  return byte >= 97 && byte <= 122 ? byte - 32 : byte;
}

/** Copies `length` key characters into `key`, raised; false where one is no digit or letter. */
function copyKey(row: Buffer, start: number, key: Buffer, offset: number, length: number): boolean {
  for (let index = 0; index < length; index++) {
    const byte = raise(row[start + index] ?? 0);
    if (!isKeyByte(byte)) return false;
    key[offset + index] = byte;
  }
  return true;
}

/** Fills `key` from a row, or tells why the row has no usable one. */
type KeyReader = (row: Buffer, length: number, key: Buffer) => string | undefined;

const BAD_ROOT = 'the root is not eight digits or letters';

const readRoot: KeyReader = (row, length, key) => {
  const ends = length === ROOT_LENGTH || row[ROOT_LENGTH] === TAB;
  key.fill(BLANK, ROOT_LENGTH);
  return ends && copyKey(row, 0, key, 0, ROOT_LENGTH) ? undefined : BAD_ROOT;
};

const readRootOrderAndDigits: KeyReader = (row, length, key) => {
  if (row[ROOT_LENGTH] !== TAB || !copyKey(row, 0, key, 0, ROOT_LENGTH)) return BAD_ROOT;
  const order = ROOT_LENGTH + 1;
  const digits = order + 5;
  if (row[order + 4] !== TAB || !copyKey(row, order, key, ROOT_LENGTH, 4)) {
    return 'the order number is not four digits or letters';
  }
  const ends = length === digits + 2 || row[digits + 2] === TAB;
  return ends && hasCheckDigits(key, row, digits)
    ? undefined
    : `the check digits should be ${checkDigits(key.toString('latin1', 0, KEY_LENGTH))}`;
};

/** The check digits of domain/cnpj.ts, on bytes: a text for each of 72 million rows took longer than reading them. */
function hasCheckDigits(key: Buffer, row: Buffer, digits: number): boolean {
  let first = 0;
  let second = 0;
  for (let index = 0; index < KEY_LENGTH; index++) {
    const value = (key[index] ?? 0) - 48;
    first += value * (FIRST_WEIGHTS[index] ?? 0);
    second += value * (SECOND_WEIGHTS[index] ?? 0);
  }
  const firstDigit = digitOfSum(first);
  const secondDigit = digitOfSum(second + 2 * firstDigit);
  return row[digits] === 48 + firstDigit && row[digits + 1] === 48 + secondDigit;
}

const FIRST_WEIGHTS = [5, 4, 3, 2, 9, 8, 7, 6, 5, 4, 3, 2];
const SECOND_WEIGHTS = [6, 5, 4, 3, 2, 9, 8, 7, 6, 5, 4, 3];

function digitOfSum(sum: number): number {
  const rest = sum % 11;
  return rest < 2 ? 0 : 11 - rest;
}

/** The key of a row that carries a whole CNPJ, punctuated or not, in one of its columns. */
function cnpjReader(column: number): KeyReader {
  return (row, length, key) => {
    const fields = row.toString('latin1', 0, length).split('\t');
    const cnpj = (fields[column] ?? '').replace(/[./\s-]/g, '').toUpperCase();
    if (!/^[0-9A-Z]{12}\d{2}$/.test(cnpj)) return 'the CNPJ is not fourteen digits or letters';
    if (!cnpj.endsWith(checkDigits(cnpj.slice(0, KEY_LENGTH))))
      return `the CNPJ ${cnpj} has wrong check digits`;
    key.write(cnpj, 0, KEY_LENGTH, 'latin1');
    return undefined;
  };
}

const KEY_READERS: Readonly<Record<RowKind, KeyReader>> = {
  companies: readRoot,
  establishments: readRootOrderAndDigits,
  partners: readRoot,
  simples: readRoot,
  regimes: cnpjReader(1),
  suframa: cnpjReader(0),
  stateRegistrations: cnpjReader(0),
};

const UTF8_BOM = Buffer.from([0xef, 0xbb, 0xbf]);

/**
 * Reads one file of rows, in bounded memory, and spills each by its key. A row with too few or too many columns, of
 * excessive length or without a usable key is set aside with its line and the reason. Throws ImportFailure for a
 * damaged zip.
 */
export async function partitionFile(
  file: SourceFile & { kind: RowKind },
  spill: SpillWriter,
  onProgress: (bytes: number, rows: number) => void,
): Promise<PartitionResult> {
  const source = sourceOf(file.kind);
  const kind = ROW_KINDS.indexOf(file.kind);
  const readKey = KEY_READERS[file.kind];
  const place = basename(file.member.path);
  const suffix = file.kind === 'regimes' ? `\t${regimeOfFile(`${basename(file.member.name)} ${place}`)}` : '';
  const rejections: Rejection[] = [];
  const oddities = new OddityCounter();
  const key = Buffer.alloc(KEY_LENGTH, BLANK);
  let rows = 0;
  let rejected = 0;
  let headerDue = source.header;
  const reject = (row: Buffer, length: number, line: number, reason: string): void => {
    rejected++;
    if (rejections.length >= MAX_REJECTIONS) return;
    const text = row.toString('latin1', 0, Math.min(length, MAX_REJECTED_TEXT));
    rejections.push({ file: place, line, reason, text });
  };
  const due = source.columns.length;
  const accept = (row: Buffer, size: number, line: number, plain: boolean) => {
    let length = size;
    const problem = readKey(row, length, key);
    if (problem !== undefined) return reject(row, length, line, problem);
    rows++;
    if (!plain) {
      const cleaned = cleanRow(row, length, source.encoding);
      length = cleaned.length;
      if (cleaned.repaired) oddities.add('repairedText');
    }
    spill.add(kind, key, row, suffix === '' ? length : length + row.write(suffix, length, 'latin1'));
  };
  const scanner = new RowScanner(
    source.separator.charCodeAt(0),
    (row, length, columns, line, overflow, plain) => {
      if (headerDue) {
        // A file of the operator's that came without its header begins with a row like any other.
        headerDue = false;
        if (readKey(row, length, key) !== undefined) return;
      }
      if (overflow) return reject(row, length, line, 'the row is longer than 65,000 bytes');
      if (columns === due) return accept(row, length, line, plain);
      const torn = source.header ? undefined : splitTornRow(row, length, columns, due);
      if (torn === undefined)
        return reject(row, length, line, `it has ${columns} columns where ${due} are due`);
      for (const [index, each] of torn.entries()) accept(each, each.length, line + index, plain);
    },
  );
  let bytes = 0;
  let reported = 0;
  await readMember(file.member, (chunk) => {
    const whole = bytes === 0 && chunk.subarray(0, 3).equals(UTF8_BOM) ? chunk.subarray(3) : chunk;
    scanner.push(whole);
    bytes += chunk.length;
    if (bytes - reported >= PROGRESS_BYTES) {
      reported = bytes;
      onProgress(bytes, rows);
    }
  });
  scanner.end();
  onProgress(bytes, rows);
  return { rows, rejected, rejections, oddities: oddities.entries() };
}
