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
import { HeardPartitions } from './heard-partitions.js';
import { LaggingMetadataError } from './lagging-metadata-error.js';
import { readSuppression } from './read-suppression.js';
import { Replica } from './replica.js';
import type { Rebuilding } from './rebuilding.js';
import { readSnapshot } from './snapshot/read-snapshot.js';
import { whyNotUsable } from './snapshot/snapshot-header.js';
import type { SnapshotWriter } from './snapshot/snapshot-writer.js';
import type { SuppressionIndexEvent } from './suppression-index-options.js';

export interface TopicFollowerOptions {
  readonly kafka: KafkaClient;
  /** Full name. */
  readonly topic: string;
  readonly openTransactionWaitMs: number;
  readonly snapshotFile: string | undefined;
  readonly lookEveryMs: number | undefined;
  readonly replication: Rebuilding;
  readonly snapshots: SnapshotWriter | undefined;
  readonly onEvent: (event: SuppressionIndexEvent) => void;
  readonly onError: (error: unknown) => void;
}

const RETRY_MS = 500;
/**
 * A connection counts as steady after this time: a reader that meets a batch it cannot read
 * connects again and again, but gets no further.
 */
const STEADY_MS = 3_000;
/** Kafka's own default, for when the topic does not let us see its setting. */
const DELETE_RETENTION_MS = 24 * 3_600_000;

/** Keeps a replication up to date, through outages, for as long as it is not stopped. */
export class TopicFollower {
  private readonly stopping = new AbortController();
  private work: Promise<void> = Promise.resolve();
  private triedSnapshot = false;
  /**
   * Limits repeated reports: an outage fails again and again, and so does each record of a writer
   * that does not know the format.
   */
  private readonly errors = new LogThrottle();
  private readonly unreadableEvents = new LogThrottle();
  private isUnknownRetentionReported = false;
  private connectedAt = 0;
  private readonly heard = new HeardPartitions();
  /** Unreadable records since the start. */
  unreadable = 0;
  /** Partition → the unreadable batch at which its reading stopped. */
  readonly standing = new Map<number, UnreadableBatchError>();
  /**
   * Longest absence after which every tombstone is still seen, in milliseconds: half of the time
   * that tombstones are kept, as the reading itself takes time.
   */
  maxAgeMs = DELETE_RETENTION_MS / 2;

  constructor(private readonly options: TopicFollowerOptions) {}

  /** Whether all of the topic is being read: something was heard of each partition since it was found. */
  get isConnected(): boolean {
    return this.heard.areAll;
  }

  start(): void {
    this.work = this.followOn();
  }

  /** Stops following; once it has resolved, the replication changes no more. */
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
    const { kafka, topic, replication, lookEveryMs } = this.options;
    try {
      await followTopic(kafka, {
        topic,
        signal: this.stopping.signal,
        ...(lookEveryMs === undefined ? {} : { lookEveryMs }),
        onBegin: (found) => this.begin(found),
        onRecord: (partition, record) => {
          this.apply(partition, record);
        },
        onProgress: (partition, progress) => {
          this.heard.note(partition);
          // The time of asking, not the present: a process that was suspended reads old answers,
          // and may have missed tombstones that were compacted away since.
          replication.noteProgress(partition, progress, progress.askedAt);
          const stand = this.standing.get(partition);
          if (stand !== undefined && progress.position > stand.offset) {
            this.standing.delete(partition);
          }
          if (this.isConnected && Date.now() - this.connectedAt >= STEADY_MS) this.noteSteady();
        },
        onStand: (partition, batch) => {
          this.stand(partition, batch);
        },
      });
    } finally {
      this.heard.end();
      this.standing.clear();
    }
  }

  private async begin(found: FollowedTopic): Promise<ReadonlyMap<number, number>> {
    this.maxAgeMs = (await this.deleteRetentionMs()) / 2;
    if (!this.triedSnapshot) await this.loadSnapshot(found);
    this.triedSnapshot = true;
    const replica = this.options.replication.begin(found, this.maxAgeMs, Date.now());
    this.heard.begin(found.partitions);
    this.connectedAt = Date.now();
    return new Map(replica.positions);
  }

  private apply(partition: number, record: RecordCursor): void {
    const change = readSuppression(record.key, record.value);
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
      if (error instanceof LaggingMetadataError) throw error; // it can be used when all is known
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
      // The configuration may be forbidden to this client; the topic can be read all the same.
      if (!this.isUnknownRetentionReported) onEvent({ type: 'retention-unknown', error });
      this.isUnknownRetentionReported = true;
      return DELETE_RETENTION_MS;
    }
  }

  private stand(partition: number, batch: UnreadableBatchError): void {
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
