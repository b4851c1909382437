import { DEFAULT_TOPIC_PREFIX, normaliseUserId, topicName, TOPICS } from '@lethe/contracts';
import { Completeness } from './completeness.js';
import { NotReadyError } from './not-ready-error.js';
import { OneWayGate } from './one-way-gate.js';
import { RelayRecords } from './relay-records.js';
import { Rebuilding } from './rebuilding.js';
import { SnapshotWriter } from './snapshot/snapshot-writer.js';
import {
  DEFAULTS,
  type SuppressionIndexOptions,
  type SuppressionIndexStatus,
} from './suppression-index-options.js';
import { TopicFollower } from './topic-follower.js';

/**
 * Holds the suppressed users in memory. Reads the compacted topic
 * `lethe.regulation.suppressions.v1` from its beginning, or continues from a snapshot on disk. The
 * index then follows the topic.
 *
 * ```ts
 * const kafka = createKafka({ brokers: ['kafka:9092'], clientId: 'shop' });
 * const index = new SuppressionIndex({ kafka, snapshotFile: '/var/lib/shop/suppressions' });
 * index.start();
 * await index.untilReady();
 * if (!index.isSuppressed('ws_demo', event.userId, 'src_web')) send(event);
 * ```
 */
export class SuppressionIndex {
  private readonly replication: Rebuilding;
  private readonly follower: TopicFollower;
  private readonly records: RelayRecords;
  private readonly snapshots: SnapshotWriter | undefined;
  private readonly readiness = new OneWayGate();
  private startedAt = 0;

  constructor(private readonly options: SuppressionIndexOptions) {
    const prefix = options.topicPrefix ?? DEFAULT_TOPIC_PREFIX;
    const topic = topicName(prefix, TOPICS.suppressions);
    const { onEvent, snapshotFile } = options;
    const openTransactionWaitMs = options.openTransactionWaitMs ?? DEFAULTS.openTransactionWaitMs;
    this.records = new RelayRecords({
      kafka: options.kafka,
      topic: topicName(prefix, TOPICS.relay),
      openTransactionWaitMs,
      onError: (error) => options.onError?.(error),
    });
    const completeness = new Completeness(this.records, options.relayRecord === 'optional');
    this.replication = new Rebuilding({
      judge: (replica) => completeness.of(replica, Date.now()),
      onLack: (lack) => onEvent?.({ type: 'lacking', lack }),
      openTransactionWaitMs,
      keepReplacedMs: options.keepReplacedMs ?? DEFAULTS.keepReplacedMs,
      onApplied: (timestamp) => options.onApplied?.(Math.max(0, Date.now() - timestamp)),
      onRestart: (reason) => onEvent?.({ type: 'restarted', reason }),
      onServing: (replica) => {
        this.noteServing(replica.table.size, replica.catchUp.waiting);
      },
    });
    this.snapshots =
      snapshotFile === undefined ? undefined : this.makeSnapshots(snapshotFile, topic);
    this.follower = new TopicFollower({
      ...{ kafka: options.kafka, topic, openTransactionWaitMs, snapshotFile },
      pollEveryMs: options.pollEveryMs,
      replication: this.replication,
      snapshots: this.snapshots,
      onEvent: (event) => onEvent?.(event),
      onError: (error) => options.onError?.(error),
    });
  }

  /** Starts to read. Retries while Kafka or the topic is unavailable. */
  start(): void {
    this.startedAt = Date.now();
    this.records.start();
    this.follower.start();
    this.snapshots?.start();
  }

  /** Stops reading and writes a last snapshot. After this call, `isSuppressed` throws. */
  async close(): Promise<void> {
    this.readiness.close(new NotReadyError('The suppression index is closed.'));
    await Promise.all([this.follower.stop(), this.records.stop()]);
    await this.snapshots?.stop();
  }

  /**
   * Waits until the index knows everything that was on the topic at the start. Do not forward any
   * event before the promise resolves.
   * @param signal aborts the wait
   * @throws the reason of the signal; NotReadyError if the index is closed
   */
  untilReady(signal?: AbortSignal): Promise<void> {
    return this.readiness.wait(signal);
  }

  /**
   * Returns whether at least one active regulation suppresses the user at this source. If it
   * returns true, do not process the event. The call is synchronous and takes about a microsecond.
   *
   * @param userId unchanged id from the event. This function normalises the id like Lethe.
   * An id that is empty after the normalisation is not
   * suppressed
   * @throws NotReadyError before `untilReady` has resolved and after `close`, because the answer is
   * unknown and `false` could be wrong
   */
  isSuppressed(workspaceId: string, userId: string, sourceId: string): boolean {
    const { serving } = this.replication;
    if (serving === undefined || this.readiness.isClosed) {
      throw new NotReadyError(
        this.readiness.isClosed
          ? 'The suppression index is closed.'
          : 'The suppression index is not ready: wait for untilReady().',
      );
    }
    const normalised = normaliseUserId(userId);
    return normalised !== '' && serving.table.isSuppressed(workspaceId, normalised, sourceId);
  }

  /** State and progress of the index. Cheap to read. */
  get status(): SuppressionIndexStatus {
    const { serving, current, isRebuilding } = this.replication;
    const { isConnected, unreadable, standing } = this.follower;
    const replica = serving ?? current;
    const lastChangeAt = replica?.lastChangeAt;
    const snapshotAsOf = this.snapshots?.asOf;
    return {
      ready: serving !== undefined && !this.readiness.isClosed,
      connected: isConnected,
      rebuilding: isRebuilding,
      users: replica?.table.size ?? 0,
      lag: isConnected ? current?.catchUp.lag : undefined,
      lastChangeAt: lastChangeAt === undefined ? undefined : new Date(lastChangeAt),
      standing: [...standing.keys()],
      positions: new Map(current?.positions),
      unreadable,
      snapshotAsOf: snapshotAsOf === undefined ? undefined : new Date(snapshotAsOf),
      byteLength: (serving?.table.byteLength ?? 0) + this.buildingBytes(),
    };
  }

  private buildingBytes(): number {
    const { serving, current } = this.replication;
    return current === serving ? 0 : (current?.table.byteLength ?? 0);
  }

  private noteServing(users: number, waiting: readonly number[]): void {
    const { onEvent } = this.options;
    if (this.readiness.isReady) onEvent?.({ type: 'replaced', users });
    else onEvent?.({ type: 'ready', users, tookMs: Date.now() - this.startedAt });
    if (waiting.length > 0) onEvent?.({ type: 'open-transaction', partitions: waiting });
    this.readiness.open();
  }

  private makeSnapshots(file: string, topic: string): SnapshotWriter {
    return new SnapshotWriter({
      file,
      topic,
      everyMs: this.options.snapshotEveryMs ?? DEFAULTS.snapshotEveryMs,
      maxAgeMs: () => this.follower.maxAgeMs,
      replica: () => (this.replication.isRebuilding ? undefined : this.replication.serving),
      onWritten: (written) => this.options.onEvent?.({ type: 'snapshot-written', ...written }),
      onFailure: (error) => this.options.onEvent?.({ type: 'snapshot-failed', error }),
    });
  }
}
