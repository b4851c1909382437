import type { KafkaClient } from '../kafkajs/kafka-client.js';
import { describeTopic, type TopicIdentity } from '../follow/topic-identity.js';
import { committedOffset } from '../pipeline/committed-offset.js';
import { within } from '../kafkajs/within.js';
import { ClusterConnection } from '../kafkajs/cluster-connection.js';

/** Which topic it is, and from where to where its partitions go. */
export interface TopicExtent extends TopicIdentity {
  /** By partition: the first offset that is there. Compaction does not move it. */
  readonly starts: readonly number[];
  /** By partition: the offset of the next record, those of open transactions included. */
  readonly ends: readonly number[];
}

const DEADLINE_MS = 8_000;

/** Looks at a topic from time to time, over connections that it keeps. A look is four requests. */
export class TopicObserver {
  private connection: Promise<ClusterConnection> | undefined;

  /** @param topic full name */
  constructor(
    private readonly kafka: KafkaClient,
    private readonly topic: string,
  ) {}

  /**
   * What the topic is now: nothing in the answer is from before the call.
   * @throws KafkaJSError or BrokerError when the topic is not there, may not be seen, has a
   *   partition without a leader, or no broker can be reached; within 8 seconds
   */
  look(): Promise<TopicExtent> {
    return within(DEADLINE_MS, `looking at ${this.topic}`, this.ask());
  }

  /**
   * Where a group begins to read: behind what it has committed, otherwise where a partition begins. After `look`.
   * @param starts of the partitions, from `look`
   * @returns offset by partition
   * @throws BrokerError or KafkaJSError when nobody can tell; within 8 seconds
   */
  positions(
    groupId: string,
    partitions: readonly number[],
    starts: readonly number[],
  ): Promise<ReadonlyMap<number, number>> {
    return within(
      DEADLINE_MS,
      `looking at ${groupId}`,
      this.askPositions(groupId, partitions, starts),
    );
  }

  /** Harmless when repeated; `look` connects again. */
  async close(): Promise<void> {
    const { connection } = this;
    this.connection = undefined;
    await connection?.then(
      (open) => open.close(),
      () => undefined,
    );
  }

  private ask(): Promise<TopicExtent> {
    const { topic } = this;
    return this.connected(async (connection) => {
      await connection.countPartitions([topic]); // who leads them may have changed
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

  private askPositions(
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

  private async connected<T>(ask: (connection: ClusterConnection) => Promise<T>): Promise<T> {
    const opening = (this.connection ??= ClusterConnection.open(this.kafka));
    try {
      return await ask(await opening);
    } catch (error) {
      if (this.connection === opening) await this.close();
      throw error;
    }
  }
}
