/** First columns of exported refused rows. */
export const REFUSAL_COLUMNS = ['line', 'column', 'reason'] as const;
/** Last column of every exported CSV file. */
export const ESCAPED_COLUMN = 'escaped';
/** Value of the last column if the cells of the row are escaped. */
export const ESCAPED_MARK = 'lethe';

const FORMULA = /(^|[,;\t\r\n])(?=[=+\-@'])/g;
const LEADING_BLANK = /^(?=[\t\r\n])/;
const ESCAPED = /(^|[,;\t\r\n])'(?=[=+\-@'])/g;
const ESCAPED_LEADING_BLANK = /^'(?=[\t\r\n])/;

/**
 * Escapes a cell, so that spreadsheets find no formula. It adds a `'` before `=`, `+`, `-`, `@` or
 * `'` at the start of the cell. It does the same after each character at which a spreadsheet can
 * split the cell. It also adds a `'` before a leading tab or line break.
 */
export function escapeCell(text: string): string {
  return text.replace(FORMULA, "$1'").replace(LEADING_BLANK, "'");
}

/** Removes exactly the characters that `escapeCell` adds. */
export function unescapeCell(text: string): string {
  return text.replace(ESCAPED_LEADING_BLANK, '').replace(ESCAPED, '$1');
}
