import { ESCAPED_COLUMN, ESCAPED_MARK, REFUSAL_COLUMNS, unescapeCell } from './escaped-cells.js';
import { UnusableFileError } from './row.js';

/** Which of the columns of a CSV file are the caller's, and which ones an export of Lethe added. */
export interface FileShape {
  /** Names of the caller's columns; empty texts where the file has no header. */
  readonly names: readonly string[];
  /** Where the caller's columns are in the file. */
  readonly own: readonly number[];
  /** Where the columns of refused rows are; none in another file. */
  readonly added: readonly number[];
  /** Where the column is that says whether the cells of a row are escaped; -1 without one. */
  readonly mark: number;
  /** Columns of the file, without empty ones at its end. */
  readonly width: number;
}

/**
 * Finds what an export added, also where a person moved columns.
 *
 * @param header the fields of the first row
 * @throws UnusableFileError for refused rows without the column that says how to read them
 */
export function shapeOf(header: readonly string[]): FileShape {
  const names = header.map((name) => name.trim());
  while (names.length > 1 && names.at(-1) === '') names.pop();
  const mark = names.length > 1 ? names.lastIndexOf(ESCAPED_COLUMN) : -1;
  const places = REFUSAL_COLUMNS.map((name) => names.indexOf(name));
  const isRefused = !places.includes(-1);
  if (isRefused && mark === -1) {
    throw new UnusableFileError(
      `The file has the columns ${REFUSAL_COLUMNS.join(', ')} of refused rows, but their last column "${ESCAPED_COLUMN}" is missing: without it their cells cannot be read as they were. Download the refused rows again and keep all columns.`,
    );
  }
  const added = isRefused ? places : [];
  const own = [...names.keys()].filter((index) => index !== mark && !added.includes(index));
  const ofOwn = own.map((index) => names[index] ?? '');
  const read = mark === -1 ? ofOwn : ofOwn.map(unescapeCell);
  return { names: read, own, added, mark, width: names.length };
}

/** @returns whether the file is rows of NDJSON that an import refused: their lines are cells of the only column */
export function isRefusedNdjson({ names, added }: FileShape): boolean {
  return added.length > 0 && names.length === 1 && names[0] === 'row';
}

/**
 * @param hasHeader whether the first row of the file names its columns, as the caller says
 * @returns the shape of a file. Refused rows have a header, also those of a file without one: as a user, each would be the number of its line
 */
export function shapeOfFile(first: readonly string[], hasHeader: boolean): FileShape {
  return hasHeader || areRefusals(first) ? shapeOf(first) : shapeWithoutHeader(first.length);
}

/** @returns whether a first row is the header of refused rows */
export function areRefusals(first: readonly string[]): boolean {
  const names = new Set(first.map((name) => name.trim()));
  return REFUSAL_COLUMNS.every((name) => names.has(name));
}

function shapeWithoutHeader(width: number): FileShape {
  const own = Array.from({ length: width }, (_none, index) => index);
  return { names: own.map(() => ''), own, added: [], mark: -1, width };
}

/**
 * The caller's cells of a row: without what an export added, and without empty cells beyond the last column, which spreadsheets add.
 * A row that does not fit the header has more or fewer cells than the shape has names.
 */
export function cellsOf(shape: FileShape, fields: readonly string[]): readonly string[] {
  const { own, mark, width } = shape;
  let end = fields.length;
  while (end > width && isBlank(fields[end - 1])) end -= 1;
  if (mark === -1) return end === fields.length ? fields : fields.slice(0, end);
  const last = lastFilled(fields, end);
  const isFit = end === width && fields[mark] === ESCAPED_MARK;
  if (!isFit && fields[last] === ESCAPED_MARK) return unfit(shape, fields.slice(0, last));
  const cells = own.filter((index) => index < end).map((index) => fields[index] ?? '');
  if (isFit) return cells.map(unescapeCell);
  return [...cells, ...fields.slice(width, end)];
}

/** An exported row that does not fit the header ends with its mark, wherever that column is. */
function unfit({ names, added }: FileShape, fields: readonly string[]): readonly string[] {
  const cells = fields.filter((_field, index) => !added.includes(index)).map(unescapeCell);
  return cells.length === names.length ? [...cells, ''] : cells;
}

function lastFilled(fields: readonly string[], end: number): number {
  let last = end - 1;
  while (last >= 0 && isBlank(fields[last])) last -= 1;
  return last;
}

/** @returns whether a row has nothing in any cell, as spreadsheets leave rows behind the last one */
export function isEmptyRow(fields: readonly string[]): boolean {
  return fields.every(isBlank);
}

function isBlank(field: string | undefined): boolean {
  return field === undefined || field.trim() === '';
}
