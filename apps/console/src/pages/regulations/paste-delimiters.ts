import {
  delimiterOfRefusals,
  isEmptyRow,
  readCsvText,
  withoutQuotedCells,
} from '@lethe/contracts/user-files';
import { columnsOfHeader } from './column-meanings.js';

const DELIMITERS = ['\t', ';', ','] as const;

export type PasteDelimiter = (typeof DELIMITERS)[number] | 'none';

/** A non-empty line of pasted text. */
export interface Line {
  readonly line: number;
  /** Cells exactly as they are in the text. */
  readonly fields: readonly string[];
  /** Trimmed cells, without empty cells at the end. */
  readonly cells: readonly string[];
  readonly problem?: string;
}

/**
 * Matches a text with a line that begins with a quote. Such a text is CSV, even if each line has
 * only one cell.
 */
const QUOTED = /^ *"/m;

/**
 * Returns the delimiter of a text. If the first line is a header, returns the delimiter of the
 * header, because values below it can contain other delimiters. Without a header, prefers a tab to
 * a semicolon, and a semicolon to a comma, because ids rarely contain tabs or semicolons.
 */
export function delimiterIn(text: string): PasteDelimiter {
  const bare = withoutQuotedCells(text);
  const [first = ''] = text.trimStart().split(/[\r\n]/, 1);
  const cells = (one: string) => first.split(one).map((cell) => cell.replaceAll('"', '').trim());
  const found =
    DELIMITERS.find((one) => first.includes(one) && columnsOfHeader(cells(one)) !== undefined) ??
    DELIMITERS.find((one) => one === delimiterOfRefusals(first)) ??
    DELIMITERS.find((one) => bare.includes(one));
  return found ?? (QUOTED.test(text) ? ',' : 'none');
}

export function linesOf(text: string, delimiter: PasteDelimiter): Line[] {
  const read =
    delimiter === 'none'
      ? text.split(/\r\n|\n|\r/).map((line, index) => ({ line: index + 1, fields: [line] }))
      : readCsvText(text, delimiter);
  return read
    .filter(({ fields }) => !isEmptyRow(fields))
    .map(({ fields, ...row }) => ({ ...row, fields, cells: trimmed(fields) }));
}

export function trimmed(fields: readonly string[]): readonly string[] {
  const cells = fields.map((field) => field.trim());
  while (cells.at(-1) === '') cells.pop();
  return cells;
}
