import { createReadStream } from 'node:fs';
import { checkDigits, isCnpj } from '../../domain/cnpj.ts';

/** How many CNPJs one comparison takes: at three a minute, eleven hours. */
const MAX_CNPJS = 2_000;
/** A list of so many is no longer than this, however it is written. */
const MAX_BYTES = 1 << 20;

/** A list of CNPJs that cannot be used: the message names the line. */
export class CnpjListError extends Error {
  override name = 'CnpjListError';
}

function readLine(line: string, number: number, path: string): string {
  const cnpj = line.replace(/[./-]/g, '').toUpperCase();
  if (isCnpj(cnpj)) return cnpj;
  const digits = /^[0-9A-Z]{14}$/.test(cnpj)
    ? `its check digits should be ${checkDigits(cnpj.slice(0, 12))}`
    : 'it has 14 digits or capital letters';
  throw new CnpjListError(`${path}, line ${number}: \`${line.slice(0, 40)}\` is no CNPJ: ${digits}.`);
}

/** Reads a file, or whatever comes by a pipe, as far as a list may be long. Throws CnpjListError. */
async function readBounded(path: string): Promise<string> {
  const pieces: Buffer[] = [];
  let length = 0;
  try {
    for await (const piece of createReadStream(path)) {
      pieces.push(piece);
      length += piece.length;
      if (length > MAX_BYTES) break;
    }
  } catch (cause) {
    const code = cause instanceof Error && 'code' in cause ? cause.code : undefined;
    if (code === 'ENOENT' || code === 'ENOTDIR') throw new CnpjListError(`There is no file ${path}.`);
    if (code === 'EISDIR') throw new CnpjListError(`${path} is a folder: give a file with a CNPJ a line.`);
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new CnpjListError(`${path} cannot be read (${reason}).`);
  }
  if (length > MAX_BYTES) {
    throw new CnpjListError(`${path} is larger than a list of ${MAX_CNPJS} CNPJs can be: give a part of it.`);
  }
  return Buffer.concat(pieces).toString('utf8');
}

/**
 * Reads a file or pipe of CNPJs: one a line, punctuated or not; empty lines and those that begin with `#` say nothing.
 * Each CNPJ stands once in the result. Throws CnpjListError.
 */
export async function readCnpjList(path: string): Promise<readonly string[]> {
  const cnpjs = new Set<string>();
  for (const [index, text] of (await readBounded(path)).split('\n').entries()) {
    const line = text.trim();
    if (line !== '' && !line.startsWith('#')) cnpjs.add(readLine(line, index + 1, path));
  }
  if (cnpjs.size === 0) throw new CnpjListError(`${path} has no CNPJ in it: one a line is expected.`);
  if (cnpjs.size > MAX_CNPJS) {
    throw new CnpjListError(`${path} has ${cnpjs.size} CNPJs; one comparison takes ${MAX_CNPJS} at most.`);
  }
  return [...cnpjs];
}
