import {
  areRefusals,
  cellsOf,
  columnsLikeData,
  decodeUtf8,
  delimiterOfRefusals,
  foreignFile,
  indexOfPosition,
  isEmptyRow,
  isRefusedNdjson,
  readCsv,
  separatorLine,
  shapeOf,
  shapeOfFile,
  UnusableFileError,
  type FileShape,
  type Read,
  type Row,
  type Window,
} from '@lethe/contracts/user-files';
import type { ImportRow } from '../import-table.js';
import { optionsOf, type ImportOptions } from '../import-table.js';
import { readJsonLine, readNdjson } from './read-ndjson.js';

export type FileFormat = Pick<ImportRow, 'format' | 'delimiter' | 'columns' | 'header'>;

/** Rows of a part of a file. Columns that the export of refused rows added are left out. */
export interface FileRows extends Read {
  /** Header of a CSV file. It is also present for later parts of the file. */
  readonly header: readonly string[] | null;
  readonly shape?: FileShape;
  readonly delimiter: string;
}

/** Number of bytes at the start of a file that show whether it is an export of refused rows. */
const BYTES_TO_DETECT = 256;

/** @throws UnusableFileError */
export function readRows(file: FileFormat, window: Window, most: number): FileRows {
  const foreign = window.isBeginning ? foreignFile(window.bytes) : undefined;
  if (foreign !== undefined) throw new UnusableFileError(foreign);
  if (file.format === 'ndjson') {
    return { ...readNdjson(window, most), header: null, delimiter: file.delimiter };
  }
  const { delimiter, skipped } = delimiterOf(file.delimiter, window);
  const read = readCsv(skipped === 0 ? window : behind(window, skipped), most, delimiter);
  const options = optionsOf(file);
  const filled = read.rows.filter(isNotEmpty);
  const { header, rows } =
    file.header === null ? headerOf(filled, options) : { header: file.header, rows: filled };
  const shape = shapeOfFile(header, options.header !== 'absent');
  return {
    rows: rows.map((row) => ownRow(row, shape)),
    bytes: read.bytes + skipped,
    lines: read.lines + (skipped === 0 ? 0 : 1),
    ...{ header, shape, delimiter },
  };
}

function isNotEmpty({ fields, problem }: Row): boolean {
  return problem !== undefined || !isEmptyRow(fields);
}

/**
 * Returns the row without the cells that an export added. A row of refused NDJSON becomes its
 * original line.
 */
function ownRow(row: Row, shape: FileShape): Row {
  // If the file has one column, a broken row gets a second cell. Without the second cell, the
  // broken row would become a user when the export of refused rows is imported.
  const broken = shape.names.length === 1 ? [...row.fields, ''] : row.fields;
  if (row.problem !== undefined) return { ...row, fields: broken };
  const fields = cellsOf(shape, row.fields);
  if (isRefusedNdjson(shape)) return readJsonLine(fields.join(''), row.line);
  return { ...row, fields, broken: ownIndexes(row.broken, shape) };
}

function ownIndexes(
  places: readonly number[] = [],
  { added, escapedColumn }: FileShape,
): readonly number[] {
  const others = escapedColumn === -1 ? added : [...added, escapedColumn];
  if (others.length === 0) return places;
  return places.map((place) => place - others.filter((other) => other < place).length);
}

function behind(window: Window, bytes: number): Window {
  const { linesBefore } = window;
  return {
    ...window,
    bytes: window.bytes.subarray(bytes),
    linesBefore: linesBefore + 1,
    isBeginning: false,
  };
}

function delimiterOf(given: string, window: Window): { delimiter: string; skipped: number } {
  const line = separatorLine(window);
  if (line === undefined) return { delimiter: refusalsDelimiter(window) ?? given, skipped: 0 };
  if (given !== ',' && given !== line.delimiter) {
    throw new UnusableFileError(
      `The first line names the delimiter "${line.delimiter}", but the request names "${given}". Leave delimiter out of the request.`,
    );
  }
  return { delimiter: line.delimiter, skipped: line.end };
}

function refusalsDelimiter({ bytes, isBeginning }: Window): string | undefined {
  const length = Math.min(bytes.length, BYTES_TO_DETECT);
  return isBeginning ? delimiterOfRefusals(decodeUtf8(bytes, 0, length)) : undefined;
}

/**
 * Returns the header and the other rows. If the file has no header, each field of the first row
 * gets an empty name.
 */
function headerOf(
  rows: readonly Row[],
  options: ImportOptions,
): { readonly header: readonly string[]; readonly rows: readonly Row[] } {
  const [first, ...others] = rows;
  if (first === undefined) throw new UnusableFileError('The file has no rows.');
  if (first.problem !== undefined) {
    throw new UnusableFileError(`The first line, which must name the columns, ${first.problem}.`);
  }
  if (options.header === 'absent' && !areRefusals(first.fields)) {
    return { header: first.fields.map(() => ''), rows };
  }
  if (first.fields.some((name) => name.includes('\0'))) {
    throw new UnusableFileError(
      'The first line, which must name the columns, must not contain U+0000. Save the file as UTF-8.',
    );
  }
  if (options.header === undefined) assertNames(first.fields, options);
  return { header: first.fields, rows: others };
}

/**
 * Refuses a first line that looks like a user. If it were read as a header, the user would be left
 * out without notice.
 */
function assertNames(header: readonly string[], { columns = [] }: ImportOptions): void {
  const { names } = shapeOf(header);
  const isNamed = columns.some(
    ({ column }) => indexOfPosition(column) === undefined && names.includes(column),
  );
  const positions = isNamed ? [] : columnsLikeData(names);
  if (positions.length === 0) return;
  throw new UnusableFileError(
    `The first line looks like data and not like column names (column ${positions.slice(0, 5).join(', ')}). If the file has no header, send header=absent and name the columns by position: columns=1=userId. If this line is the header, send header=present.`,
  );
}
