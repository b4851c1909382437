import { ClusterConnection } from '../kafkajs/cluster-connection.js';
import { TransactionalProducer } from '../kafkajs/transactional-producer.js';
import type { KafkaClient } from '../kafkajs/kafka-client.js';
import type { PartitionBatch, PartitionWork } from '../records/partition-records.js';
import { committedOffset } from './committed-offset.js';
import { toSends, type PartitionCounts, type TopicLimits } from './partition-sends.js';

export interface PartitionProcessorOptions {
  readonly kafka: KafkaClient;
  readonly groupId: string;
  readonly topic: string;
  readonly partition: number;
  readonly outputs: readonly string[];
  readonly compression: 'none' | 'gzip';
  readonly limits: TopicLimits | undefined;
}

/** The batch begins before the position of the partition. No record of the batch was processed. */
export class OutOfStepError extends Error {
  override readonly name = 'OutOfStepError';
}

/**
 * One input partition with its producer and its position. Only the process with the latest claim
 * can commit, and this process knows all earlier commits. So no record is skipped or repeated, even
 * if the consumer group assigns the partition to another process.
 */
export class PartitionProcessor {
  private producer: TransactionalProducer | undefined;
  private position = 0n;
  private counts: PartitionCounts = { input: 0, outputs: new Map() };
  private last: Promise<unknown> = Promise.resolve();

  constructor(private readonly options: PartitionProcessorOptions) {}

  /**
   * Claims the partition after the batch in flight is done. Initialises the producer before it
   * reads the committed offset. So no other process can commit after this read.
   * @returns the committed offset, or the first offset of the partition if none was committed
   * @throws Error if Kafka cannot be reached
   */
  claim(): Promise<string> {
    return this.inOrder(async () => {
      await this.dropProducer();
      const { kafka, groupId, topic, partition, compression } = this.options;
      // Group ids and topics contain no slash, so each partition has a different transactional id.
      const transactionalId = `${groupId}/${topic}/${String(partition)}`;
      const producer = await TransactionalProducer.claim(kafka, { transactionalId, compression });
      try {
        await this.readPosition();
      } catch (error) {
        await producer.close();
        throw error;
      }
      this.producer = producer;
      return String(this.position);
    });
  }

  /**
   * Processes a batch in one transaction.
   * @param nextOffset input offset after the batch
   * @returns false if the partition is not claimed; the batch is then not processed
   * @throws Error if the commit is not confirmed; the partition is then released
   */
  process(
    batch: PartitionBatch,
    nextOffset: bigint,
    work: (batch: PartitionBatch) => PartitionWork,
  ): Promise<boolean> {
    return this.inOrder(async () => {
      const { producer } = this;
      if (producer === undefined) return false;
      try {
        this.checkStep(batch);
        const { sends, onCommitted } = work(batch);
        const { groupId, topic, partition, limits } = this.options;
        const offset = String(nextOffset);
        await producer.publish(toSends(sends, partition, this.counts, limits), {
          groupId,
          topic,
          partition,
          offset,
        });
        this.position = nextOffset;
        onCommitted?.(nextOffset);
        return true;
      } catch (error) {
        await this.dropProducer();
        throw error;
      }
    });
  }

  /** Releases the partition after the batch in flight is done. */
  release(): Promise<void> {
    return this.inOrder(() => this.dropProducer());
  }

  /**
   * Rejects a batch that begins before the position. Such a batch belongs to an earlier assignment,
   * or the input topic was recreated.
   */
  private checkStep({ records }: PartitionBatch): void {
    const first = records[0];
    if (first !== undefined && BigInt(first.offset) < this.position) {
      throw new OutOfStepError('The first offset of the batch is below the current position.');
    }
  }

  private async readPosition(): Promise<void> {
    const { kafka, groupId, topic, partition, outputs } = this.options;
    const connection = await ClusterConnection.open(kafka);
    try {
      const counts = await connection.countPartitions([...new Set([topic, ...outputs])]);
      this.counts = { input: counts.get(topic) ?? 0, outputs: counts };
      this.position =
        (await committedOffset(connection, { groupId, topic, partition })) ??
        BigInt((await connection.firstOffsets(topic, [partition])).get(partition) ?? 0);
    } finally {
      await connection.close();
    }
  }

  private async dropProducer(): Promise<void> {
    const { producer } = this;
    this.producer = undefined;
    await producer?.close();
  }

  /** Runs tasks one after the other, in the sequence of the calls. */
  private inOrder<T>(work: () => Promise<T>): Promise<T> {
    const done = this.last.then(work);
    this.last = done.catch(() => undefined); // the caller receives the error
    return done;
  }
}
