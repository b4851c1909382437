export interface RowCounts {
  rows: number;
  /** Rows with a value for the userId field. */
  withField: number;
  removed: number;
  /** Number of rows that are removed, by userId. */
  readonly removedOf: Map<string, number>;
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
    removedOf: new Map(),
  };
}

/** Counts a row to remove. */
export function countRemoved(counts: RowCounts, userId: string): void {
  counts.removed += 1;
  counts.removedOf.set(userId, (counts.removedOf.get(userId) ?? 0) + 1);
}
