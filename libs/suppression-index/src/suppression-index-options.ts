import type { KafkaClient, UnreadableBatchReason } from '@lethe/messaging';
import type { UnreadableReason } from './read-suppression.js';
import type { RestartReason } from './rebuilding.js';
import type { Lack } from './find-lack.js';
import type { SnapshotRefusal } from './snapshot/snapshot-error.js';

/** Default values, in milliseconds. */
export const DEFAULTS = {
  openTransactionWaitMs: 45_000,
  keepReplacedMs: 600_000,
  snapshotEveryMs: 300_000,
} as const;

export interface SuppressionIndexOptions {
  /**
   * A client from `createKafka`. The client needs the permission to read and
   * describe the suppressions topic and `lethe.regulation.relay.v1`. If it also has the permission
   * DescribeConfigs on the suppressions topic, a snapshot is valid for half of
   * `delete.retention.ms` of the topic.
   */
  readonly kafka: KafkaClient;
  /** Prefix of topic names, as in `LETHE_TOPIC_PREFIX` of the installation. Default `lethe.` */
  readonly topicPrefix?: string;
  /**
   * File of the snapshot, which makes the next start faster. If absent, no snapshot is written.
   */
  readonly snapshotFile?: string;
  /** Interval between snapshots, in milliseconds. Default 300,000. */
  readonly snapshotEveryMs?: number;
  /**
   * Maximum wait at the start for an open transaction, in milliseconds. It applies to the
   * suppressions topic and to the topic of the relay record. Default 45,000, because the
   * transactions of Lethe end within 30 s, even if their producer died.
   */
  readonly openTransactionWaitMs?: number;
  /**
   * With `required` (the default), the index is ready when the relay record confirms that
   * everything was published and the index is complete. With `optional` and without a relay record,
   * the index is ready when it has read to the end. Use `optional` for a relay that does not write
   * relay records yet, or for a copy of the topic on another cluster.
   */
  readonly relayRecord?: 'required' | 'optional';
  /**
   * Time in milliseconds for which old suppressions stay valid after the topic was recreated.
   * Applies if no relay record confirms that the new topic is complete. Default 600,000.
   */
  readonly keepReplacedMs?: number;
  /**
   * Interval in milliseconds at which to check for a recreated topic or new partitions. Default
   * 5,000.
   */
  readonly pollEveryMs?: number;
  /** Called for logs and metrics. Events do not identify users. Must not throw. */
  readonly onEvent?: (event: SuppressionIndexEvent) => void;
  /**
   * Called when a change takes effect, except for changes during the start. Must not throw.
   * @param delayMs milliseconds since the record was written. The value is measured with two
   * clocks, and is never negative
   */
  readonly onApplied?: (delayMs: number) => void;
  /**
   * Called when Kafka or the topic cannot be read. Reading is retried. An error with the same
   * message is reported at most once in 10 s, and again after `reconnected`. Must not throw.
   */
  readonly onError?: (error: unknown) => void;
}

/** Times are in milliseconds. */
export type SuppressionIndexEvent =
  /** The index knows everything that was on the topic at the start. */
  | { readonly type: 'ready'; readonly users: number; readonly tookMs: number }
  /** Everything was read, but the relay record states that data is missing (see `Lack`). */
  | { readonly type: 'lacking'; readonly lack: Lack }
  /**
   * The index is ready, but these partitions wait for an open transaction (see
   * `openTransactionWaitMs`).
   */
  | { readonly type: 'open-transaction'; readonly partitions: readonly number[] }
  /** The topic has been readable again for some seconds, after an error in `onError`. */
  | { readonly type: 'reconnected' }
  /**
   * The topic's `delete.retention.ms` cannot be read. The index assumes 24 h, so a snapshot is
   * valid for only 12 h. Emitted once, and again only after the setting was readable. The index
   * continues to work.
   */
  | { readonly type: 'retention-unknown'; readonly error: unknown }
  /** The topic is read again from its beginning. Queries use the old state until this is done. */
  | { readonly type: 'restarted'; readonly reason: RestartReason }
  /** From now on, queries use the rebuilt state. */
  | { readonly type: 'replaced'; readonly users: number }
  /** An unreadable record was skipped. Emitted at most once in 10 s. */
  | {
      readonly type: 'unreadable';
      readonly reason: UnreadableReason;
      readonly partition: number;
      readonly offset: number;
    }
  /**
   * A partition stopped before an unreadable batch. Changes in the batch and after the batch are
   * unknown. The batch is retried every 30 s. The other partitions continue.
   */
  | {
      readonly type: 'standing';
      readonly reason: UnreadableBatchReason;
      readonly partition: number;
      readonly offset: number;
      /** Offset after the batch. */
      readonly nextOffset: number;
    }
  | { readonly type: 'snapshot-loaded'; readonly users: number; readonly tookMs: number }
  | { readonly type: 'snapshot-discarded'; readonly reason: SnapshotRefusal }
  | { readonly type: 'snapshot-written'; readonly users: number; readonly bytes: number }
  /** A snapshot could not be read or written. The index works without a snapshot. */
  | { readonly type: 'snapshot-failed'; readonly error: unknown };

export interface SuppressionIndexStatus {
  /**
   * Whether the index knows everything that was on the topic at the start. Stays true in an outage.
   */
  readonly ready: boolean;
  /**
   * Whether all partitions of the topic are being read. If false, queries use the last known state.
   */
  readonly connected: boolean;
  /**
   * Whether the topic is being read again from its beginning. Queries use the old state until this
   * is done.
   */
  readonly rebuilding: boolean;
  /** Number of users with any suppression. */
  readonly users: number;
  /**
   * Number of unread records and transaction markers on the topic. It is unknown (undefined) while
   * the index is not connected.
   */
  readonly lag: number | undefined;
  /** Time of the newest record that the index has applied. */
  readonly lastChangeAt: Date | undefined;
  /** Partitions that stopped before an unreadable batch. */
  readonly standing: readonly number[];
  /** For each partition, the offset before which everything is known. */
  readonly positions: ReadonlyMap<number, number>;
  /** Number of unreadable records since the start. They change no state. */
  readonly unreadable: number;
  /** Time of the state in the snapshot on disk. Undefined without a snapshot. */
  readonly snapshotAsOf: Date | undefined;
  /** Memory of the table, in bytes. */
  readonly byteLength: number;
}
