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
  /** Bytes of the progress of a job, as JSON. */
  progressBytes: 8 * 1024,
  /** Bytes of a deletion record, as JSON. */
  recordBytes: 16 * 1024,
  /** Characters of `method` in a deletion record. `noteLength` is the maximum for each note. */
  methodLength: 200,
  noteLength: 500,
  notes: 20,
  counts: 20,
} as const;
