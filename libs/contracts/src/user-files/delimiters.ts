import { REFUSAL_COLUMNS } from './escaped-cells.js';
import { afterByteOrderMark, lineAt } from './lines.js';
import { decodeUtf8, type Window } from './row.js';

/** Delimiters that are recognised; a tab or a semicolon is hardly part of an id, a comma may be. */
export const DELIMITERS = ['\t', ';', ',', '|'] as const;

const SEPARATOR_LINE = /^"?sep=([^"\r\n])"?$/i;

/** The first line of a file that names its delimiter, as Excel writes and reads it: `sep=;`. */
export function separatorLine(
  window: Pick<Window, 'bytes' | 'isEnd' | 'isBeginning'>,
): { readonly delimiter: string; readonly end: number } | undefined {
  if (!window.isBeginning) return undefined;
  const from = afterByteOrderMark(window.bytes);
  const line = lineAt(window, from);
  if (line === undefined || line.text.length > 16) return undefined;
  const found = SEPARATOR_LINE.exec(decodeUtf8(line.text, 0, line.text.length));
  return found?.[1] === undefined ? undefined : { delimiter: found[1], end: line.end };
}

/** The delimiter that the first line of a text has most of, outside of quotes; undefined where it has none. */
export function guessDelimiter(text: string): string | undefined {
  const [line = ''] = withoutQuotedCells(text)
    .replace(/^\uFEFF?[\r\n]*/, '')
    .split(/[\r\n]/, 1);
  const counts = DELIMITERS.map((one) => [one, line.split(one).length - 1] as const);
  const [delimiter, count] = counts.reduce((best, one) => (one[1] > best[1] ? one : best));
  return count === 0 ? undefined : delimiter;
}

/** A text without what is in cells between quotes: no delimiter in these separates anything. */
export function withoutQuotedCells(text: string): string {
  let bare = '';
  let from = 0;
  for (let quote = text.indexOf('"'); quote !== -1; quote = text.indexOf('"', from)) {
    const isCell = beginsCell(text, quote);
    bare += text.slice(from, isCell ? quote : quote + 1);
    from = isCell ? endOfQuoted(text, quote + 1) : quote + 1;
  }
  return bare + text.slice(from);
}

function beginsCell(text: string, at: number): boolean {
  return at === 0 || `\r\n\uFEFF${DELIMITERS.join('')}`.includes(text.charAt(at - 1));
}

/** @returns the place behind the closing quote; two quotes are one of the cell */
function endOfQuoted(text: string, from: number): number {
  let at = text.indexOf('"', from);
  while (at !== -1 && text.charAt(at + 1) === '"') at = text.indexOf('"', at + 2);
  return at === -1 ? text.length : at + 1;
}

const [LINE, COLUMN, REASON] = REFUSAL_COLUMNS;
const REFUSALS = new RegExp(
  `^\\uFEFF?"?${LINE}"?([^"\\r\\n])"?${COLUMN}"?\\1"?${REASON}"?(?:\\1|[\\r\\n]|$)`,
);
/** More than the beginning by which refused rows are recognised. */
const REFUSALS_LENGTH = 40;

/**
 * The delimiter of refused rows, which begin with the names of their first columns. A spreadsheet may have saved them with another one than the
 * original file has.
 *
 * @returns undefined for another text
 */
export function delimiterOfRefusals(csv: string): string | undefined {
  return REFUSALS.exec(csv.slice(0, REFUSALS_LENGTH))?.[1];
}
