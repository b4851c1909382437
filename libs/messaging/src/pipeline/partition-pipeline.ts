import { setTimeout as sleep } from 'node:timers/promises';
import type { FetchedBatch } from '../kafkajs/fetched-batch.js';
import { GroupMember, HEARTBEAT_MS, type GroupMemberOptions } from '../kafkajs/group-member.js';
import { isFencing } from '../kafkajs/is-fencing.js';
import type { KafkaClient } from '../kafkajs/kafka-client.js';
import type { PartitionBatch, PartitionWork } from '../records/partition-records.js';
import { UnreadableBatchError } from '../wire/record-batch.js';
import { PartitionProcessor } from './partition-processor.js';
import type { TopicLimits } from './partition-sends.js';
import { splitBatch } from './split-batch.js';

export interface PartitionPipelineOptions extends GroupMemberOptions {
  /** Full names of the output topics. */
  readonly outputs: readonly string[];
  /**
   * Decides which records to send for a batch. Can be called again with the same records if they
   * were not committed. If `work` throws, no record is sent, and the batch is retried.
   */
  readonly work: (batch: PartitionBatch) => PartitionWork;
  /** Returns the maximum size of a batch in a topic. Called for each sent record. Default 1 MB. */
  readonly limits?: TopicLimits;
  /** Compression of sent records. Default `none`. */
  readonly compression?: 'none' | 'gzip';
  /** Time after which the partitions of a dead instance are reassigned. Default 10,000 ms. */
  readonly sessionTimeoutMs?: number;
  /**
   * Called when a partition stops, because its transaction or claim failed, or because its next
   * batch is unreadable (`UnreadableBatchError`). The partition is retried. The other partitions
   * continue.
   */
  readonly onRetry?: (partition: number, error: unknown) => void;
  /**
   * Called after a partition was claimed or has processed a batch, even if it had not stopped.
   * @param next after a join, the next offset, which another instance may have committed
   */
  readonly onResume?: (partition: number, next?: string) => void;
}

const RETRY_MS = 500;
const MAX_RETRY_MS = 5_000;
const MAX_WAIT_MS = 250;
const SESSION_TIMEOUT_MS = 10_000;
const PARTITIONS_AT_ONCE = 64;
/**
 * Retry interval of a fenced partition. Within this time, the heartbeats show the member whether it
 * still owns the partition.
 */
const FENCED_MS = 2 * HEARTBEAT_MS;
/**
 * Retry interval of an unreadable batch. It is long, because only an operator or the retention can
 * remove the batch.
 */
const UNREADABLE_MS = 30_000;

/**
 * Reads a topic, processes its records, and sends the results exactly once. A reader of committed
 * records gets the result of each input record once. This is true even after crashes and
 * rebalances, and after a frozen instance resumes.
 *
 * kafkajs does not support fencing by consumer group (KIP-447). So each *input partition* has a
 * transactional producer (see `PartitionProcessor`), and the group only distributes the work. After
 * each join, all partitions are paused. Each partition is then claimed, set to its committed
 * offset, and resumed.
 *
 * A new group begins with the first record. Each partition has one batch in memory. A batch has up
 * to 1 MB before decompression.
 */
export class PartitionPipeline extends GroupMember<PartitionPipelineOptions> {
  private readonly processors = new Map<number, PartitionProcessor>();
  /** Increases when the member joins or leaves. Results of an earlier generation are ignored. */
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
    for (const [partition, processor] of this.processors) {
      if (partitions.includes(partition)) continue;
      this.processors.delete(partition);
      void processor.release();
    }
    for (const partition of partitions) {
      void this.prepare(this.processorOf(partition), partition, this.generation, 0);
    }
  }

  protected override leave(): void {
    this.generation += 1;
  }

  protected override finish(): Promise<unknown> {
    return Promise.all([...this.processors.values()].map((processor) => processor.release()));
  }

  /** Claims a paused partition and resumes it. */
  private async prepare(
    processor: PartitionProcessor,
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
        const offset = await processor.claim();
        if (!this.isCurrent(generation)) return;
        this.resumeAt(partition, offset);
        // After a failed batch, the partition is reported as stopped until it processes a batch.
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
    const processor = this.processors.get(batch.partition);
    // A stale batch was fetched before the claim.
    if (processor === undefined || payload.isStale() || !payload.isRunning()) return;
    const { readable, unreadable, last } = splitBatch(batch);
    try {
      if (unreadable === undefined || readable.records.length > 0) {
        const isDone = await processor.process(readable, last + 1n, work);
        if (!isDone || !this.isCurrent(generation)) return;
        // If the offset of the last record is resolved, kafkajs also skips the transaction markers
        // after this record.
        payload.resolveOffset(readable.records.at(-1)?.offset ?? String(last));
      }
      if (unreadable !== undefined) throw unreadable;
      this.options.onResume?.(batch.partition);
    } catch (error) {
      // After a rebalance, the partition may belong to another member. This member must not report
      // the partition as stopped.
      if (!this.isCurrent(generation)) return;
      onRetry?.(batch.partition, error);
      this.pause([batch.partition]);
      void this.prepare(processor, batch.partition, generation, waitAfter(error));
    }
  }

  private processorOf(partition: number): PartitionProcessor {
    let processor = this.processors.get(partition);
    if (processor === undefined) {
      const { topic, groupId, outputs, compression = 'none', limits } = this.options;
      const { kafka } = this;
      processor = new PartitionProcessor({
        kafka,
        topic,
        groupId,
        partition,
        outputs,
        compression,
        limits,
      });
      this.processors.set(partition, processor);
    }
    return processor;
  }

  private isCurrent(generation: number): boolean {
    return generation === this.generation && !this.signal.aborted;
  }
}

function waitAfter(error: unknown): number {
  if (error instanceof UnreadableBatchError) return UNREADABLE_MS;
  return isFencing(error) ? FENCED_MS : RETRY_MS;
}
