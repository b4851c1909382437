import type { UnreadableBatchError } from '../wire/record-batch.js';
import type { RecordCursor } from '../wire/record-cursor.js';
import type { TopicIdentity } from './topic-identity.js';

/** The topic and its partitions when `followTopic` starts. */
export interface FollowedTopic extends TopicIdentity {
  readonly partitions: readonly number[];
}

/** Progress within a partition. */
export interface FollowProgress {
  /** Offset of the next record. All visible records before this offset were handed over. */
  readonly position: number;
  /**
   * Offset of the first open transaction. Later records are not visible yet. If no transaction is
   * open, this is `end`.
   */
  readonly lastStableOffset: number;
  /** End of the partition, after the records of open transactions. */
  readonly end: number;
  /** Oldest available offset. Compaction does not change this offset. */
  readonly start?: number;
  /** Time at which this progress was requested from the broker, in milliseconds since the epoch. */
  readonly requestedAt: number;
}

export interface FollowOptions {
  /** Full name of the topic. */
  readonly topic: string;
  readonly signal: AbortSignal;
  /**
   * Interval in milliseconds at which to check for a recreated topic or new partitions. Default
   * 5,000.
   */
  readonly pollEveryMs?: number;
  /**
   * Called after the connection is open and before any record is read.
   * @returns the start offset of each partition; an absent partition starts with its oldest record
   */
  readonly onBegin: (
    topic: FollowedTopic,
  ) => ReadonlyMap<number, number> | Promise<ReadonlyMap<number, number>>;
  /**
   * Called for each committed record. The cursor and its buffers are valid only during the call.
   * The next record of the partition waits for the returned promise. A rejection ends
   * `followTopic`.
   */
  readonly onRecord: (partition: number, record: RecordCursor) => void | Promise<void>;
  /**
   * Called after the fetched records of a partition were handed over. Also called for an empty
   * answer, and when `followTopic` ends in the middle of an answer.
   */
  readonly onProgress: (partition: number, progress: FollowProgress) => void;
  /**
   * Called when a partition stops before an unreadable batch. The batch is retried every 30 s. The
   * other partitions continue.
   */
  readonly onUnreadable?: (partition: number, error: UnreadableBatchError) => void;
  /** If true, a partition skips an unreadable batch after `onUnreadable` returns. */
  readonly skipsUnreadable?: true;
}
