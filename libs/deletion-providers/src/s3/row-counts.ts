/** What was seen in an object. */
export interface RowCounts {
  rows: number;
  /** Rows that have the field that holds the userId. */
  withField: number;
  removed: number;
  /** Rows and lines that may be a user's, and stay: a person has to look at them. */
  doubtful: number;
  /** The users whose they may be. */
  readonly doubted: Set<string>;
  /** Lines that are no JSON object; they stay unchanged. */
  malformed: number;
  /** Whether the field is known here, with a value or without. */
  hasField: boolean;
}

export function noRows(): RowCounts {
  return {
    ...{ rows: 0, withField: 0, removed: 0, doubtful: 0, malformed: 0, hasField: false },
    doubted: new Set(),
  };
}
