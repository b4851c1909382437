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

/** The columns of an import's row that say how its file is read. */
export type FileFormat = Pick<ImportRow, 'format' | 'delimiter' | 'columns' | 'header'>;

/** Rows of a part of a file; those of CSV without what an export added. */
export interface FileRows extends Read {
  /** Of a CSV file, also of the parts behind the first one. */
  readonly header: readonly string[] | null;
  readonly shape?: FileShape;
  readonly delimiter: string;
}

/** Bytes at the beginning of a file by which refused rows are recognised. */
const LOOKED_AT = 256;

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

/** The caller's cells. A row of refused NDJSON is read as the line that it was. */
function ownRow(row: Row, shape: FileShape): Row {
  // One cell too many or too few: as an exported row, a broken line must not be taken for the user of a file with one column.
  const broken = shape.names.length === 1 ? [...row.fields, ''] : row.fields;
  if (row.problem !== undefined) return { ...row, fields: broken };
  const fields = cellsOf(shape, row.fields);
  if (isRefusedNdjson(shape)) return readJsonLine(fields.join(''), row.line);
  return { ...row, fields, broken: ownPlaces(row.broken, shape) };
}

/** Places among the caller's columns. */
function ownPlaces(places: readonly number[] = [], { added, mark }: FileShape): readonly number[] {
  const others = mark === -1 ? added : [...added, mark];
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
      `The first line says that "${line.delimiter}" is between fields, and the request says "${given}". Leave delimiter out.`,
    );
  }
  return { delimiter: line.delimiter, skipped: line.end };
}

function refusalsDelimiter({ bytes, isBeginning }: Window): string | undefined {
  const length = Math.min(bytes.length, LOOKED_AT);
  return isBeginning ? delimiterOfRefusals(decodeUtf8(bytes, 0, length)) : undefined;
}

/** The header of a file, or of one without a header as many empty names as its first row has fields. */
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
      'The first line, which must name the columns, must not contain U+0000. Is the file UTF-8?',
    );
  }
  if (options.header === undefined) assertNames(first.fields, options);
  return { header: first.fields, rows: others };
}

/** Asks back where the first line is a person rather than names: that person would be left out without a word. */
function assertNames(header: readonly string[], { columns = [] }: ImportOptions): void {
  const { names } = shapeOf(header);
  const isNamed = columns.some(
    ({ column }) => indexOfPosition(column) === undefined && names.includes(column),
  );
  const positions = isNamed ? [] : columnsLikeData(names);
  if (positions.length === 0) return;
  throw new UnusableFileError(
    `The first line looks like data and not like names of columns (column ${positions.slice(0, 5).join(', ')}). If the file has no header, say header=absent and name the columns by position: columns=1=userId. If that line is the header, say header=present.`,
  );
}
