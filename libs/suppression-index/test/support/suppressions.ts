import { topicName, TOPICS } from '@lethe/contracts';
import {
  createKafka,
  ensureTopics,
  TransactionalPublisher,
  type KafkaClient,
  type OutgoingRecord,
} from '@lethe/messaging';
import { PATIENT_CLIENT, uniquePrefix, waitFor } from '@lethe/testing';
import { kafkajsOf, type Producer, type Transaction, type Admin } from '@lethe/testing/kafka';
import {
  SuppressionIndex,
  type SuppressionIndexEvent,
  type SuppressionIndexOptions,
} from '../../src/index.js';

/** Ids of sources. `*` means all sources, and an empty list means a tombstone. */
export type Sources = readonly string[] | '*';

/** Creates a record like the relay. */
export function suppression(topic: string, userId: string, sources: Sources): OutgoingRecord {
  const state = {
    workspaceId: 'ws',
    userId,
    suppressed: { allSources: sources === '*', sourceIds: sources === '*' ? [] : sources },
    changedAt: new Date().toISOString(),
  };
  return {
    topic,
    key: `ws:${userId}`,
    value: sources.length === 0 ? null : JSON.stringify(state),
    headers: { ce_id: 'x' },
  };
}

/** The suppressions topic of an installation, with a publisher and indexes. */
export class SuppressionsTopic {
  readonly events: SuppressionIndexEvent[] = [];
  readonly errors: unknown[] = [];
  readonly topic: string;
  private readonly publisher: TransactionalPublisher;
  private readonly indexes: SuppressionIndex[] = [];
  private readonly producers: Producer[] = [];

  private constructor(
    readonly kafka: KafkaClient,
    readonly prefix: string,
  ) {
    this.topic = topicName(prefix, TOPICS.suppressions);
    this.publisher = new TransactionalPublisher(kafka, {
      transactionalId: prefix,
      deadlineMs: 60_000,
      transactionTimeoutMs: 60_000,
    });
  }

  /** Returns a topic that does not exist yet. */
  static absent(brokers: string): SuppressionsTopic {
    const kafka = createKafka({ brokers: brokers.split(','), clientId: 'test', ...PATIENT_CLIENT });
    return new SuppressionsTopic(kafka, uniquePrefix());
  }

  static async make(brokers: string): Promise<SuppressionsTopic> {
    const made = SuppressionsTopic.absent(brokers);
    await made.create();
    return made;
  }

  async create(): Promise<void> {
    const { kafka, prefix } = this;
    await ensureTopics(kafka, { prefix, definitions: [TOPICS.suppressions, TOPICS.relay] });
    await this.reconnect();
  }

  /** Deletes the topic, and creates an empty topic with the same name. */
  async replace(): Promise<void> {
    await this.withAdmin(async (admin) => {
      await admin.deleteTopics({ topics: [this.topic] });
      // Until the broker has applied the deletion, it reports the old topic.
      await waitFor(async () => !(await admin.listTopics()).includes(this.topic));
    });
    await waitFor(() => this.create().then(() => true));
  }

  async withAdmin<T>(work: (admin: Admin) => Promise<T>): Promise<T> {
    const admin = kafkajsOf(this.kafka).admin();
    await admin.connect();
    try {
      return await work(admin);
    } finally {
      await admin.disconnect();
    }
  }

  /** Publishes with retries until the broker has recovered. */
  async publishEventually(changes: Readonly<Record<string, Sources>>): Promise<void> {
    await waitFor(async () => {
      await this.publisher.connect();
      await this.publish(changes);
      return true;
    });
  }

  private async reconnect(): Promise<void> {
    await waitFor(() => this.publisher.connect().then(() => true));
  }

  async publish(changes: Readonly<Record<string, Sources>>): Promise<void> {
    const records = Object.entries(changes).map(([id, sources]) =>
      suppression(this.topic, id, sources),
    );
    await this.publisher.publish(records);
  }

  async publishRecords(records: readonly Partial<OutgoingRecord>[]): Promise<void> {
    const { topic } = this;
    await this.publisher.publish(
      records.map((record) => ({ topic, key: '', value: null, headers: {}, ...record })),
    );
  }

  /** Sends a message to a partition that other producers may not know yet. */
  async sendTo(partition: number, message: Pick<OutgoingRecord, 'key' | 'value'>): Promise<void> {
    await waitFor(async () => {
      const producer = kafkajsOf(this.kafka).producer({ maxInFlightRequests: 1 });
      await producer.connect();
      this.producers.push(producer);
      const sent = await producer.send({
        topic: this.topic,
        messages: [{ ...message, partition }],
      });
      return sent.length > 0; // kafkajs silently skips an unknown partition
    });
  }

  /** Opens a transaction of a new producer, by default on this topic. */
  async openTransaction(userId: string, topic = this.topic): Promise<Transaction> {
    const { kafka } = this;
    const producer = kafkajsOf(kafka).producer({
      transactionalId: uniquePrefix(),
      maxInFlightRequests: 1,
    });
    await producer.connect();
    this.producers.push(producer);
    const transaction = await producer.transaction();
    const { key, value } = suppression(this.topic, userId, '*');
    await transaction.send({ topic, messages: [{ key, value }] });
    return transaction;
  }

  /** Starts an index. `close` of this object also closes the index. */
  index(options: Partial<SuppressionIndexOptions> = {}): SuppressionIndex {
    const index = new SuppressionIndex({
      kafka: this.kafka,
      topicPrefix: this.prefix,
      pollEveryMs: 100,
      relayRecord: 'optional',
      onEvent: (event) => this.events.push(event),
      onError: (error) => this.errors.push(error),
      ...options,
    });
    this.indexes.push(index);
    index.start();
    return index;
  }

  async readyIndex(options: Partial<SuppressionIndexOptions> = {}): Promise<SuppressionIndex> {
    const index = this.index(options);
    await index.untilReady(AbortSignal.timeout(60_000));
    return index;
  }

  async close(): Promise<void> {
    await Promise.all(this.indexes.map((index) => index.close()));
    await Promise.all(this.producers.map((producer) => producer.disconnect()));
    await this.publisher.close();
  }
}

/** Waits until the index knows all visible records of the topic. */
export async function upToDate(index: SuppressionIndex): Promise<void> {
  await waitFor(() => index.status.connected && index.status.lag === 0);
}
