import { expect, test } from 'bun:test';
import { MAX_ROW_BYTES } from '../../src/import/csv.ts';
import { cleanRow } from '../../src/import/row-text.ts';

/** Cleans a row in the scanner's buffer, which has room for the longest. */
function clean(bytes: Buffer, encoding: 'latin1' | 'utf8'): { text: string; repaired: boolean } {
  const row = Buffer.alloc(MAX_ROW_BYTES + 64);
  bytes.copy(row);
  const { length, repaired } = cleanRow(row, bytes.length, encoding);
  return { text: row.toString(encoding, 0, length), repaired };
}

test('bytes that are no UTF-8 cost nothing but themselves, though each becomes three', () => {
  const name = Buffer.from([...Buffer.from('JO'), 0xc3, ...Buffer.from('O '), 0xc7, 0xc3, 0xc2, 0x85]);
  const row = Buffer.concat([Buffer.from('12345678\t'), name, Buffer.from('\tSP\tATIVA')]);
  expect(clean(row, 'utf8').text).toBe('12345678\tJO\ufffdO \ufffd\ufffd\tSP\tATIVA');
});

test('letters read in the wrong encoding are put right, and what follows stays', () => {
  expect(clean(Buffer.from('PANIFICAÇÃO\tSÃO PAULO\t123', 'utf8'), 'latin1')).toEqual({
    text: 'PANIFICAÇÃO\tSÃO PAULO\t123',
    repaired: true,
  });
});

test('right letters are left as they are', () => {
  expect(clean(Buffer.from('MAÇÃ\u00a0VERDE LTDA', 'latin1'), 'latin1').text).toBe('MAÇÃ VERDE LTDA');
  expect(clean(Buffer.from('PADARIA AÇÚCAR\tBELÉM', 'latin1'), 'latin1')).toEqual({
    text: 'PADARIA AÇÚCAR\tBELÉM',
    repaired: false,
  });
});
