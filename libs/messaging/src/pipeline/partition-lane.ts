import { ClusterConnection } from '../kafkajs/cluster-connection.js';
import { TransactionalProducer } from '../kafkajs/transactional-producer.js';
import type { KafkaClient } from '../kafkajs/kafka-client.js';
import type { PartitionBatch, PartitionWork } from '../records/partition-records.js';
import { committedOffset } from './committed-offset.js';
import { toSends, type PartitionCounts, type TopicLimits } from './partition-sends.js';

export interface PartitionLaneOptions {
  readonly kafka: KafkaClient;
  readonly groupId: string;
  readonly topic: string;
  readonly partition: number;
  readonly outputs: readonly string[];
  readonly compression: 'none' | 'gzip';
  readonly limits: TopicLimits | undefined;
}

/** The batch does not begin where the lane stands: nothing of it was processed. */
export class OutOfStepError extends Error {
  override readonly name = 'OutOfStepError';
}

/**
 * One input partition: its producer and its position. The process that claimed last is the only one
 * that can commit, and it knows what all before it committed, so a record is neither left out nor
 * repeated, whatever the consumer group believes about who owns the partition.
 */
export class PartitionLane {
  private producer: TransactionalProducer | undefined;
  private position = 0n;
  private counts: PartitionCounts = { input: 0, outputs: new Map() };
  private last: Promise<unknown> = Promise.resolve();

  constructor(private readonly options: PartitionLaneOptions) {}

  /**
   * Takes the partition over, once the batch in hand is done: first the producer is initialised,
   * and only then is the committed offset read.
   * @returns the offset to go on from: the committed one, else the first of the partition
   * @throws Error when Kafka cannot be reached
   */
  claim(): Promise<string> {
    return this.alone(async () => {
      await this.dropProducer();
      const { kafka, groupId, topic, partition, compression } = this.options;
      // Group ids and topics have no slash, so that no two lanes share an id.
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
   * @param nextOffset of the input, behind the batch
   * @returns false when the lane is not claimed (any more): nothing was done
   * @throws Error when the transaction is not known to be committed; the lane is given up
   */
  process(
    batch: PartitionBatch,
    nextOffset: bigint,
    work: (batch: PartitionBatch) => PartitionWork,
  ): Promise<boolean> {
    return this.alone(async () => {
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

  /** Gives the partition up, once the batch in hand is done. */
  release(): Promise<void> {
    return this.alone(() => this.dropProducer());
  }

  /** A batch of an earlier assignment may come late, or the input may have been made anew. */
  private checkStep({ records }: PartitionBatch): void {
    const first = records[0];
    if (first !== undefined && BigInt(first.offset) < this.position) {
      throw new OutOfStepError('The batch begins before what was processed last.');
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

  /** Runs works one after the other, in the order of the calls. */
  private alone<T>(work: () => Promise<T>): Promise<T> {
    const done = this.last.then(work);
    this.last = done.catch(() => undefined); // whoever called hears of it
    return done;
  }
}
