import { describe, expect, test } from 'bun:test';
import fc from 'fast-check';
import { RowScanner } from '../../src/import/csv.ts';
import { splitTornRow } from '../../src/import/torn-rows.ts';

const COLUMNS = 4;
/** How a row may end: as it must, or torn. */
const ENDS = { whole: '"\n', missing: '\n', single: '""\n', apart: '" \n' } as const;

const key = fc.stringMatching(/^[0-9A-Z]{8}$/);
const text = fc.stringMatching(/^(?:[A-ZÇÃ0-9]{1,6}(?: [A-Z&.]{1,4})?)?$/);
const row = fc.tuple(key, text, text, text);
const end = fc.constantFrom(...Object.values(ENDS));

/** The rows of a file, those that ran together cut apart. */
function readRows(file: string): (string[] | undefined)[] {
  const rows: (string[] | undefined)[] = [];
  const fieldsOf = (bytes: Buffer, length: number) => bytes.toString('latin1', 0, length).split('\t');
  const scanner = new RowScanner(';'.charCodeAt(0), (bytes, length, columns) => {
    if (columns === COLUMNS) rows.push(fieldsOf(bytes, length));
    else
      rows.push(
        ...(splitTornRow(bytes, length, columns, COLUMNS)?.map((each) => fieldsOf(each, each.length)) ?? [
          undefined,
        ]),
      );
  });
  scanner.push(Buffer.from(file, 'latin1'));
  scanner.end();
  return rows;
}

describe('rows that ran together', () => {
  test('come apart as they were written, whichever of them are torn and however', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(row, end), { maxLength: 12 }), row, (some, last) => {
        const lines = [...some, [last, ENDS.whole] as const].map(
          ([fields, ending]) => `${fields.map((field) => `"${field}`).join('";')}${ending}`,
        );
        expect(readRows(lines.join(''))).toEqual([...some.map(([fields]) => fields), last]);
      }),
      { numRuns: 500 },
    );
  });

  test('stay together where they have not the columns of whole rows', () => {
    expect(readRows('"1";"A";"B";"C\n"2";"A";"B"\n')).toEqual([undefined]);
    expect(readRows('"1";"A";"B";"C";"2";"A";"B"\n')).toEqual([undefined]);
  });
});
