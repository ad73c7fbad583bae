/** Bytes a varint of a number below 2^32 may take. */
export const MAX_VARINT_BYTES = 5;

/** Writes a whole number below 2^32 in groups of seven bits, the lowest first; returns the offset after it. */
export function writeVarint(target: Uint8Array, offset: number, number: number): number {
  let at = offset;
  let rest = number;
  while (rest > 127) {
    target[at++] = (rest & 127) | 128;
    rest >>>= 7;
  }
  target[at++] = rest;
  return at;
}
