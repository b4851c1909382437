import { randomUUID } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import { TOPICS, topicName } from '@lethe/contracts';
import {
  createKafka,
  DirectPublisher,
  ensureTopics,
  waitForLeaders,
  type KafkaClient,
} from '@lethe/messaging';
import { PATIENT_CLIENT, spawnApp, type SpawnedApp, uniquePrefix, waitFor } from '@lethe/testing';
import { kafkajsOf, type Message, type Producer } from '@lethe/testing/kafka';

export type RawMessage = Message;

export interface RawRecord {
  readonly partition: number;
  readonly offset: string;
  readonly key: string | null;
  readonly value: Buffer | null;
  readonly headers: Readonly<Record<string, unknown>>;
  readonly timestamp: string;
}

const MAIN = fileURLToPath(new URL('../dist/bundle/main.js', import.meta.url));

/** The topics and filter instances of one test. */
export class FilterFixture {
  readonly kafka: KafkaClient;
  readonly prefix = uniquePrefix();
  readonly input = `${this.prefix}in`;
  readonly output = `${this.prefix}out`;
  readonly deadLetters = `${this.input}.dlq`;
  readonly group = `${this.prefix}filter`;
  private readonly apps = new Map<SpawnedApp, number>();

  constructor(readonly brokers: string) {
    this.kafka = createKafka({ brokers: brokers.split(','), clientId: 'test', ...PATIENT_CLIENT });
  }

  /** @param compression `compression.type` of the input and output topics */
  async createTopics(partitions = 3, compression = 'producer'): Promise<void> {
    await this.createSuppressions();
    await this.createTopic(this.input, partitions, compression);
    await this.createTopic(this.output, partitions, compression);
  }

  async createSuppressions(): Promise<void> {
    const definitions = [TOPICS.suppressions, TOPICS.relay];
    await ensureTopics(this.kafka, { prefix: this.prefix, definitions });
  }

  async createTopic(topic: string, partitions: number, compression = 'producer'): Promise<void> {
    const configEntries = [{ name: 'compression.type', value: compression }];
    const admin = kafkajsOf(this.kafka).admin();
    await admin.connect();
    await admin.createTopics({
      waitForLeaders: false,
      topics: [{ topic, numPartitions: partitions, configEntries }],
    });
    await waitForLeaders(admin, [topic]);
    await admin.disconnect();
  }

  /**
   * @param users users to suppress in workspace `ws`
   * @param sourceIds sources at which the users are suppressed; if empty, all sources
   */
  async suppress(users: readonly string[], sourceIds: readonly string[] = []): Promise<void> {
    const publisher = new DirectPublisher(this.kafka, { retries: 10, deadlineMs: 120_000 });
    const allSources = sourceIds.length === 0;
    await publisher.publish(
      users.map((userId) => ({
        topic: topicName(this.prefix, TOPICS.suppressions),
        key: `ws:${userId}`,
        value: JSON.stringify({
          workspaceId: 'ws',
          userId,
          suppressed: { allSources, sourceIds },
          changedAt: new Date().toISOString(),
        }),
        headers: {},
      })),
    );
    await publisher.close();
  }

  async send(messages: RawMessage[]): Promise<void> {
    const producer = await this.openProducer();
    await producer.send({ topic: this.input, messages });
    await producer.disconnect();
  }

  /**
   * Returns a producer that writes each message exactly once. If a partition of a new topic has no
   * leader yet, the producer tries again.
   */
  async openProducer(): Promise<Producer> {
    const producer = kafkajsOf(this.kafka).producer({
      idempotent: true,
      maxInFlightRequests: 1,
      retry: { retries: 30 },
    });
    await producer.connect();
    return producer;
  }

  /** Starts an instance. Call `ready` to wait until the instance has joined the group. */
  spawn(env: Readonly<Record<string, string>> = {}): SpawnedApp {
    const app = spawnApp({
      args: [MAIN],
      env: {
        KAFKA_BROKERS: this.brokers,
        LETHE_TOPIC_PREFIX: this.prefix,
        LETHE_RELAY_RECORD: 'optional',
        LETHE_EVENTS_IN: this.input,
        LETHE_EVENTS_OUT: this.output,
        LETHE_EVENTS_GROUP: this.group,
        LETHE_EVENTS_SESSION_TIMEOUT: '6', // the minimum that brokers allow by default
        PORT: '0',
        ...env,
      },
    });
    this.apps.set(app, 0);
    return app;
  }

  async start(env: Readonly<Record<string, string>> = {}): Promise<SpawnedApp> {
    const app = this.spawn(env);
    await this.ready(app);
    return app;
  }

  async ready(app: SpawnedApp): Promise<void> {
    await app.waitForLine(/filtering events/);
  }

  /** Sends a request to the health port, and returns the response. */
  async get(app: SpawnedApp, path: string): Promise<{ status: number; text: string }> {
    const [, port] = await app.waitForLine(/"health":(\d+)/);
    const answer = await fetch(`http://127.0.0.1:${String(port)}${path}`, {
      headers: { connection: 'close' },
    });
    return { status: answer.status, text: await answer.text() };
  }

  /** Reads committed records until the condition is true. */
  async read(
    topic: string,
    until: (records: readonly RawRecord[]) => boolean,
  ): Promise<readonly RawRecord[]> {
    const records: RawRecord[] = [];
    const seen = new Set<string>();
    const consumer = kafkajsOf(this.kafka).consumer({
      groupId: `read-${randomUUID()}`,
      maxWaitTimeInMs: 200,
    });
    await consumer.connect();
    await consumer.subscribe({ topics: [topic], fromBeginning: true });
    await consumer.run({
      autoCommit: false,
      eachMessage: ({ partition, message }) => {
        const { offset, key, value, headers = {}, timestamp } = message;
        // The consumer commits no offsets, so after a rejoin it reads all records again.
        const recordId = `${partition}:${offset}`;
        if (seen.has(recordId)) return Promise.resolve();
        seen.add(recordId);
        records.push({
          partition,
          offset,
          key: key?.toString() ?? null,
          value,
          headers,
          timestamp,
        });
        return Promise.resolve();
      },
    });
    try {
      await waitFor(() => until(records), {
        message: () => `records of ${topic}; there are ${String(records.length)}`,
      });
    } finally {
      await consumer.disconnect();
    }
    return records;
  }

  /** Returns the number of input records that the group has committed. */
  async committed(): Promise<number> {
    const admin = kafkajsOf(this.kafka).admin();
    await admin.connect();
    // Retries, because a new broker has no coordinator for its first group yet.
    const [group] = await waitFor(() =>
      admin.fetchOffsets({ groupId: this.group, topics: [this.input] }),
    );
    await admin.disconnect();
    const offsets = (group?.partitions ?? []).map(({ offset }) => Math.max(0, Number(offset)));
    return offsets.reduce((sum, offset) => sum + offset, 0);
  }

  /** Waits until the group has committed the whole input. */
  async drained(): Promise<void> {
    const admin = kafkajsOf(this.kafka).admin();
    await admin.connect();
    try {
      await waitFor(
        async () => {
          const [ends, [committed]] = await Promise.all([
            admin.fetchTopicOffsets(this.input),
            admin.fetchOffsets({ groupId: this.group, topics: [this.input] }),
          ]);
          const done = new Map(committed?.partitions.map((p) => [p.partition, Number(p.offset)]));
          return ends.every(
            ({ partition, high, low }) =>
              Number(high) === Number(low) || (done.get(partition) ?? -1) >= Number(high),
          );
        },
        { intervalMs: 100, message: 'everything to be committed' },
      );
    } finally {
      await admin.disconnect();
    }
  }

  async stop(): Promise<void> {
    for (const app of this.apps.keys()) app.kill('SIGCONT');
    await Promise.all([...this.apps.keys()].map((app) => app.stop()));
  }
}
