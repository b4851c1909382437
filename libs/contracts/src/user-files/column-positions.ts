const POSITION = /^[1-9]\d{0,3}$/;

/**
 * @returns the index of a column that is given as a position, counted from 1; undefined if the text
 * is not a position
 */
export function indexOfPosition(column: string): number | undefined {
  return POSITION.test(column) ? Number(column) - 1 : undefined;
}
