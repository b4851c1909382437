import { ESCAPED_COLUMN, ESCAPED_MARK, REFUSAL_COLUMNS, unescapeCell } from './escaped-cells.js';
import { UnusableFileError } from './row.js';

/**
 * The columns of a CSV file, which are the columns of the caller and the columns that an export of
 * Lethe added.
 */
export interface FileShape {
  /** Names of the caller's columns. They are empty texts if the file has no header. */
  readonly names: readonly string[];
  /** Positions of the caller's columns. */
  readonly own: readonly number[];
  /**
   * Positions of the columns that an export of refused rows adds. Empty if the file is not such an
   * export.
   */
  readonly added: readonly number[];
  /** Position of the column that marks rows with escaped cells; -1 if there is no such column. */
  readonly escapedColumn: number;
  /** Number of columns, without trailing empty columns. */
  readonly width: number;
}

/**
 * Finds the columns that an export of Lethe added, even if a person has moved them.
 *
 * @param header fields of the first row
 * @throws UnusableFileError if the file has refused rows, but not the column that marks escaped
 * cells
 */
export function shapeOf(header: readonly string[]): FileShape {
  const names = header.map((name) => name.trim());
  while (names.length > 1 && names.at(-1) === '') names.pop();
  const escapedColumn = names.length > 1 ? names.lastIndexOf(ESCAPED_COLUMN) : -1;
  const positions = REFUSAL_COLUMNS.map((name) => names.indexOf(name));
  const isRefused = !positions.includes(-1);
  if (isRefused && escapedColumn === -1) {
    throw new UnusableFileError(
      `The file has the columns ${REFUSAL_COLUMNS.join(', ')} of refused rows, but the column "${ESCAPED_COLUMN}" is missing. Without this column, Lethe cannot restore the original cells. Download the refused rows again and keep all columns.`,
    );
  }
  const added = isRefused ? positions : [];
  const own = [...names.keys()].filter(
    (index) => index !== escapedColumn && !added.includes(index),
  );
  const ownNames = own.map((index) => names[index] ?? '');
  const originalNames = escapedColumn === -1 ? ownNames : ownNames.map(unescapeCell);
  return { names: originalNames, own, added, escapedColumn, width: names.length };
}

/**
 * @returns whether the file has refused rows of NDJSON; the only column of the caller then contains
 * the lines
 */
export function isRefusedNdjson({ names, added }: FileShape): boolean {
  return added.length > 0 && names.length === 1 && names[0] === 'row';
}

/**
 * Returns the shape of a file. An export of refused rows always has a header, even if the original
 * file has none. Without this rule, Lethe would read the line numbers in its first column as user
 * ids.
 *
 * @param hasHeader whether the caller says that the first row has column names
 */
export function shapeOfFile(first: readonly string[], hasHeader: boolean): FileShape {
  return hasHeader || areRefusals(first) ? shapeOf(first) : shapeWithoutHeader(first.length);
}

/** @returns whether the first row is the header of a file of refused rows */
export function areRefusals(first: readonly string[]): boolean {
  const names = new Set(first.map((name) => name.trim()));
  return REFUSAL_COLUMNS.every((name) => names.has(name));
}

function shapeWithoutHeader(width: number): FileShape {
  const own = Array.from({ length: width }, (_none, index) => index);
  return { names: own.map(() => ''), own, added: [], escapedColumn: -1, width };
}

/**
 * Returns the caller's cells of a row. Omits cells that an export added, and trailing empty cells
 * that a spreadsheet added. If the row does not fit the header, the result has more or fewer cells
 * than the shape has names.
 */
export function cellsOf(shape: FileShape, fields: readonly string[]): readonly string[] {
  const { own, escapedColumn, width } = shape;
  let end = fields.length;
  while (end > width && isBlank(fields[end - 1])) end -= 1;
  if (escapedColumn === -1) return end === fields.length ? fields : fields.slice(0, end);
  const last = lastFilled(fields, end);
  const isFit = end === width && fields[escapedColumn] === ESCAPED_MARK;
  if (!isFit && fields[last] === ESCAPED_MARK) return unfit(shape, fields.slice(0, last));
  const cells = own.filter((index) => index < end).map((index) => fields[index] ?? '');
  if (isFit) return cells.map(unescapeCell);
  return [...cells, ...fields.slice(width, end)];
}

/**
 * Returns the cells of an exported row that does not fit the header. In such a row, the last filled
 * cell contains the mark, even if the column `escaped` is elsewhere.
 */
function unfit({ names, added }: FileShape, fields: readonly string[]): readonly string[] {
  const cells = fields.filter((_field, index) => !added.includes(index)).map(unescapeCell);
  return cells.length === names.length ? [...cells, ''] : cells;
}

function lastFilled(fields: readonly string[], end: number): number {
  let last = end - 1;
  while (last >= 0 && isBlank(fields[last])) last -= 1;
  return last;
}

/** @returns whether all cells are blank. Spreadsheets add such rows at the end of a file */
export function isEmptyRow(fields: readonly string[]): boolean {
  return fields.every(isBlank);
}

function isBlank(field: string | undefined): boolean {
  return field === undefined || field.trim() === '';
}
