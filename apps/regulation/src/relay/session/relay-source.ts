import type { OutgoingRecord, WrittenOffsets } from '@lethe/messaging';

/** Records that were taken together, and what to do once they are published. */
export interface RelayBatch {
  /** In publishing order. Never empty. */
  readonly records: readonly OutgoingRecord[];
  /** Whether there may be more: it was not for want of records that these are all. */
  readonly isFull: boolean;
  /**
   * Called once the records are published and committed on the broker.
   * @param written offsets of the records in the topics, those of the other sources included
   */
  published(written: WrittenOffsets): Promise<void>;
}

/**
 * Something that the relay publishes from, to topics of its own. Another topic for the relay is another
 * source, given to the `Relay` where that is put together.
 */
export interface RelaySource {
  readonly name: string;
  /**
   * Begins at what is not published yet.
   * @param database identity of the database on which the session holds its lock: a cursor reads
   * and notes there or not at all, and throws AnotherDatabaseError
   */
  open(database: string): RelayCursor;
}

/**
 * How far one session of the relay has come in a source. A session ends with its first failure, and
 * what it took and did not publish is offered to the next one, which has a cursor of its own: a
 * statement that ends later than its session changes nothing for anybody.
 */
export interface RelayCursor {
  /**
   * Takes the next records, after the ones taken before. The ones taken before may not be
   * published yet.
   *
   * @param limit most records
   * @returns undefined when there is nothing right now
   */
  take(limit: number): Promise<RelayBatch | undefined>;
}
