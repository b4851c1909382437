import {
  followTopic,
  OffsetOutOfRangeError,
  readTopicConfig,
  type FollowedTopic,
  type KafkaClient,
  type RecordCursor,
  type UnreadableBatchError,
} from '@lethe/messaging';
import { setTimeout as sleep } from 'node:timers/promises';
import { LaggingMetadataError } from './lagging-metadata-error.js';
import { readSuppression } from './read-suppression.js';
import { Replica } from './replica.js';
import type { Replication } from './replication.js';
import { readSnapshot } from './snapshot/read-snapshot.js';
import { whyNotUsable } from './snapshot/snapshot-header.js';
import type { SnapshotKeeper } from './snapshot/snapshot-keeper.js';
import type { SuppressionIndexEvent } from './suppression-index-options.js';

export interface TopicFollowerOptions {
  readonly kafka: KafkaClient;
  /** Full name. */
  readonly topic: string;
  readonly openTransactionWaitMs: number;
  readonly snapshotFile: string | undefined;
  readonly lookEveryMs: number | undefined;
  readonly replication: Replication;
  readonly snapshots: SnapshotKeeper | undefined;
  readonly onEvent: (event: SuppressionIndexEvent) => void;
  readonly onError: (error: unknown) => void;
}

const RETRY_MS = 500;
/** Who stands before something that cannot be read connects again and again, and gets no further. */
const STEADY_MS = 3_000;
/** An outage, or a writer who does not know the format, would repeat itself all the time. */
const REPEAT_MS = 10_000;
/** Kafka's own default, for when the topic does not let us see its setting. */
const DELETE_RETENTION_MS = 24 * 3_600_000;

const NOTHING_TOLD = { message: '', at: -Infinity };

/** Keeps a replication up to date, through outages, for as long as it is not stopped. */
export class TopicFollower {
  private readonly stopping = new AbortController();
  private work: Promise<void> = Promise.resolve();
  private triedSnapshot = false;
  private unreadableToldAt = -Infinity;
  private errorTold = NOTHING_TOLD;
  private retentionUnknownTold = false;
  private connectedAt = 0;
  /** Whether the topic is being read. */
  isConnected = false;
  /** Records that nobody understands. */
  unreadable = 0;
  /** Partition → the batch before which it stands, as that cannot be read. */
  readonly standing = new Map<number, UnreadableBatchError>();
  /**
   * For how long one may be away and still see every tombstone, in milliseconds: half of the time
   * that they are kept, as the reading itself takes time.
   */
  maxAgeMs = DELETE_RETENTION_MS / 2;

  constructor(private readonly options: TopicFollowerOptions) {}

  start(): void {
    this.work = this.followOn();
  }

  /** After it nothing changes any more. */
  async stop(): Promise<void> {
    this.stopping.abort();
    await this.work;
  }

  private async followOn(): Promise<void> {
    const { kafka, topic, replication, lookEveryMs } = this.options;
    const { signal } = this.stopping;
    while (!signal.aborted) {
      try {
        await followTopic(kafka, {
          topic,
          signal,
          ...(lookEveryMs === undefined ? {} : { lookEveryMs }),
          onBegin: (found) => this.begin(found),
          onRecord: (partition, record) => {
            this.apply(partition, record);
          },
          onProgress: (partition, progress) => {
            // Not the present time: who was suspended gets old answers, and has missed what was
            // taken away since.
            replication.noteProgress(partition, progress, progress.askedAt);
            const stand = this.standing.get(partition);
            if (stand !== undefined && progress.position > stand.offset) {
              this.standing.delete(partition);
            }
            if (Date.now() - this.connectedAt >= STEADY_MS) this.noteSteady();
          },
          onStand: (partition, batch) => {
            this.stand(partition, batch);
          },
        });
      } catch (error) {
        if (error instanceof OffsetOutOfRangeError) replication.losePosition();
        this.tell(error);
      }
      this.isConnected = false;
      this.standing.clear();
      await sleep(RETRY_MS, undefined, { signal }).catch(() => undefined);
    }
  }

  private async begin(found: FollowedTopic): Promise<ReadonlyMap<number, number>> {
    this.maxAgeMs = (await this.deleteRetentionMs()) / 2;
    if (!this.triedSnapshot) await this.loadSnapshot(found);
    this.triedSnapshot = true;
    const replica = this.options.replication.begin(found, this.maxAgeMs, Date.now());
    this.isConnected = true;
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
    const now = Date.now();
    if (now - this.unreadableToldAt < REPEAT_MS) return;
    this.unreadableToldAt = now;
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
      this.retentionUnknownTold = false;
      return Number.isFinite(value) ? value : DELETE_RETENTION_MS;
    } catch (error) {
      // Not ours to see, perhaps: no reason to say that the topic cannot be read.
      if (!this.retentionUnknownTold) onEvent({ type: 'retention-unknown', error });
      this.retentionUnknownTold = true;
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
    if (this.errorTold === NOTHING_TOLD) return;
    this.errorTold = NOTHING_TOLD;
    this.options.onEvent({ type: 'reconnected' });
  }

  private tell(error: unknown): void {
    const message = error instanceof Error ? error.message : String(error);
    const at = Date.now();
    if (message === this.errorTold.message && at - this.errorTold.at < REPEAT_MS) return;
    this.errorTold = { message, at };
    this.options.onError(error);
  }
}
