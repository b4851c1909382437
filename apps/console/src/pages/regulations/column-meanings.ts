import { identifierOf, isIdentifierName } from '../../lib/identifier-name.js';

/** The identifier of a column; undefined excludes the column. */
export type PastedColumn = string | undefined;

const ADDRESS = /^\S+@\S+$/;
const PHONE = /^(?:\+|00)\d[\d\s()./-]{4,}$/;

/** @returns identifiers in a header line; undefined if the line is no header */
export function columnsOfHeader(cells: readonly string[]): readonly PastedColumn[] | undefined {
  const known = cells.map(identifierOf);
  if (known.every((name) => name === undefined)) return undefined;
  const names = cells.map(
    (cell, index) => known[index] ?? (isIdentifierName(cell) ? cell : undefined),
  );
  return names.map((name, index) => (names.indexOf(name) === index ? name : undefined));
}

/** Guesses the columns of lines without a header. */
export function columnsOfValues(lines: readonly (readonly string[])[]): {
  /** Undefined if it is unclear whether each cell or each line is a user. */
  readonly layout: 'columns' | 'list' | undefined;
  readonly columns: readonly PastedColumn[];
} {
  const width = lines.reduce((most, cells) => Math.max(most, cells.length), 0);
  const kinds = Array.from({ length: width }, (_none, index) =>
    kindOf(lines.flatMap((cells) => (cells[index] ? [cells[index]] : []))),
  );
  const isMixed = new Set(kinds).size > 1;
  const userId = Math.max(0, kinds.indexOf(undefined));
  const columns = kinds.map((kind, index) =>
    index === userId ? 'userId' : kinds.indexOf(kind) === index ? kind : undefined,
  );
  const isRagged = lines.some(({ length }) => length !== width);
  if (width < 2 || isMixed) return { layout: 'columns', columns };
  return { layout: lines.length === 1 || isRagged ? 'list' : undefined, columns };
}

function kindOf(values: readonly string[]): 'email' | 'phone' | undefined {
  if (values.length === 0) return undefined;
  if (values.every((value) => ADDRESS.test(value))) return 'email';
  return values.every((value) => PHONE.test(value)) ? 'phone' : undefined;
}
