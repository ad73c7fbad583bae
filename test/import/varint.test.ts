import { expect, test } from 'bun:test';
import fc from 'fast-check';
import { MAX_VARINT_BYTES, writeVarint } from '../../src/import/varint.ts';

/** Seven bits a byte, the lowest first. */
function readVarint(bytes: Uint8Array): number {
  return bytes.reduce((sum, byte, place) => sum + (byte & 127) * 128 ** place, 0);
}

test('a number below 2^32 is written in the fewest groups of seven bits', () => {
  const numbers = fc.oneof(
    fc.integer({ min: 0, max: 2 ** 32 - 1 }),
    fc.constantFrom(0, 127, 128, 16_383, 16_384, 2 ** 28, 2 ** 31, 2 ** 32 - 1),
  );
  fc.assert(
    fc.property(numbers, fc.nat(5), (number, offset) => {
      const target = new Uint8Array(offset + MAX_VARINT_BYTES);
      const end = writeVarint(target, offset, number);
      const bytes = target.subarray(offset, end);
      expect(readVarint(bytes)).toBe(number);
      expect(bytes.length).toBe(Math.max(1, Math.ceil(number.toString(2).length / 7)));
      expect([...bytes].map((byte) => byte > 127)).toEqual(
        [...bytes].map((_, place) => place < bytes.length - 1),
      );
    }),
  );
});
