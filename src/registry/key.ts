/**
 * A CNPJ's twelve base characters as one integer: base 36, digits before letters, so that integers order as the
 * CNPJs' text does. The greatest, 36^12 - 1, fits the 64 bits of a SQLite rowid.
 */

const LOW_HALF = 36n ** 6n;
const ORDERS = 36n ** 4n;

/** The value of one character, 0 to 35; the caller has checked its form. */
function digitOf(code: number): number {
  return code < 58 ? code - 48 : code - 55;
}

/** The value of up to eight characters from `start` as a base-36 number, which a double holds exactly. */
function parseBase36(text: string, start: number, end: number): number {
  let value = 0;
  for (let index = start; index < end; index++) value = value * 36 + digitOf(text.charCodeAt(index));
  return value;
}

/** The row key of a CNPJ, or of its first twelve characters: capitals and digits only. */
export function packKey(cnpj: string): bigint {
  return BigInt(parseBase36(cnpj, 0, 6)) * LOW_HALF + BigInt(parseBase36(cnpj, 6, 12));
}

const UINT32 = 2 ** 32;
const TWELVE_BITS = 2 ** 12;
const SIX_CHARACTERS = 36 ** 6 / TWELVE_BITS;
const THREE_CHARACTERS = 36 ** 3;

/** Where a key's characters are put before they are a string: two conversions to base 36 took twice as long. */
const characters = Buffer.alloc(12);

/** The character of a value, 0 to 35. */
function codeOf(digit: number): number {
  return digit < 10 ? digit + 48 : digit + 55;
}

/** Puts three characters at a place. */
function putThree(value: number, at: number): void {
  characters[at] = codeOf(Math.floor(value / 1296));
  characters[at + 1] = codeOf(Math.floor(value / 36) % 36);
  characters[at + 2] = codeOf(value % 36);
}

/** The twelve characters behind a key, given by its upper and its lower 32 bits, without a bigint. */
export function unpackKeyHalves(upper: number, lower: number): string {
  // Six characters are a multiple of twelve bits, and what is left without these is no more than a double holds.
  const shifted = upper * (UINT32 / TWELVE_BITS) + (lower >>> 12);
  const first = Math.floor(shifted / SIX_CHARACTERS);
  const last = (shifted - first * SIX_CHARACTERS) * TWELVE_BITS + (lower & (TWELVE_BITS - 1));
  putThree(Math.floor(first / THREE_CHARACTERS), 0);
  putThree(first % THREE_CHARACTERS, 3);
  putThree(Math.floor(last / THREE_CHARACTERS), 6);
  putThree(last % THREE_CHARACTERS, 9);
  return characters.toString('latin1');
}

/** The twelve characters behind a key. */
export function unpackKey(key: bigint): string {
  return unpackKeyHalves(Number(key >> 32n), Number(BigInt.asUintN(32, key)));
}

/** The keys a root's establishments may have: from the first, inclusive, to the last, inclusive. */
export function keyRangeOfRoot(root: string): { first: bigint; last: bigint } {
  const first = packKey(`${root}0000`);
  return { first, last: first + ORDERS - 1n };
}
