import { describe, expect, test } from 'bun:test';
import fc from 'fast-check';
import { MAX_ROW_BYTES, RowScanner } from '../../src/import/csv.ts';

const SEPARATOR = ';'.charCodeAt(0);

interface ScannedRow {
  readonly fields: readonly string[];
  readonly columns: number;
  readonly line: number;
  readonly overflow: boolean;
  readonly plain: boolean;
}

/** Reads a file of Latin-1, given in pieces that end where told. */
function scan(text: string, cuts: readonly number[] = []): ScannedRow[] {
  const rows: ScannedRow[] = [];
  const scanner = new RowScanner(SEPARATOR, (row, length, columns, line, overflow, plain) => {
    rows.push({ fields: row.toString('latin1', 0, length).split('\t'), columns, line, overflow, plain });
  });
  const bytes = Buffer.from(text, 'latin1');
  const ends = [...new Set(cuts.map((cut) => cut % (bytes.length + 1)))].sort((one, other) => one - other);
  let start = 0;
  for (const end of [...ends, bytes.length]) {
    scanner.push(bytes.subarray(start, end));
    start = end;
  }
  scanner.end();
  return rows;
}

function fieldsOf(text: string, cuts: readonly number[] = []): readonly (readonly string[])[] {
  return scan(text, cuts).map(({ fields }) => fields);
}

/** What a field is to be read as: runs of blanks are one, ends are trimmed, NUL is no text. */
function clean(field: string): string {
  const visible = field.replaceAll('\0', '');
  const blanked = [...visible].map((character) => (character <= ' ' ? ' ' : character)).join('');
  return blanked.replace(/ +/g, ' ').replace(/^ | $/g, '');
}

function quote(field: string): string {
  return `"${field.replaceAll('"', '""')}"`;
}

const character = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom(...'AZaz09 ;",\'.-') },
  { weight: 1, arbitrary: fc.constantFrom('\n', '\r', '\t', '\0', '\x7f', ' ', '""', '";"') },
  { weight: 1, arbitrary: fc.integer({ min: 0, max: 255 }).map((code) => String.fromCharCode(code)) },
);
const field = fc.array(character, { maxLength: 12 }).map((characters) => characters.join(''));
const row = fc.array(field, { minLength: 2, maxLength: 6 });
const cuts = fc.array(fc.nat(), { maxLength: 12 });

describe('a file of quoted fields', () => {
  test('is read back clean, whatever stands in it and wherever it is cut', () => {
    fc.assert(
      fc.property(fc.array(row, { maxLength: 6 }), cuts, fc.boolean(), (rows, places, isEnded) => {
        const lines = rows.map((fields) => fields.map(quote).join(';'));
        const text = lines.join('\n') + (isEnded ? '\n' : '');
        const expected = rows.map((fields) => fields.map(clean));
        expect(fieldsOf(text, places)).toEqual(expected);
      }),
      { numRuns: 500 },
    );
  });

  test('tells the line that each row begins on, and how many columns it has', () => {
    fc.assert(
      fc.property(fc.array(row, { maxLength: 6 }), cuts, (rows, places) => {
        const lines = rows.map((fields) => fields.map(quote).join(';'));
        let line = 1;
        const expected = rows.map((fields, index) => {
          const place = { line, columns: fields.length };
          line += lines[index]?.split('\n').length ?? 0;
          return place;
        });
        const read = scan(lines.join('\n'), places).map((each) => ({
          line: each.line,
          columns: each.columns,
        }));
        expect(read).toEqual(expected);
      }),
    );
  });

  test('tells which rows have more than plain ASCII', () => {
    fc.assert(
      fc.property(fc.array(row, { maxLength: 6 }), cuts, (rows, places) => {
        const text = rows.map((fields) => fields.map(quote).join(';')).join('\n');
        const isPlain = (fields: string[]) => ![...fields.join('')].some((one) => one >= '\x7f');
        expect(scan(text, places).map(({ plain }) => plain)).toEqual(rows.map(isPlain));
      }),
    );
  });
});

describe('a file of bare fields', () => {
  const bare = fc
    .array(fc.constantFrom(...'AZ09 .-é'), { maxLength: 8 })
    .map((characters) => characters.join(''));

  test('is read the same, with LF or CRLF', () => {
    fc.assert(
      fc.property(
        fc.array(fc.array(bare, { minLength: 2, maxLength: 5 }), { maxLength: 5 }),
        fc.constantFrom('\n', '\r\n'),
        cuts,
        (rows, lineEnd, places) => {
          const text = rows.map((fields) => fields.join(';')).join(lineEnd);
          expect(fieldsOf(text, places)).toEqual(rows.map((fields) => fields.map(clean)));
        },
      ),
    );
  });
});

describe('odd rows', () => {
  const cases: readonly (readonly [what: string, text: string, rows: readonly (readonly string[])[]])[] = [
    [
      'blank lines are none',
      '"a";"b"\n\n\r\n"c";"d"\n\n',
      [
        ['a', 'b'],
        ['c', 'd'],
      ],
    ],
    [
      'a stray quote is text',
      '"JOSE "ZE" SILVA";"b"\n"c";"d"\n',
      [
        ['JOSE "ZE" SILVA', 'b'],
        ['c', 'd'],
      ],
    ],
    ['a quote within a bare field is text', 'a"b;c\n', [['a"b', 'c']]],
    ['blanks before a quote are none', '  "a"; "b"\n', [['a', 'b']]],
    ['a file may end within quotes', '"a";"b', [['a', 'b']]],
    [
      'empty fields stay',
      '"";"";"x"\n;;\n',
      [
        ['', '', 'x'],
        ['', '', ''],
      ],
    ],
  ];
  for (const [what, text, rows] of cases) {
    test(what, () => {
      for (let cut = 0; cut <= text.length; cut++) expect(fieldsOf(text, [cut])).toEqual(rows);
    });
  }

  test('a row that is too long says so, with its beginning, and costs no other', () => {
    const long = 'x'.repeat(MAX_ROW_BYTES);
    for (const text of [
      `"k";"${long}";"y"\n"a";"b"\n`,
      `k;${long};y\na;b\n`,
      `"k"${';"z"'.repeat(40_000)}\na;b\n`,
    ]) {
      const [first, second] = scan(text, [70_000, 70_001]);
      expect(first?.overflow).toBe(true);
      expect(first?.fields[0]).toBe('k');
      expect(first?.columns).toBe(text.slice(0, text.indexOf('\n')).split(';').length);
      expect(second).toMatchObject({ fields: ['a', 'b'], overflow: false, line: 2 });
    }
  });

  test('a row may be as long as a row can be', () => {
    const long = 'x'.repeat(MAX_ROW_BYTES - 10);
    expect(scan(`"k";"${long}"\n`)).toMatchObject([{ fields: ['k', long], overflow: false }]);
  });
});
