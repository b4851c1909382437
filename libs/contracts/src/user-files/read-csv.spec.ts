import { readCsv } from './read-csv.js';
import type { Row } from './row.js';
import { CsvError, parse } from 'csv-parse/sync';

interface Cut {
  readonly bytes?: number;
  readonly rows?: number;
}

/** Reads a file as an import does, in steps of at most `bytes` and `rows`. */
function rowsOf(text: string, { bytes = 1e9, rows = 1e9 }: Cut = {}): Row[] {
  const file = Buffer.from(text);
  const all: Row[] = [];
  let [at, lines, end] = [0, 0, 0];
  while (at < file.length) {
    end = Math.min(file.length, end + bytes);
    const window = { bytes: file.subarray(at, end), linesBefore: lines, isBeginning: at === 0 };
    const read = readCsv({ ...window, isEnd: end === file.length }, rows, ',');
    all.push(...read.rows);
    at += read.bytes;
    lines += read.lines;
    if (read.bytes === 0 && end === file.length) break;
  }
  return all;
}

const PARTS = ['a', ',', '"', '\n', '\r', '\r\n', ' ', 'é', '"",', 'x"y', '"\n'];

/** Generates texts of `PARTS`. The texts are the same each time. */
function* texts(count: number): Generator<string> {
  let seed = 7;
  const next = (below: number) => {
    seed = (Math.imul(seed, 1_103_515_245) + 12_345) >>> 1;
    return (seed >>> 8) % below;
  };
  for (let at = 0; at < count; at += 1) {
    yield Array.from({ length: 1 + next(14) }, () => PARTS[next(PARTS.length)]).join('');
  }
}

/** Parses a text with csv-parse, which rejects the whole text if one row is invalid. */
function asCsvParse(text: string): string[][] | undefined {
  try {
    return parse(text, {
      record_delimiter: ['\r\n', '\n', '\r'],
      relax_column_count: true,
      skip_empty_lines: true,
    });
  } catch (error) {
    if (error instanceof CsvError) return undefined;
    throw error;
  }
}

describe('reading CSV', () => {
  it('returns the same rows as csv-parse, and reports a row if csv-parse rejects the text', () => {
    let validCount = 0;
    for (const text of texts(5_000)) {
      const rows = rowsOf(text);
      const isBroken = rows.some(({ problem }) => problem !== undefined);
      const expected = asCsvParse(text);
      expect([text, isBroken ? undefined : rows.map(({ fields }) => fields)]).toEqual([
        text,
        expected,
      ]);
      if (expected !== undefined) validCount += 1;
    }
    expect(validCount).toBeGreaterThan(500);
  });

  it.each([{ rows: 1 }, { rows: 2 }, { bytes: 1 }, { bytes: 3 }])(
    'returns the same rows and lines for steps of any size: %j',
    (cut) => {
      for (const text of texts(300)) {
        expect([text, rowsOf(text, cut)]).toEqual([text, rowsOf(text)]);
      }
    },
  );

  it('returns a valid row without a problem if the next row is invalid', () => {
    expect(rowsOf('good,1\nbr"oken,2\ngood,3\n', { rows: 1 })).toMatchObject([
      { line: 1, fields: ['good', '1'] },
      {
        line: 2,
        problem:
          'has a quote in a field that does not begin with a quote; write the field in quotes and double each quote in it',
      },
      { line: 3, fields: ['good', '3'] },
    ]);
  });
});
