import { ESCAPED_COLUMN, ESCAPED_MARK, REFUSAL_COLUMNS, unescapeCell } from './escaped-cells.js';
import { UnusableFileError } from './row.js';

/** Which of the columns of a CSV file are the caller's, and which ones an export of Lethe added. */
export interface FileShape {
  /** Names of the caller's columns; empty texts where the file has no header. */
  readonly names: readonly string[];
  /** Columns of refused rows before them. */
  readonly skipped: number;
  /** The last column says whether the cells of a row are escaped. */
  readonly isEscaped: boolean;
}

/**
 * @param header the fields of the first row
 * @throws UnusableFileError for refused rows without the column that says how to read them
 */
export function shapeOf(header: readonly string[]): FileShape {
  const names = header.map((name) => name.trim());
  while (names.length > 1 && names.at(-1) === '') names.pop();
  const isEscaped = names.length > 1 && names.at(-1) === ESCAPED_COLUMN;
  const isRefused = REFUSAL_COLUMNS.every((name, index) => names[index] === name);
  if (isRefused && !isEscaped) {
    throw new UnusableFileError(
      `The file has the columns ${REFUSAL_COLUMNS.join(', ')} of refused rows, but their last column "${ESCAPED_COLUMN}" is missing: without it their cells cannot be read as they were. Download the refused rows again and keep all columns.`,
    );
  }
  const skipped = isRefused ? REFUSAL_COLUMNS.length : 0;
  const own = names.slice(skipped, isEscaped ? -1 : undefined);
  return { names: isEscaped ? own.map(unescapeCell) : own, skipped, isEscaped };
}

/** @returns whether the file is rows of NDJSON that an import refused: their lines are cells of the only column */
export function isRefusedNdjson({ names, skipped }: FileShape): boolean {
  return skipped === REFUSAL_COLUMNS.length && names.length === 1 && names[0] === 'row';
}

/** The shape of a file without a header. */
export function shapeWithoutHeader(width: number): FileShape {
  return { names: Array<string>(width).fill(''), skipped: 0, isEscaped: false };
}

/**
 * The caller's cells of a row: without what an export added, and without empty cells beyond the last column, which spreadsheets add.
 * A row that does not fit the header has more or fewer cells than the shape has names.
 */
export function cellsOf(
  { names, skipped, isEscaped }: FileShape,
  fields: readonly string[],
): readonly string[] {
  const whole = skipped + names.length + (isEscaped ? 1 : 0);
  let end = fields.length;
  while (end > whole && isBlank(fields[end - 1])) end -= 1;
  if (!isEscaped) return end === fields.length ? fields : fields.slice(0, end);
  const mark = markOf(fields, end);
  if (mark !== -1) return fields.slice(skipped, mark).map(unescapeCell);
  return fields.slice(skipped, end === whole ? whole - 1 : end);
}

/** Where a row says that it is escaped: in its last cell that is not empty, which is elsewhere in a row that does not fit the header. */
function markOf(fields: readonly string[], end: number): number {
  let last = end - 1;
  while (last >= 0 && isBlank(fields[last])) last -= 1;
  return fields[last] === ESCAPED_MARK ? last : -1;
}

/** @returns whether a row has nothing in any cell, as spreadsheets leave rows behind the last one */
export function isEmptyRow(fields: readonly string[]): boolean {
  return fields.every(isBlank);
}

function isBlank(field: string | undefined): boolean {
  return field === undefined || field.trim() === '';
}
