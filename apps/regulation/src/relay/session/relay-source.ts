import type { OutgoingRecord, WrittenOffsets } from '@lethe/messaging';

/** Records that were taken together, with a function to call after their publication. */
export interface RelayBatch {
  /** The records are in the sequence of their publication. There is at least one. */
  readonly records: readonly OutgoingRecord[];
  /** Whether more records can follow. */
  readonly isFull: boolean;
  /**
   * Called when the records are published and committed on the broker.
   *
   * @param written offsets of all records of the round in the topics, including records of other
   *   sources
   */
  published(written: WrittenOffsets): Promise<void>;
}

/**
 * A source of records for topics that no other source fills. A source is given to the `Relay` when
 * the relay is created.
 */
export interface RelaySource {
  readonly name: string;
  /**
   * Returns a cursor that begins at the first unpublished record.
   *
   * @param database identity of the database on which the session holds its lock. The cursor reads
   *   and writes only there, and throws AnotherDatabaseError on another database
   */
  open(database: string): RelayCursor;
}

/**
 * The position of one session of the relay in a source. A session ends with its first failure. The
 * next session gets a new cursor, and takes the unpublished records again. So a statement that ends
 * after its session has no effect on later sessions.
 */
export interface RelayCursor {
  /**
   * Takes the records after the previous take, even if the records of the previous take are still
   * unpublished.
   *
   * @param limit maximum number of records
   * @returns undefined if there are no records now
   */
  take(limit: number): Promise<RelayBatch | undefined>;
}
