import type { UnreadableBatchError } from '../wire/record-batch.js';
import type { RecordCursor } from '../wire/record-cursor.js';
import type { TopicIdentity } from './topic-identity.js';

/** A topic at the moment when the following begins. */
export interface FollowedTopic extends TopicIdentity {
  /** Numbers of its partitions. */
  readonly partitions: readonly number[];
}

/** How far a partition was read. */
export interface FollowProgress {
  /** Everything visible before this offset was handed over; markers and gaps count. */
  readonly position: number;
  /** Where the first open transaction begins, or else the end. Nothing behind it is visible yet. */
  readonly lastStableOffset: number;
  /** Where the partition ends, records of open transactions included. */
  readonly end: number;
  /** The oldest offset that is left. Compaction does not move it. */
  readonly start?: number;
  /** Time of the request, in milliseconds since the epoch: all of these values may be as old. */
  readonly askedAt: number;
}

export interface FollowOptions {
  /** Full name. */
  readonly topic: string;
  /** Ends the following. */
  readonly signal: AbortSignal;
  /**
   * Time between two looks at whether the topic was made anew or has got more partitions, in
   * milliseconds. Default 5,000.
   */
  readonly lookEveryMs?: number;
  /**
   * Called when connected, before anything is read.
   * @returns partition → offset to begin with; one that is absent begins with its oldest record
   */
  readonly onBegin: (
    topic: FollowedTopic,
  ) => ReadonlyMap<number, number> | Promise<ReadonlyMap<number, number>>;
  /**
   * The cursor stands on a committed record; it and its buffers are only good for this call. What it returns is awaited
   * before the next record of the partition; a rejection ends the following.
   */
  readonly onRecord: (partition: number, record: RecordCursor) => void | Promise<void>;
  /**
   * After what was fetched of a partition is handed over; also when that was nothing, and when the
   * following ends in the middle of it.
   */
  readonly onProgress: (partition: number, progress: FollowProgress) => void;
  /**
   * Called when a partition stops before a batch that cannot be read; the batch is tried again
   * every 30 s, and the others go on.
   */
  readonly onStand?: (partition: number, error: UnreadableBatchError) => void;
  /** A partition goes on behind a batch that cannot be read, once `onStand` has returned. */
  readonly passesOver?: true;
}
