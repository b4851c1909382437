import type { KafkaClient, UnreadableBatchReason } from '@lethe/messaging';
import type { UnreadableReason } from './read-suppression.js';
import type { RestartReason } from './rebuilding.js';
import type { Lack } from './what-lacks.js';
import type { SnapshotRefusal } from './snapshot/snapshot-error.js';

/** Milliseconds. */
export const DEFAULTS = {
  openTransactionWaitMs: 45_000,
  keepReplacedMs: 600_000,
  snapshotEveryMs: 300_000,
} as const;

export interface SuppressionIndexOptions {
  /**
   * See `createKafka` of `@lethe/messaging`. Must be allowed to read and describe the topic, and
   * `lethe.regulation.relay.v1`. With
   * DescribeConfigs on it as well, a snapshot counts for half of its `delete.retention.ms`.
   */
  readonly kafka: KafkaClient;
  /** Prefix of the topics' names: `LETHE_TOPIC_PREFIX` of the installation. Default `lethe.` */
  readonly topicPrefix?: string;
  /** Where a snapshot is kept, so that the next start is faster. Without it none is written. */
  readonly snapshotFile?: string;
  /** Time between two snapshots, in milliseconds. Default 300,000. */
  readonly snapshotEveryMs?: number;
  /**
   * Longest time that the start waits before a transaction that somebody has left open on the
   * topic, or on the one of the relay's record, in milliseconds. Default 45,000: Lethe's own ones end within 30 s, also when their
   * writer died.
   */
  readonly openTransactionWaitMs?: number;
  /**
   * `required` (the default): the index is ready only when the relay's record says that everything
   * was published, and the index knows as much. `optional`: without such a record, the index is
   * ready when it has read to the end; for a relay that writes no record yet, or a copy of the
   * topic on another cluster.
   */
  readonly relayRecord?: 'required' | 'optional';
  /**
   * How long suppressions still count after their topic was deleted and created again, in
   * milliseconds, when no relay's record says that the new topic is filled. Default 600,000.
   */
  readonly keepReplacedMs?: number;
  /**
   * Time between two looks at whether the topic was created again or has got more partitions, in
   * milliseconds. Default 5,000.
   */
  readonly lookEveryMs?: number;
  /** For logs and metrics. Nothing in an event identifies a user. Must not throw. */
  readonly onEvent?: (event: SuppressionIndexEvent) => void;
  /**
   * A change has an effect from now on; not called for what was there at the start. Must not throw.
   * @param delayMs milliseconds since the record was written, by two clocks: never negative
   */
  readonly onApplied?: (delayMs: number) => void;
  /**
   * Kafka, or the topic, cannot be read now; it is tried again. Called at most once in ten seconds
   * with the same message, and again after `reconnected`. Must not throw.
   */
  readonly onError?: (error: unknown) => void;
}

/** Times in milliseconds. */
export type SuppressionIndexEvent =
  /** Everything is known that there was to know at the start. */
  | { readonly type: 'ready'; readonly users: number; readonly tookMs: number }
  /** Everything was read, but the relay's record says that there is more to know: see `Lack`. */
  | { readonly type: 'lacking'; readonly lack: Lack }
  /**
   * Ready although these partitions wait for an open transaction to end: see
   * `openTransactionWaitMs`.
   */
  | { readonly type: 'open-transaction'; readonly partitions: readonly number[] }
  /**
   * The topic has been read for some seconds again, after an error that was reported to `onError`.
   */
  | { readonly type: 'reconnected' }
  /**
   * The topic's `delete.retention.ms` cannot be seen, so 24 h are assumed: a snapshot counts for 12
   * h only. Emitted once, until the setting can be seen. The index works without it.
   */
  | { readonly type: 'retention-unknown'; readonly error: unknown }
  /** The topic is read again from its beginning; the state known before answers meanwhile. */
  | { readonly type: 'restarted'; readonly reason: RestartReason }
  /** The state that was read again answers from now on. */
  | { readonly type: 'replaced'; readonly users: number }
  /** An unreadable record was passed over; at most one event in ten seconds. */
  | {
      readonly type: 'unreadable';
      readonly reason: UnreadableReason;
      readonly partition: number;
      readonly offset: number;
    }
  /**
   * A partition stands before a batch that cannot be read: what is in it and behind it is not known.
   * It is tried again every 30 s; the other partitions go on.
   */
  | {
      readonly type: 'standing';
      readonly reason: UnreadableBatchReason;
      readonly partition: number;
      readonly offset: number;
      /** Offset behind the batch. */
      readonly nextOffset: number;
    }
  | { readonly type: 'snapshot-loaded'; readonly users: number; readonly tookMs: number }
  | { readonly type: 'snapshot-discarded'; readonly reason: SnapshotRefusal }
  | { readonly type: 'snapshot-written'; readonly users: number; readonly bytes: number }
  /** A snapshot could not be read or written. The index works without. */
  | { readonly type: 'snapshot-failed'; readonly error: unknown };

export interface SuppressionIndexStatus {
  /** Everything is known that there was to know at the start. Stays true in an outage. */
  readonly ready: boolean;
  /** Whether all partitions of the topic are being read right now. If not, what was known last is used. */
  readonly connected: boolean;
  /** The topic is read again from its beginning; what was known before is used meanwhile. */
  readonly rebuilding: boolean;
  /** Users with anything suppressed. */
  readonly users: number;
  /**
   * Records (and transaction markers) that are on the topic and not yet known here; undefined while
   * not connected, as then nobody knows.
   */
  readonly lag: number | undefined;
  /** Time of the newest record that is known. */
  readonly lastChangeAt: Date | undefined;
  /** Partitions that stand before a batch that cannot be read. */
  readonly standing: readonly number[];
  /** Partition → everything before this offset is known. */
  readonly positions: ReadonlyMap<number, number>;
  /** Unreadable records since the start. They change nothing. */
  readonly unreadable: number;
  /** Time of the state in the snapshot on disk; undefined when there is none. */
  readonly snapshotAsOf: Date | undefined;
  /** Memory of the table, in bytes. */
  readonly byteLength: number;
}
