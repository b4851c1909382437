/**
 * Maximum sizes of the stored data of a deletion job. The deletion worker respects these sizes, and
 * the service checks them.
 */
export const DELETION_JOB_BOUNDS = {
  /**
   * Characters of the address at which a destination reports the status of an accepted deletion.
   */
  statusUrlLength: 2_048,
  /** Maximum `Retry-After` in milliseconds. */
  retryAfterMs: 24 * 3_600_000,
  /** Bytes of progress as JSON. */
  progressBytes: 8 * 1024,
  /** Bytes of a record as JSON. */
  recordBytes: 16 * 1024,
  /** Characters of the method of a record, and of each note of a record. */
  methodLength: 200,
  noteLength: 500,
  notes: 20,
  counts: 20,
} as const;
