/** What is kept of a job at most. Whoever writes it keeps to this, and the service checks it. */
export const DELETION_JOB_BOUNDS = {
  /** Characters of the address at which a destination says how an accepted order stands. */
  statusUrlLength: 2_048,
  /** Milliseconds of a `Retry-After` that count. */
  retryAfterMs: 24 * 3_600_000,
  /** Bytes of progress as JSON. */
  progressBytes: 8 * 1024,
  /** Bytes of a record as JSON. */
  recordBytes: 16 * 1024,
  /** Characters of a record's method, and of one of its notes. */
  methodLength: 200,
  noteLength: 500,
  notes: 20,
  counts: 20,
} as const;
