import { setTimeout as sleep } from 'node:timers/promises';
import type { FetchedBatch } from '../kafkajs/fetched-batch.js';
import { GroupMember, HEARTBEAT_MS, type GroupMemberOptions } from '../kafkajs/group-member.js';
import { isFencing } from '../kafkajs/is-fencing.js';
import type { KafkaClient } from '../kafkajs/kafka-client.js';
import type { PartitionBatch, PartitionWork } from '../records/partition-records.js';
import { UnreadableBatchError } from '../wire/record-batch.js';
import { PartitionLane } from './partition-lane.js';
import type { TopicLimits } from './partition-sends.js';
import { splitBatch } from './split-batch.js';

export interface PartitionPipelineOptions extends GroupMemberOptions {
  /** Full names of the topics that the work may send to. */
  readonly outputs: readonly string[];
  /**
   * Decides what becomes of a batch. May be called again with the same records, as long as they are
   * not committed. When it throws, nothing of the batch leaves, and it is tried again.
   */
  readonly work: (batch: PartitionBatch) => PartitionWork;
  /** Called for each record that is sent. Default: 1 MB. */
  readonly limits?: TopicLimits;
  /** Compression of the records that are sent. Default `none`. */
  readonly compression?: 'none' | 'gzip';
  /** An instance that died leaves its partitions after this time. Default 10,000 ms. */
  readonly sessionTimeoutMs?: number;
  /**
   * A partition stands still: its transaction failed, it could not be claimed, or its next batch
   * cannot be read (`UnreadableBatchError`). It is tried again; the others go on.
   */
  readonly onRetry?: (partition: number, error: unknown) => void;
  /**
   * A partition that may have stood still goes on.
   * @param next offset that it goes on from, after a join: others may have had it meanwhile
   */
  readonly onResume?: (partition: number, next?: string) => void;
}

const RETRY_MS = 500;
const MAX_RETRY_MS = 5_000;
const MAX_WAIT_MS = 250;
const SESSION_TIMEOUT_MS = 10_000;
const PARTITIONS_AT_ONCE = 64;
/** A fenced member must first learn from the group whether the partition is still its own. */
const FENCED_MS = 2 * HEARTBEAT_MS;
/**
 * A batch that cannot be read goes away only by an operator's hand, or at the end of its retention.
 */
const UNREADABLE_MS = 30_000;

/**
 * Reads a topic, asks what is to become of its records, and sends that on, exactly once: for a
 * reader of committed records each input record has had its effect once, also after crashes,
 * rebalances, and when a frozen instance comes back.
 *
 * KafkaJS lacks the fencing by group (KIP-447), so each *input partition* has a transactional
 * producer (see `PartitionLane`). The group only spreads the work. After each join all partitions
 * are paused; each is claimed, sought to its committed offset, and resumed.
 *
 * A new group begins with the first record. Of each partition one batch is in memory at a time
 * (1 MB as it was sent, decompressed).
 */
export class PartitionPipeline extends GroupMember<PartitionPipelineOptions> {
  private readonly lanes = new Map<number, PartitionLane>();
  /** Counts the joins; work begun under an earlier one may finish, but its result is ignored. */
  private generation = 0;

  constructor(
    private readonly kafka: KafkaClient,
    options: PartitionPipelineOptions,
  ) {
    super(kafka, options, {
      maxWaitMs: MAX_WAIT_MS,
      sessionTimeoutMs: options.sessionTimeoutMs ?? SESSION_TIMEOUT_MS,
      partitionsAtOnce: PARTITIONS_AT_ONCE,
    });
  }

  protected override begin(partitions: readonly number[]): void {
    this.generation += 1;
    this.pause(partitions);
    for (const [partition, lane] of this.lanes) {
      if (partitions.includes(partition)) continue;
      this.lanes.delete(partition);
      void lane.release();
    }
    for (const partition of partitions) {
      void this.prepare(this.laneOf(partition), partition, this.generation, 0);
    }
  }

  protected override leave(): void {
    this.generation += 1;
  }

  protected override finish(): Promise<unknown> {
    return Promise.all([...this.lanes.values()].map((lane) => lane.release()));
  }

  /** Claims a partition that is paused, and lets its records come. */
  private async prepare(
    lane: PartitionLane,
    partition: number,
    generation: number,
    firstWaitMs: number,
  ): Promise<void> {
    const { onRetry } = this.options;
    const { signal } = this;
    for (let wait = firstWaitMs; ; wait = Math.min(MAX_RETRY_MS, Math.max(RETRY_MS, 2 * wait))) {
      if (wait > 0) await sleep(wait, undefined, { signal }).catch(() => undefined);
      if (!this.isCurrent(generation)) return;
      try {
        const offset = await lane.claim();
        if (!this.isCurrent(generation)) return;
        this.resumeAt(partition, offset);
        // After a failed batch, the partition stands still until it is claimed again.
        if (firstWaitMs === 0) this.options.onResume?.(partition, offset);
        return;
      } catch (error) {
        if (!this.isCurrent(generation)) return;
        onRetry?.(partition, error);
      }
    }
  }

  protected override async process(payload: FetchedBatch): Promise<void> {
    const { batch } = payload;
    const { generation } = this;
    const { onRetry, work } = this.options;
    const lane = this.lanes.get(batch.partition);
    // A stale batch was fetched before the partition was claimed.
    if (lane === undefined || payload.isStale() || !payload.isRunning()) return;
    const { readable, unreadable, last } = splitBatch(batch);
    try {
      if (unreadable === undefined || readable.records.length > 0) {
        const isDone = await lane.process(readable, last + 1n, work);
        if (!isDone || !this.isCurrent(generation)) return;
        // By the last record: then kafkajs skips the transaction markers behind it as well.
        payload.resolveOffset(readable.records.at(-1)?.offset ?? String(last));
      }
      if (unreadable !== undefined) throw unreadable;
      this.options.onResume?.(batch.partition);
    } catch (error) {
      // Of a partition that is another member's by now, nothing stands still here.
      if (!this.isCurrent(generation)) return;
      onRetry?.(batch.partition, error);
      this.pause([batch.partition]);
      void this.prepare(lane, batch.partition, generation, waitAfter(error));
    }
  }

  private laneOf(partition: number): PartitionLane {
    let lane = this.lanes.get(partition);
    if (lane === undefined) {
      const { topic, groupId, outputs, compression = 'none', limits } = this.options;
      const { kafka } = this;
      lane = new PartitionLane({ kafka, topic, groupId, partition, outputs, compression, limits });
      this.lanes.set(partition, lane);
    }
    return lane;
  }

  private isCurrent(generation: number): boolean {
    return generation === this.generation && !this.signal.aborted;
  }
}

function waitAfter(error: unknown): number {
  if (error instanceof UnreadableBatchError) return UNREADABLE_MS;
  return isFencing(error) ? FENCED_MS : RETRY_MS;
}
