const POSITION = /^[1-9]\d{0,3}$/;

/** @returns the index of a column that is named by its position from 1 on; undefined for any other name */
export function indexOfPosition(column: string): number | undefined {
  return POSITION.test(column) ? Number(column) - 1 : undefined;
}
