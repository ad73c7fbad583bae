import { expect, test } from 'bun:test';
import fc from 'fast-check';
import { checkDigits } from '../../src/domain/cnpj.ts';
import { keyRangeOfRoot, packKey, unpackKey } from '../../src/registry/key.ts';
import {
  ENTRY,
  FIELD,
  PARTNER_FIELDS,
  parseRecord,
  RECORD_FIELDS,
  RecordView,
  readRecord,
  SECTION,
  SUFRAMA_FIELDS,
  writeRecord,
} from '../../src/registry/record.ts';

const CHARACTER = fc.constantFrom(...'0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ');
const BASE = fc.string({ unit: CHARACTER, minLength: 12, maxLength: 12 });

test('a key holds all twelve characters, and keys stand in the order of their CNPJs', () => {
  fc.assert(
    fc.property(BASE, BASE, (one, other) => {
      expect(unpackKey(packKey(one))).toBe(one);
      expect(packKey(one + checkDigits(one))).toBe(packKey(one));
      expect(packKey(one) < packKey(other)).toBe(one < other);
      const { first, last } = keyRangeOfRoot(one.slice(0, 8));
      const isBranch = packKey(other) >= first && packKey(other) <= last;
      expect(isBranch).toBe(other.startsWith(one.slice(0, 8)));
    }),
  );
  expect(packKey('ZZZZZZZZZZZZ')).toBeLessThan(2n ** 63n);
});

/** A field of a record: cleaned text, of Latin-1 or beyond. */
const TEXT = fc.oneof(
  fc.string({ unit: fc.constantFrom(...' AZáÿ"\\;,'), maxLength: 8 }),
  fc.string({ unit: 'grapheme', maxLength: 4 }),
);
const row = (names: readonly string[]) =>
  fc.array(TEXT, { minLength: names.length, maxLength: names.length });

test('a record reads back as it was written, as texts and where it lies', () => {
  const record = fc.tuple(
    row(RECORD_FIELDS),
    fc.array(row(PARTNER_FIELDS), { maxLength: 3 }),
    fc.array(row(SUFRAMA_FIELDS), { maxLength: 3 }),
  );
  fc.assert(
    fc.property(record, ([fields, partners, suframa]) => {
      const section = (entries: readonly string[][]) => entries.map((entry) => entry.join(FIELD)).join(ENTRY);
      const text = [fields.join(FIELD), section(partners), '', section(suframa)].join(SECTION);
      const target = Buffer.alloc(text.length * 3 + 1);
      const bytes = target.subarray(0, writeRecord(text, target, 0));
      const parsed = parseRecord('11222333000181', readRecord(bytes));
      expect(RECORD_FIELDS.map((name) => parsed[name])).toEqual(fields);
      expect(parsed.partners.map((partner) => PARTNER_FIELDS.map((name) => partner[name]))).toEqual(partners);
      expect(parsed.suframa.map((entry) => SUFRAMA_FIELDS.map((name) => entry[name]))).toEqual(suframa);
      const view = new RecordView();
      view.open('11222333000181', bytes);
      expect(RECORD_FIELDS.map((_, field) => view.text(field))).toEqual(fields);
      expect(RECORD_FIELDS.map((_, field) => view.isEmpty(field))).toEqual(
        fields.map((field) => field === ''),
      );
      const read = (names: readonly string[]) => {
        const entries: string[][] = [];
        for (view.openSection(); view.nextEntry(); )
          entries.push(names.map((_, field) => view.entry.text(field)));
        return entries;
      };
      expect([read(PARTNER_FIELDS), read([]), read(SUFRAMA_FIELDS)]).toEqual([partners, [], suframa]);
    }),
  );
});

test('a torn record is a fault, never half an answer', () => {
  const torn = Buffer.from(Array.from({ length: RECORD_FIELDS.length - 1 }, () => 'x').join(FIELD));
  const message = /^The record of 11222333000181 has 39 fields where 40 are due\.$/;
  expect(() => parseRecord('11222333000181', readRecord(torn))).toThrow(message);
  expect(() => new RecordView().open('11222333000181', torn)).toThrow(message);
  expect(() => new RecordView().open('11222333000181', new Uint8Array(0))).toThrow('has 1 fields');
});
