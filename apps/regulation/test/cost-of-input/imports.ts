import { costEntry, listOf, type CostEntry, type CostTable } from '@lethe/testing';
import {
  afterBlankLines,
  cellsOf,
  columnsLikeData,
  decodeUtf8,
  delimiterOfRefusals,
  escapeCell,
  foreignFile,
  guessDelimiter,
  withoutQuotedCells,
  lineBreaks,
  readCsv,
  readRecord,
  separatorLine,
  shapeOf,
  shapeOfFile,
  suspicionOf,
  unescapeCell,
  type Row,
  type Window,
} from '@lethe/contracts/user-files';
import { checkRows } from '../../src/imports/check-rows.js';
import { chooseColumns } from '../../src/imports/reading/choose-columns.js';
import { withDemands } from '../../src/imports/reading/demands.js';
import { readNdjson } from '../../src/imports/reading/read-ndjson.js';
import { usersOfCsv, usersOfNdjson } from '../../src/imports/reading/to-user.js';

/** Bytes of the three pieces that an import reads at once. */
const WINDOW_BYTES = 3 * 128 * 1024;
const ROW_BYTES = 64 * 1024;

const window = (text: string | Buffer): Window => ({
  ...{ bytes: Buffer.from(text as string), linesBefore: 0 },
  ...{ isBeginning: true, isEnd: true },
});

const repeated =
  (text: string, before = '') =>
  (size: number): Window =>
    window(`${before}${text.repeat(Math.ceil(size / text.length))}`);

const quietly =
  <Input>(read: (input: Input) => unknown) =>
  (input: Input): void => {
    try {
      read(input);
    } catch {
      // refused
    }
  };

const csvOf = (make: (size: number) => Window, delimiter = ','): CostEntry =>
  costEntry(
    make,
    quietly((file: Window) => readCsv(file, Infinity, delimiter)),
    WINDOW_BYTES,
  );

/**
 * Besides ordinary rows, the texts start constructs that can have no end, or that the parser
 * recognises late.
 */
const CSV: readonly CostEntry[] = [
  ...['user-1234,a@example.com\n', '\r', 'a"b\n', '"a\n', '"\n', '"a"b\n', '","\n', '"",'].map(
    (text) => csvOf(repeated(text)),
  ),
  ...[',', '""', `"a\n${'b\n'.repeat(99)}`].map((text) => csvOf(repeated(text))),
  // A quote that is never closed, before lines without a quote.
  csvOf(repeated('a\n', '"')),
  csvOf(repeated('a¦b\n'), '¦'),
];

const ndjsonOf = (make: (size: number) => Window): CostEntry =>
  costEntry(
    make,
    quietly((file: Window) => readNdjson(file, Infinity)),
    WINDOW_BYTES,
  );

const NDJSON: readonly CostEntry[] = [
  ...['{"userId":"a"}\n', ' \n', '[\n', '1e5\n', '[', '"\\', ' '].map((text) =>
    ndjsonOf(repeated(text)),
  ),
  ndjsonOf((size) => window(`{"userId":"a",${listOf(size / 12, (n) => `"n${n}":[]`).join()}}\n`)),
];

/** Returns a function that creates a header with `size` columns. */
const header = (name: (n: number) => string) => (size: number) => listOf(size, name);
const columnsOf = (
  make: (size: number) => string[],
  choices?: Parameters<typeof chooseColumns>[1],
) =>
  costEntry(
    make,
    quietly((names: string[]) => chooseColumns(names, choices)),
    ROW_BYTES / 2,
  );
const chosen = listOf(23, (n) => ({ column: `n${n}`, identifier: `i${n}` }));

const rowOf = (fields: readonly string[]): Row => ({ line: 1, fields });
const columns = listOf(23, (index) => ({ index, name: index === 0 ? 'userId' : `n${index}` }));
const csvUser = (make: (size: number) => readonly string[], width: number) =>
  costEntry(
    make,
    (fields) => usersOfCsv({ columns, nameless: [], width })(rowOf(fields)),
    ROW_BYTES,
  );

const file = (format: 'csv' | 'ndjson') => ({
  ...{ format, delimiter: ',', columns: null, header: null },
});
const rules = {
  ...{ most: Infinity, targets: [], isForAll: false },
  crowded: new Set<string>(),
  sourcesOfUser: 1_000,
};
const rowsOf = (format: 'csv' | 'ndjson', make: (size: number) => Window): CostEntry =>
  costEntry(
    make,
    quietly((part: Window) => checkRows(file(format), part, rules)),
    WINDOW_BYTES,
  );

const textOf = (read: (text: string) => unknown, ...texts: readonly string[]) =>
  texts.map((text) =>
    costEntry((size) => text.repeat(Math.ceil(size / text.length)), read, ROW_BYTES),
  );
const headOf = (read: (bytes: Uint8Array) => unknown, ...texts: readonly string[]) =>
  texts.map((text) =>
    costEntry(
      (size) => Buffer.from(text.repeat(Math.ceil(size / text.length))),
      read,
      WINDOW_BYTES,
    ),
  );
/** Reads a field as the time at which a person asked, and as the law. */
const readDemand = (text: string): unknown => {
  const value = ({ fields }: Row) => fields[0];
  const read = withDemands(() => ({ userId: 'u' }) as never, { receivedAt: value, law: value });
  return [read(rowOf([text])), read(rowOf([`2026-11-21T08:00:00.${text}Z`]))];
};
const escapedShape = shapeOf(['line', 'column', 'reason', 'userId', 'email', 'escaped']);

export const IMPORTS: CostTable = {
  afterBlankLines: [
    costEntry(
      (size) => ({ bytes: Buffer.alloc(size, '\r\n'), isEnd: false }),
      (part) => afterBlankLines(part),
    ),
  ],
  afterByteOrderMark: 'readCsv',
  areRefusals: 'shapeOf',
  assertProgress: 'readCsv',
  cellsOf: [
    costEntry(
      (size) => listOf(size, () => ' '),
      (fields) => cellsOf(escapedShape, fields),
      ROW_BYTES / 2,
    ),
    costEntry(
      (size) => [...listOf(size / 3, () => "'="), 'lethe'],
      (fields) => cellsOf(escapedShape, fields),
      ROW_BYTES / 2,
    ),
  ],
  checkRows: [
    rowsOf('csv', repeated('user-1\n', 'userId\n')),
    rowsOf('csv', repeated(',\n', 'userId,email\n')),
    rowsOf('csv', repeated('"a\n', 'userId,email\n')),
    rowsOf('csv', (size) =>
      window(`userId,email\n${listOf(size / 10, (n) => `one,${n}@a.example\n`).join('')}`),
    ),
    rowsOf('ndjson', repeated('{"userId":"one","x":[1]}\n')),
    rowsOf('ndjson', (size) =>
      window(listOf(size / 30, (n) => `{"userId":"one","x":${n}}\n`).join('')),
    ),
  ],
  chooseColumns: [
    columnsOf(header(() => 'mail')),
    columnsOf(header((n) => `${' '.repeat(n % 3)}E-Mail`)),
    columnsOf(header((n) => (n === 0 ? 'userId' : `n${n}`))),
    columnsOf(
      header((n) => `n${n}`),
      chosen,
    ),
    columnsOf(
      header(() => 'n0'),
      chosen,
    ),
    columnsOf((size) => ['_ -'.repeat(size)]),
  ],
  columnsLikeData: [
    ...['a@', '1', 'a1|', 'f0', ' ', 'e-mail'].map((text) =>
      costEntry(
        (size) => listOf(size / 256, () => text.repeat(256 / text.length)),
        columnsLikeData,
        ROW_BYTES,
      ),
    ),
    ...['1 ', 'a|', '\t'].map((text) =>
      costEntry((size) => [text.repeat(size)], columnsLikeData, ROW_BYTES),
    ),
  ],
  delimiterOfRefusals: textOf(delimiterOfRefusals, 'line,', '"line"'),
  escapeCell: textOf(escapeCell, '=', ';=', "\n'", ','),
  foreignFile: headOf(foreignFile, 'PK\u0003\u0004', 'a\0', 'xl'),
  guessDelimiter: textOf(guessDelimiter, '"', '","', ';', '\uFEFF'),
  withoutQuotedCells: textOf(withoutQuotedCells, '"', '","', ';"', '""'),
  indexOfColumn: 'chooseColumns',
  indexOfPosition: 'chooseColumns',
  isEmptyRow: 'checkRows',
  isRefusedNdjson: 'checkRows',
  lineAt: 'readNdjson',
  lineBreaks: headOf((bytes) => lineBreaks(bytes, 0, bytes.length), '\r\n\r'),
  looksLikeData: 'columnsLikeData',
  readCsv: CSV,
  readCsvText: 'readCsv',
  readJsonLine: 'readNdjson',
  readNdjson: NDJSON,
  readRecord: ['""', ','].map((text) =>
    costEntry(
      (size) => ({
        ...{ bytes: Buffer.alloc(size, text), isEnd: true },
        ...{ delimiter: Buffer.from(','), decode: decodeUtf8 },
      }),
      (csv) => readRecord(csv, 0),
      ROW_BYTES,
    ),
  ),
  readRows: 'checkRows',
  separatorLine: headOf(
    (bytes) => separatorLine({ bytes, isBeginning: true, isEnd: true }),
    'sep=',
    'sep=;\r',
  ),
  shapeOf: [
    costEntry((size) => listOf(size, () => ''), shapeOf, ROW_BYTES / 2),
    costEntry(
      (size) => listOf(size, () => 'line'),
      (first) => shapeOfFile(first, false),
      ROW_BYTES / 2,
    ),
    costEntry(
      (size) => ['line', 'column', 'reason', ...listOf(size, () => "'=a"), 'escaped'],
      shapeOf,
      ROW_BYTES / 2,
    ),
  ],
  shapeOfFile: 'shapeOf',
  suspicionOf: textOf(suspicionOf, '#', '#A', '1', '1E+', '="', 'a ', '\uFFFD'),
  suspicionsOf: 'suspicionOf',
  unescapeCell: textOf(unescapeCell, "'=", ";'", "'\n"),
  usersOfCsv: [
    csvUser((size) => listOf(size, () => ''), 23),
    csvUser((size) => ['a'.repeat(size), ...listOf(22, () => '\uFFFD')], 23),
    csvUser((size) => ['a', ...listOf(22, () => 'a '.repeat(size / 44))], 23),
    csvUser((size) => [' \u200b'.repeat(size / 4), ...listOf(22, () => '')], 23),
  ],
  usersOfNdjson: [
    costEntry(
      (size) => Object.fromEntries(listOf(size, (n) => [`n${n}`, [n]])),
      (value) => usersOfNdjson(undefined)({ line: 1, fields: [], value }),
      ROW_BYTES / 8,
    ),
    costEntry(
      (size) => Object.fromEntries(listOf(size, (n) => [`n${n}`, [n]])),
      (value) => usersOfNdjson(chosen)({ line: 1, fields: [], value }),
      ROW_BYTES / 8,
    ),
  ],
  withDemands: textOf(readDemand, '1', ' ', '2026-11-21T08:00:00.', 'gdpr'),
};
