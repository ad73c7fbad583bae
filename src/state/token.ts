/** What every token begins with, so that people and secret scanners know one when they see it. */
const PREFIX = 'cnpj_';

const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

/** 43 characters of 62 hold 256 bits, six hold the 32 of the checksum. */
const SECRET_LENGTH = 43;
const CHECKSUM_LENGTH = 6;

/** The length of every token, in characters. */
export const TOKEN_LENGTH = PREFIX.length + SECRET_LENGTH + CHECKSUM_LENGTH;

const FORM = new RegExp(`^${PREFIX}[${ALPHABET}]{${SECRET_LENGTH + CHECKSUM_LENGTH}}$`);

/** A whole number in base 62, padded to a width. */
function writeBase62(value: bigint, width: number): string {
  let rest = value;
  let text = '';
  for (let place = 0; place < width; place++) {
    text = ALPHABET.charAt(Number(rest % 62n)) + text;
    rest /= 62n;
  }
  return text;
}

/** The six characters that end a token: the CRC-32 of what stands before them. */
function checksumOf(text: string): string {
  return writeBase62(BigInt(Bun.hash.crc32(text)), CHECKSUM_LENGTH);
}

/** A new token: the prefix, 256 random bits and a checksum. */
export function createToken(): string {
  const random = crypto.getRandomValues(new Uint8Array(32)).toHex();
  const text = PREFIX + writeBase62(BigInt(`0x${random}`), SECRET_LENGTH);
  return text + checksumOf(text);
}

/**
 * Whether a text has a token's form: prefix, length, letters and checksum. A text with one character changed,
 * or two neighbours exchanged, does not.
 */
export function isTokenForm(text: string): boolean {
  return FORM.test(text) && checksumOf(text.slice(0, -CHECKSUM_LENGTH)) === text.slice(-CHECKSUM_LENGTH);
}

/**
 * The SHA-256 of a token: all that is kept of it. With 256 random bits there is nothing to guess, so no slow
 * hash is needed. `into` spares the hot path an allocation.
 */
export function hashToken(text: string, into: Uint8Array<ArrayBuffer> = new Uint8Array(32)): Uint8Array {
  Bun.SHA256.hash(text, into);
  return into;
}
