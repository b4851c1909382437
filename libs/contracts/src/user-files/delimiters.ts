import { REFUSAL_COLUMNS } from './escaped-cells.js';
import { afterByteOrderMark, lineAt } from './lines.js';
import { decodeUtf8, type Window } from './row.js';

/**
 * Recognised delimiters. If two are equally frequent, the first one is used. A tab or a semicolon
 * is rarely part of an id, but a comma can be.
 */
export const DELIMITERS = ['\t', ';', ',', '|'] as const;

const SEPARATOR_LINE = /^"?sep=([^"\r\n])"?$/i;

/**
 * Returns the delimiter that the first line of a file defines, such as `sep=;` of Excel, and the
 * end of this line.
 */
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

/**
 * Returns the most frequent delimiter outside of quotes in the first line of a text; undefined if
 * the line has no delimiter.
 */
export function guessDelimiter(text: string): string | undefined {
  const [line = ''] = withoutQuotedCells(text)
    .replace(/^\uFEFF?[\r\n]*/, '')
    .split(/[\r\n]/, 1);
  const counts = DELIMITERS.map((one) => [one, line.split(one).length - 1] as const);
  const [delimiter, count] = counts.reduce((best, one) => (one[1] > best[1] ? one : best));
  return count === 0 ? undefined : delimiter;
}

/**
 * Returns a text without its quoted cells, because delimiters in quoted cells do not separate
 * cells.
 */
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

/**
 * @returns the position after the closing quote; two consecutive quotes are a quote inside the cell
 */
function endOfQuoted(text: string, from: number): number {
  let at = text.indexOf('"', from);
  while (at !== -1 && text.charAt(at + 1) === '"') at = text.indexOf('"', at + 2);
  return at === -1 ? text.length : at + 1;
}

const [LINE, COLUMN, REASON] = REFUSAL_COLUMNS;
const REFUSALS = new RegExp(
  `^\\uFEFF?"?${LINE}"?([^"\\r\\n])"?${COLUMN}"?\\1"?${REASON}"?(?:\\1|[\\r\\n]|$)`,
);
/** Length of the checked beginning. The part that identifies refused rows is shorter. */
const REFUSALS_LENGTH = 40;

/**
 * Returns the delimiter of a file of refused rows. Such a file begins with the names of its first
 * columns. Its delimiter can differ from the delimiter of the original file, because some
 * spreadsheets change it.
 *
 * @returns undefined if the text is not a file of refused rows
 */
export function delimiterOfRefusals(csv: string): string | undefined {
  return REFUSALS.exec(csv.slice(0, REFUSALS_LENGTH))?.[1];
}
