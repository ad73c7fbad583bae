import { expect, test } from 'bun:test';
import fc from 'fast-check';
import { orderNumber, rootNumber } from '../../src/import/keyed-rows.ts';
import { RecordWriter } from '../../src/import/record-writer.ts';
import { packKey } from '../../src/registry/key.ts';
import { readRecord } from '../../src/registry/record.ts';

const digit = fc.constantFrom(...'0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ');
const base = fc.oneof(
  fc.array(digit, { minLength: 12, maxLength: 12 }).map((digits) => digits.join('')),
  fc.constantFrom('000000000000', '000000000001', '99999999ZZZZ', 'ZZZZZZZZZZZZ'),
);

test('records come out as they went in, under the keys that lookups ask by', () => {
  const record = fc.record({
    base,
    start: fc.string({ unit: fc.constantFrom(...'Aé \t') }),
    rest: fc.string(),
  });
  fc.assert(
    fc.property(fc.array(record), fc.boolean(), (records, isReused) => {
      const writer = new RecordWriter();
      writer.clear(isReused ? new ArrayBuffer(8) : undefined);
      for (const { base: key, start, rest } of records) {
        writer.out.text(start, 'latin1');
        writer.drop();
        writer.out.text(start, 'latin1');
        if (rest !== '') writer.append(rest);
        writer.end(rootNumber(key.slice(0, 8)), orderNumber(key.slice(8)));
      }
      const packed = writer.finish();
      let at = 0;
      const read = [...packed.lengths].map((length, place) => {
        const bytes = Buffer.from(packed.records.slice(at, at + length));
        at += length;
        return { key: packed.keys[place], text: readRecord(bytes) };
      });
      expect(read).toEqual(
        records.map((each) => ({ key: packKey(each.base), text: each.start + each.rest })),
      );
    }),
  );
});
