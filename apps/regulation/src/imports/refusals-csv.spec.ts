import { cellsOf, readCsv, shapeOf, type FileShape } from '@lethe/contracts/user-files';
import fc from 'fast-check';
import type { ImportOptions } from './import-table.js';
import { readRows } from './reading/read-rows.js';
import { RefusalsCsv } from './refusals-csv.js';

const PARTS = [
  "'",
  '=',
  '+',
  '-',
  '@',
  ',',
  ';',
  '\t',
  '\r',
  '\n',
  '"',
  ' ',
  'x',
  'é',
  '😀',
  'lethe',
];
const cell = fc.array(fc.constantFrom(...PARTS), { maxLength: 6 }).map((parts) => parts.join(''));
const row = fc.array(cell, { minLength: 1, maxLength: 3 });

function readBack(csv: string, delimiter: string): (readonly string[])[] {
  const window = { bytes: Buffer.from(csv), linesBefore: 0, isBeginning: true, isEnd: true };
  const [header, ...rows] = readCsv(window, Infinity, delimiter).rows;
  const shape: FileShape = shapeOf(header?.fields ?? []);
  expect(shape.names).toEqual(['userId', '=e;+mail']);
  return rows.map(({ fields, problem }) => {
    expect(problem).toBeUndefined();
    return cellsOf(shape, fields);
  });
}

it.each([',', ';', '\t'])('exports keep special characters with the delimiter %j', (delimiter) => {
  const rows = fc.sample(row, { numRuns: 2_000, seed: 7 });
  const file = new RefusalsCsv({ header: ['userId', '=e;+mail'], columns: null, delimiter });
  const refused = rows.map((fields, index) => ({
    ...{ line: String(index + 2), identifier: 'userId', reason: '=is, "wrong"' },
    fields,
  }));
  const csv = file.header() + file.rows(refused);
  expect(csv.startsWith(['line', 'column', 'reason', 'userId', ''].join(delimiter))).toBe(true);
  expect(readBack(csv, delimiter)).toEqual(rows);
});

it('an export has the chosen identifiers as column names for a file without a header, and `row` for NDJSON', () => {
  const columns = { header: 'absent', columns: [{ column: '2', identifier: 'userId' }] } as const;
  const file = new RefusalsCsv({ header: ['', '', ''], columns, delimiter: ';' });
  expect(file.header()).toBe('line;column;reason;;userId;;escaped\r\n');
  const ofNdjson = new RefusalsCsv({ header: null, columns: null, delimiter: ',' });
  expect(ofNdjson.header()).toBe('line,column,reason,row,escaped\r\n');
});

describe('refused rows of a file without a header', () => {
  const columns = { header: 'absent', columns: [{ column: '2', identifier: 'userId' }] } as const;
  const file = new RefusalsCsv({ header: ['', '', ''], columns, delimiter: ';' });
  const refused = { line: '7', identifier: 'userId', reason: 'is wrong', fields: ['x', '+1', ''] };
  const csv = file.header() + file.rows([refused]);
  const read = (text: string, options: ImportOptions | null, delimiter: string) => {
    const bytes = Buffer.from(text);
    const window = { bytes, linesBefore: 0, isBeginning: true, isEnd: true };
    return readRows({ format: 'csv', delimiter, columns: options, header: null }, window, 10);
  };

  it.each<[string, ImportOptions | null, string]>([
    ['the parameters of the original', columns, ';'],
    ['no parameters', null, ','],
  ])(
    'are read unchanged with %s; the columns that the export added are left out',
    (_, options, given) => {
      const spreadsheets = [csv.replaceAll(';', ','), csv.replaceAll(/[^;\r\n]+/g, '"$&"')];
      for (const text of [csv, `\ufeff${csv}`, ...spreadsheets]) {
        const { rows, shape, header } = read(text, options, given);
        expect(shape?.names).toEqual(['', 'userId', '']);
        expect(rows.map(({ fields }) => fields)).toEqual([['x', '+1', '']]);
        const again = new RefusalsCsv({ header, columns: options, delimiter: ';' });
        expect(again.header()).toBe(file.header());
      }
    },
  );

  it('are recognised by the header of the export, and not by a similar row', () => {
    const { rows } = read('line;1;escaped\n', columns, ';');
    expect(rows.map(({ fields }) => fields)).toEqual([['line', '1', 'escaped']]);
  });
});
