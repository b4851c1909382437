import type { WireRequest } from '../wire/wire-request.js';
import { kafkajsOf, type KafkaClient } from './kafka-client.js';

/** Isolation level of `endOffsets`. */
const READ_UNCOMMITTED = 0;

/** Private parts of kafkajs 2.2.4. */
interface InnerBroker {
  readonly versions: Readonly<Record<number, { readonly maxVersion: number } | undefined>> | null;
  readonly connectionPool: {
    send(request: {
      readonly request: object;
      readonly response: object;
      readonly requestTimeout: number | null;
    }): Promise<unknown>;
  };
}
interface InnerCluster {
  readonly brokerPool: {
    readonly metadata: { readonly clusterId: string | null } | null;
    findConnectedBroker(): Promise<InnerBroker>;
  };
  connect(): Promise<void>;
  disconnect(): Promise<void>;
  addTargetTopic(topic: string): Promise<void>;
  addMultipleTargetTopics(topics: readonly string[]): Promise<void>;
  refreshMetadata(): Promise<void>;
  findBroker(which: { readonly nodeId: string }): Promise<InnerBroker>;
  findGroupCoordinator(which: { readonly groupId: string }): Promise<InnerBroker>;
  findTopicPartitionMetadata(topic: string): readonly { readonly partitionId: number }[];
  findLeaderForPartitions(topic: string, ids: readonly number[]): Record<string, number[]>;
  fetchTopicsOffset(
    topics: readonly object[],
  ): Promise<{ partitions: { partition: number; offset: string }[] }[]>;
}

/**
 * Connections to the brokers of a cluster, for requests that kafkajs does not support. The
 * connections use the TLS, SASL and broker settings of `createKafka`. This class depends on private
 * parts of kafkajs, so package.json fixes the version of kafkajs.
 */
export class ClusterConnection {
  private constructor(private readonly cluster: InnerCluster) {}

  /** @throws KafkaJSError if no broker can be reached */
  static async open(kafka: KafkaClient): Promise<ClusterConnection> {
    const cluster = createCluster(kafka);
    try {
      await cluster.connect();
    } catch (error) {
      await cluster.disconnect().catch(() => undefined);
      throw error;
    }
    return new ClusterConnection(cluster);
  }

  /** Waits for the answers in flight, and closes the connections. */
  async close(): Promise<void> {
    await this.cluster.disconnect().catch(() => undefined);
  }

  /**
   * Finds the leaders of all partitions of a topic.
   * @returns for each broker id, the partitions that the broker leads
   * @throws KafkaJSError if the topic does not exist, has no leaders, or the client lacks the
   * permission to read it
   */
  async findLeaders(topic: string): Promise<ReadonlyMap<string, readonly number[]>> {
    await this.cluster.addTargetTopic(topic);
    const partitions = this.cluster.findTopicPartitionMetadata(topic);
    const ids = partitions.map(({ partitionId }) => partitionId);
    return new Map(Object.entries(this.cluster.findLeaderForPartitions(topic, ids)));
  }

  /**
   * Returns the current number of partitions of each topic.
   * @throws KafkaJSError if a topic does not exist, or the client lacks the permission to read it
   */
  async countPartitions(topics: readonly string[]): Promise<Map<string, number>> {
    await this.cluster.addMultipleTargetTopics(topics);
    await this.cluster.refreshMetadata();
    return new Map(
      topics.map((topic) => [topic, this.cluster.findTopicPartitionMetadata(topic).length]),
    );
  }

  /** Id of the cluster. Undefined before the first call of `findLeaders`. */
  get clusterId(): string | undefined {
    return this.cluster.brokerPool.metadata?.clusterId ?? undefined;
  }

  /** Returns the first offset of each partition. Call `findLeaders` or `countPartitions` first. */
  firstOffsets(topic: string, ids: readonly number[]): Promise<Map<number, number>> {
    return this.offsets(topic, ids, true);
  }

  /**
   * Returns the end of each partition, after the records of open transactions. Call `findLeaders`
   * first.
   */
  endOffsets(topic: string, ids: readonly number[]): Promise<Map<number, number>> {
    return this.offsets(topic, ids, false);
  }

  /** Returns whether a connected broker supports this version of a request. */
  async supports(apiKey: number, version: number): Promise<boolean> {
    const broker = await this.cluster.brokerPool.findConnectedBroker();
    return (broker.versions?.[apiKey]?.maxVersion ?? -1) >= version;
  }

  /**
   * Sends a request and returns its answer.
   * @param nodeId id of the broker; if absent, the request goes to any connected broker
   */
  async send<T>(request: WireRequest<T>, nodeId?: string): Promise<T> {
    const broker =
      nodeId === undefined
        ? await this.cluster.brokerPool.findConnectedBroker()
        : await this.cluster.findBroker({ nodeId });
    return this.sendTo(broker, request);
  }

  /** Sends a request to the coordinator of a consumer group and returns its answer. */
  async sendToCoordinator<T>(request: WireRequest<T>, groupId: string): Promise<T> {
    return this.sendTo(await this.cluster.findGroupCoordinator({ groupId }), request);
  }

  private async offsets(topic: string, ids: readonly number[], fromBeginning: boolean) {
    const partitions = ids.map((partition) => ({ partition }));
    const [found] = await this.cluster.fetchTopicsOffset([{ topic, partitions, fromBeginning }]);
    return new Map(found?.partitions.map(({ partition, offset }) => [partition, Number(offset)]));
  }

  private async sendTo<T>(broker: InnerBroker, request: WireRequest<T>): Promise<T> {
    const { body, decode, timeoutMs, ...head } = request;
    const answer = await broker.connectionPool.send({
      request: { ...head, encode: () => Promise.resolve({ buf: body, buffer: body }) },
      response: {
        decode: (payload: Buffer) => Promise.resolve({ result: decode(payload) }),
        parse: (decoded: object) => Promise.resolve(decoded),
      },
      requestTimeout: timeoutMs ?? null,
    });
    return (answer as { readonly result: T }).result;
  }
}

/** The installed version of kafkajs is not the version in package.json. */
class UnknownClientError extends Error {
  override readonly name = 'UnknownClientError';

  constructor() {
    super('This version of kafkajs is not supported: install the version of package.json.');
  }
}

function createCluster(client: KafkaClient): InnerCluster {
  const kafka = kafkajsOf(client);
  const name = 'private:Kafka:createCluster';
  const symbol = Object.getOwnPropertySymbols(kafka).find(
    ({ description }) => description === name,
  );
  if (symbol === undefined) throw new UnknownClientError();
  const make = (kafka as unknown as Record<symbol, (options: object) => InnerCluster>)[symbol];
  if (make === undefined) throw new UnknownClientError();
  return make({
    allowAutoTopicCreation: false,
    metadataMaxAge: 300_000,
    isolationLevel: READ_UNCOMMITTED,
  });
}
