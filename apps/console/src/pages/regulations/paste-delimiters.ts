import {
  delimiterOfRefusals,
  isEmptyRow,
  readCsvText,
  withoutQuotedCells,
} from '@lethe/contracts/user-files';
import { columnsOfHeader } from './column-meanings.js';

const DELIMITERS = ['\t', ';', ','] as const;

export type PasteDelimiter = (typeof DELIMITERS)[number] | 'none';

/** A line of pasted text that is not empty. */
export interface Line {
  readonly line: number;
  /** As they were read. */
  readonly fields: readonly string[];
  /** Trimmed, without empty ones at the end. */
  readonly cells: readonly string[];
  readonly problem?: string;
}

/** A line that begins with a quote is CSV, also where it has one cell. */
const QUOTED = /^ *"/m;

/**
 * A first line of names shows its delimiter, as cells below may have others in them. Without one: a tab or a semicolon is hardly part of an id, so it
 * decides; a comma only where there is neither.
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
