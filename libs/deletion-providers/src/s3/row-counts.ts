export interface RowCounts {
  rows: number;
  /** Rows with a value for the userId field. */
  withField: number;
  removed: number;
  /** Rows and lines in doubt. They are kept, and a person must check them. */
  doubtful: number;
  /** UserIds of the users to whom the rows in doubt possibly belong. */
  readonly doubted: Set<string>;
  /** Lines that are not JSON objects. They are kept. */
  malformed: number;
  /** Whether the userId field exists, with or without a value. */
  hasField: boolean;
}

export function noRows(): RowCounts {
  return {
    ...{ rows: 0, withField: 0, removed: 0, doubtful: 0, malformed: 0, hasField: false },
    doubted: new Set(),
  };
}
