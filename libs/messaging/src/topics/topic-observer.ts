import type { KafkaClient } from '../kafkajs/kafka-client.js';
import { describeTopic, type TopicIdentity } from '../follow/topic-identity.js';
import { committedOffset } from '../pipeline/committed-offset.js';
import { within } from '../kafkajs/within.js';
import { ClusterConnection } from '../kafkajs/cluster-connection.js';

/** Identity of a topic, and the extent of its partitions. */
export interface TopicExtent extends TopicIdentity {
  /** First available offset of each partition. Compaction does not change this offset. */
  readonly starts: readonly number[];
  /** End offset of each partition. It includes the records of open transactions. */
  readonly ends: readonly number[];
}

const DEADLINE_MS = 8_000;

/** Observes a topic, and keeps its connections open. Each observation takes four requests. */
export class TopicObserver {
  private connection: Promise<ClusterConnection> | undefined;

  /** @param topic full name of the topic */
  constructor(
    private readonly kafka: KafkaClient,
    private readonly topic: string,
  ) {}

  /**
   * Returns the current state of the topic. No value is older than the call.
   * @throws KafkaJSError or BrokerError within 8 seconds. Causes are unreachable brokers, a missing
   * topic, a missing permission to describe the topic, and a partition without a leader
   */
  observe(): Promise<TopicExtent> {
    return within(DEADLINE_MS, `checking ${this.topic}`, this.fetchExtent());
  }

  /**
   * Returns the next offset of a group for each partition. This is the committed offset, or the
   * start of the partition if the group has committed no offset. Call `observe` first.
   * @param starts starts of the partitions, from `observe`
   * @throws BrokerError or KafkaJSError within 8 seconds, if an offset cannot be read
   */
  positions(
    groupId: string,
    partitions: readonly number[],
    starts: readonly number[],
  ): Promise<ReadonlyMap<number, number>> {
    return within(
      DEADLINE_MS,
      `checking ${groupId}`,
      this.fetchPositions(groupId, partitions, starts),
    );
  }

  /** Can be called repeatedly. The next `observe` connects again. */
  async close(): Promise<void> {
    const { connection } = this;
    this.connection = undefined;
    await connection?.then(
      (open) => open.close(),
      () => undefined,
    );
  }

  private fetchExtent(): Promise<TopicExtent> {
    const { topic } = this;
    return this.connected(async (connection) => {
      await connection.countPartitions([topic]); // refreshes the leaders
      const leaders = await connection.findLeaders(topic);
      const partitions = [...leaders.values()].flat().sort((a, b) => a - b);
      const [{ identity }, starts, ends] = await Promise.all([
        describeTopic(connection, topic),
        connection.firstOffsets(topic, partitions),
        connection.endOffsets(topic, partitions),
      ]);
      const listed = (offsets: ReadonlyMap<number, number>) =>
        partitions.map((partition) => offsets.get(partition) ?? 0);
      return { ...identity, starts: listed(starts), ends: listed(ends) };
    });
  }

  private fetchPositions(
    groupId: string,
    partitions: readonly number[],
    starts: readonly number[],
  ): Promise<ReadonlyMap<number, number>> {
    const { topic } = this;
    return this.connected(async (connection) => {
      const positions = partitions.map(async (partition) => {
        const committed = await committedOffset(connection, { groupId, topic, partition });
        return [partition, Number(committed ?? starts[partition] ?? 0)] as const;
      });
      return new Map(await Promise.all(positions));
    });
  }

  private async connected<T>(work: (connection: ClusterConnection) => Promise<T>): Promise<T> {
    const opening = (this.connection ??= ClusterConnection.open(this.kafka));
    try {
      return await work(await opening);
    } catch (error) {
      if (this.connection === opening) await this.close();
      throw error;
    }
  }
}
