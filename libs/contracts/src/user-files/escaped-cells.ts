/** First columns of exported rows that an import refused. */
export const REFUSAL_COLUMNS = ['line', 'column', 'reason'] as const;
/** Last column of every exported CSV file. */
export const ESCAPED_COLUMN = 'escaped';
/** What that column holds where the cells of the row are escaped. */
export const ESCAPED_MARK = 'lethe';

const FORMULA = /(^|[,;\t\r\n])(?=[=+\-@'])/g;
const LEADING_BLANK = /^(?=[\t\r\n])/;
const ESCAPED = /(^|[,;\t\r\n])'(?=[=+\-@'])/g;
const ESCAPED_LEADING_BLANK = /^'(?=[\t\r\n])/;

/**
 * Makes a cell harmless for spreadsheets: a `'` goes before each `= + - @ '` at its start or directly behind a character at which a spreadsheet
 * may split it, and before a leading tab or line break.
 */
export function escapeCell(text: string): string {
  return text.replace(FORMULA, "$1'").replace(LEADING_BLANK, "'");
}

/** Takes away exactly what `escapeCell` adds. */
export function unescapeCell(text: string): string {
  return text.replace(ESCAPED_LEADING_BLANK, '').replace(ESCAPED, '$1');
}
