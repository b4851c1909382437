import { printable } from './printable.js';

/**
 * Aligns rows in columns with two blanks between them.
 *
 * @param least minimum widths of the columns, starting with the first column
 */
export function formatTable(
  rows: readonly (readonly string[])[],
  least: readonly number[] = [],
): string[] {
  const cells = rows.map((row) => row.map(oneLine));
  const widths = (cells[0] ?? []).map((_, column) =>
    cells.reduce((most, row) => Math.max(most, row[column]?.length ?? 0), least[column] ?? 0),
  );
  return cells.map((row) =>
    row
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd(),
  );
}

/** Escapes control characters and line breaks, so that any text is one line on a terminal. */
export function oneLine(text: string): string {
  return printable(text).replaceAll('\n', '\\n').replaceAll('\t', '\\t');
}
