import type { WireRequest } from '../wire/wire-request.js';
import { kafkajsOf, type KafkaClient } from './kafka-client.js';

/** Of the ends that `endOffsets` asks for. */
const READ_UNCOMMITTED = 0;

/** The parts of kafkajs 2.2.4 that its types do not show. */
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
 * Connections to a cluster's brokers, for requests that kafkajs does not know. They are kafkajs'
 * own, so TLS, SASL and the list of brokers are as in `createKafka`. It relies on a private part of
 * kafkajs, whose version is fixed.
 */
export class ClusterConnection {
  private constructor(private readonly cluster: InnerCluster) {}

  /** @throws KafkaJSError when no broker can be reached */
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

  /** Waits for the answers that are still on their way. */
  async close(): Promise<void> {
    await this.cluster.disconnect().catch(() => undefined);
  }

  /**
   * Asks for a topic's partitions and who leads them.
   * @returns broker → the partitions that it leads
   * @throws KafkaJSError when the topic is not there, may not be read, or has no leaders
   */
  async findLeaders(topic: string): Promise<ReadonlyMap<string, readonly number[]>> {
    await this.cluster.addTargetTopic(topic);
    const partitions = this.cluster.findTopicPartitionMetadata(topic);
    const ids = partitions.map(({ partitionId }) => partitionId);
    return new Map(Object.entries(this.cluster.findLeaderForPartitions(topic, ids)));
  }

  /**
   * How many partitions each of some topics has now.
   * @throws KafkaJSError when one is not there or may not be read
   */
  async countPartitions(topics: readonly string[]): Promise<Map<string, number>> {
    await this.cluster.addMultipleTargetTopics(topics);
    await this.cluster.refreshMetadata();
    return new Map(
      topics.map((topic) => [topic, this.cluster.findTopicPartitionMetadata(topic).length]),
    );
  }

  /** Id of the cluster; undefined before the first `findLeaders`. */
  get clusterId(): string | undefined {
    return this.cluster.brokerPool.metadata?.clusterId ?? undefined;
  }

  /** Partition → its first offset. After `findLeaders` or `countPartitions`. */
  firstOffsets(topic: string, ids: readonly number[]): Promise<Map<number, number>> {
    return this.offsets(topic, ids, true);
  }

  /** Partition → where it ends, records of open transactions included. After `findLeaders`. */
  endOffsets(topic: string, ids: readonly number[]): Promise<Map<number, number>> {
    return this.offsets(topic, ids, false);
  }

  /** Whether any connected broker knows a version of a request. */
  async supports(apiKey: number, version: number): Promise<boolean> {
    const broker = await this.cluster.brokerPool.findConnectedBroker();
    return (broker.versions?.[apiKey]?.maxVersion ?? -1) >= version;
  }

  /**
   * Sends a request and waits for its answer.
   * @param nodeId the broker; any connected one when absent
   */
  async send<T>(request: WireRequest<T>, nodeId?: string): Promise<T> {
    const broker =
      nodeId === undefined
        ? await this.cluster.brokerPool.findConnectedBroker()
        : await this.cluster.findBroker({ nodeId });
    return this.sendTo(broker, request);
  }

  /** Sends a request to the broker that looks after a consumer group, and waits for its answer. */
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

/** Another version of kafkajs was installed than the one that is fixed. */
class UnknownClientError extends Error {
  override readonly name = 'UnknownClientError';

  constructor() {
    super('This version of kafkajs is not the one we know: install the one of package.json.');
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
