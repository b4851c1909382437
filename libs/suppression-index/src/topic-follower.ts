import {
  followTopic,
  OffsetOutOfRangeError,
  readTopicConfig,
  type FollowedTopic,
  type KafkaClient,
  type RecordCursor,
  type UnreadableBatchError,
} from '@lethe/messaging';
import { LogThrottle, retryUntilDone } from '@lethe/resilience';
import { ReportedPartitions } from './reported-partitions.js';
import { LaggingMetadataError } from './lagging-metadata-error.js';
import { RecordReader } from './record-reader.js';
import { Replica } from './replica.js';
import type { Rebuilding } from './rebuilding.js';
import { readSnapshot } from './snapshot/read-snapshot.js';
import { whyNotUsable } from './snapshot/snapshot-header.js';
import type { SnapshotWriter } from './snapshot/snapshot-writer.js';
import type { SuppressionIndexEvent } from './suppression-index-options.js';

export interface TopicFollowerOptions {
  readonly kafka: KafkaClient;
  readonly topic: string;
  readonly openTransactionWaitMs: number;
  readonly snapshotFile: string | undefined;
  readonly pollEveryMs: number | undefined;
  readonly replication: Rebuilding;
  readonly snapshots: SnapshotWriter | undefined;
  readonly onEvent: (event: SuppressionIndexEvent) => void;
  readonly onError: (error: unknown) => void;
}

const RETRY_MS = 500;
/**
 * Time of reading after which `reconnected` is reported. A reader at an unreadable batch can
 * reconnect repeatedly without progress, and each of these connections is shorter.
 */
const STEADY_MS = 3_000;
/** Kafka's default. It is used if the setting of the topic cannot be read. */
const DELETE_RETENTION_MS = 24 * 3_600_000;

/** Keeps a replication up to date until `stop`. Retries during outages. */
export class TopicFollower {
  private readonly stopping = new AbortController();
  private readonly reader = new RecordReader();
  private work: Promise<void> = Promise.resolve();
  private triedSnapshot = false;
  /** Limits repeated reports during an outage. */
  private readonly errors = new LogThrottle();
  /** Limits the reports of unreadable records. */
  private readonly unreadableEvents = new LogThrottle();
  private isUnknownRetentionReported = false;
  private connectedAt = 0;
  private readonly reported = new ReportedPartitions();
  /** Number of unreadable records since the start. */
  unreadable = 0;
  /** For each stopped partition, the unreadable batch before which it stopped. */
  readonly standing = new Map<number, UnreadableBatchError>();
  /**
   * Maximum time without contact, in milliseconds. After a longer time, compaction may have removed
   * tombstones that were not read. The time is half of the retention of tombstones, because reading
   * also takes time.
   */
  maxAgeMs = DELETE_RETENTION_MS / 2;

  constructor(private readonly options: TopicFollowerOptions) {}

  /**
   * Whether each partition has reported since the follower connected. If true, the whole topic is
   * being read.
   */
  get isConnected(): boolean {
    return this.reported.areAll;
  }

  start(): void {
    this.work = this.followOn();
  }

  /** Stops following. After the promise resolves, the replication does not change. */
  async stop(): Promise<void> {
    this.stopping.abort();
    await this.work;
  }

  private async followOn(): Promise<void> {
    await retryUntilDone(() => this.follow(), {
      signal: this.stopping.signal,
      pauseMs: RETRY_MS,
      onFailure: (error) => {
        if (error instanceof OffsetOutOfRangeError) this.options.replication.losePosition();
        const message = error instanceof Error ? error.message : String(error);
        if (this.errors.isDue(message)) this.options.onError(error);
      },
    });
  }

  private async follow(): Promise<void> {
    const { kafka, topic, replication, pollEveryMs } = this.options;
    try {
      await followTopic(kafka, {
        topic,
        signal: this.stopping.signal,
        ...(pollEveryMs === undefined ? {} : { pollEveryMs }),
        onBegin: (found) => this.begin(found),
        onRecord: (partition, record) => {
          this.apply(partition, record);
        },
        onProgress: (partition, progress) => {
          this.reported.note(partition);
          // Uses the time of the request, not the current time. A process that was suspended reads
          // old answers, and compaction may have removed tombstones since these answers.
          replication.noteProgress(partition, progress, progress.requestedAt);
          const batch = this.standing.get(partition);
          if (batch !== undefined && progress.position > batch.offset) {
            this.standing.delete(partition);
          }
          if (this.isConnected && Date.now() - this.connectedAt >= STEADY_MS) this.noteSteady();
        },
        onUnreadable: (partition, batch) => {
          this.noteStopped(partition, batch);
        },
      });
    } finally {
      this.reported.end();
      this.standing.clear();
    }
  }

  private async begin(found: FollowedTopic): Promise<ReadonlyMap<number, number>> {
    this.maxAgeMs = (await this.deleteRetentionMs()) / 2;
    if (!this.triedSnapshot) await this.loadSnapshot(found);
    this.triedSnapshot = true;
    const replica = this.options.replication.begin(found, this.maxAgeMs, Date.now());
    this.reported.begin(found.partitions);
    this.connectedAt = Date.now();
    return new Map(replica.positions);
  }

  private apply(partition: number, record: RecordCursor): void {
    const change = this.reader.read(record);
    if (typeof change === 'object') {
      this.options.replication.apply(change, record.timestamp);
      return;
    }
    this.unreadable += 1;
    const { current } = this.options.replication;
    if (current !== undefined) current.unreadable += 1;
    if (!this.unreadableEvents.isDue()) return;
    this.options.onEvent({ type: 'unreadable', reason: change, partition, offset: record.offset });
  }

  private async loadSnapshot(found: FollowedTopic): Promise<void> {
    const { snapshotFile, topic, openTransactionWaitMs, onEvent } = this.options;
    if (snapshotFile === undefined) return;
    const time = Date.now();
    try {
      const reading = await readSnapshot(snapshotFile, (header) =>
        whyNotUsable(header, { ...found, name: topic }, { time, maxAgeMs: this.maxAgeMs }),
      );
      if (reading === undefined) return;
      if ('refusal' in reading) {
        onEvent({ type: 'snapshot-discarded', reason: reading.refusal });
        return;
      }
      const { header, table } = reading;
      const options = { openTransactionWaitMs, now: time };
      const replica = new Replica(found, options, { ...header, table });
      this.options.replication.startFrom(replica);
      this.options.snapshots?.noteLoaded(replica);
      onEvent({ type: 'snapshot-loaded', users: table.size, tookMs: Date.now() - time });
    } catch (error) {
      // The snapshot is usable as soon as the broker knows all partitions.
      if (error instanceof LaggingMetadataError) throw error;
      onEvent({ type: 'snapshot-failed', error });
    }
  }

  private async deleteRetentionMs(): Promise<number> {
    const { kafka, topic, onEvent } = this.options;
    try {
      const value = Number(await readTopicConfig(kafka, topic, 'delete.retention.ms'));
      this.isUnknownRetentionReported = false;
      return Number.isFinite(value) ? value : DELETE_RETENTION_MS;
    } catch (error) {
      // The topic can be readable even without permission to read its configuration.
      if (!this.isUnknownRetentionReported) onEvent({ type: 'retention-unknown', error });
      this.isUnknownRetentionReported = true;
      return DELETE_RETENTION_MS;
    }
  }

  private noteStopped(partition: number, batch: UnreadableBatchError): void {
    const isKnown = this.standing.get(partition)?.offset === batch.offset;
    this.standing.set(partition, batch);
    if (isKnown) return;
    const { type: reason, offset, nextOffset } = batch;
    this.options.onEvent({ type: 'standing', reason, partition, offset, nextOffset });
  }

  private noteSteady(): void {
    if (!this.errors.hasLogged) return;
    this.errors.reset();
    this.options.onEvent({ type: 'reconnected' });
  }
}
