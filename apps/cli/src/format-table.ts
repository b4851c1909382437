import { printable } from './printable.js';

/**
 * Rows in aligned columns, two blanks apart.
 *
 * @param least how wide columns are at least, from the first on
 */
export function formatTable(
  rows: readonly (readonly string[])[],
  least: readonly number[] = [],
): string[] {
  const cells = rows.map((row) => row.map(toCell));
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

/** A row is one line, whatever is in it. */
function toCell(text: string): string {
  return printable(text).replaceAll('\n', '\\n').replaceAll('\t', '\\t');
}
