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

/** An installation of its own: topics, and the instances of the filter. */
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

  /** @param compression how the broker packs what goes in and what comes out */
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

  /** @param users of workspace `ws` who are suppressed from now on, at all sources unless named */
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

  /** Sends each message once, also at a broker that leads only some of the partitions as yet. */
  async openProducer(): Promise<Producer> {
    const producer = kafkajsOf(this.kafka).producer({
      idempotent: true,
      maxInFlightRequests: 1,
      retry: { retries: 30 },
    });
    await producer.connect();
    return producer;
  }

  /** Starts an instance. It has joined only after `ready`. */
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
        LETHE_EVENTS_SESSION_TIMEOUT: '6', // the shortest that brokers allow by themselves
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

  /** The health port's answer. */
  async get(app: SpawnedApp, path: string): Promise<{ status: number; text: string }> {
    const [, port] = await app.waitForLine(/"health":(\d+)/);
    const answer = await fetch(`http://127.0.0.1:${String(port)}${path}`, {
      headers: { connection: 'close' },
    });
    return { status: answer.status, text: await answer.text() };
  }

  /** Reads what is committed, until a condition holds. */
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
        // Nothing is committed: who has to join again begins again.
        const place = `${partition}:${offset}`;
        if (seen.has(place)) return Promise.resolve();
        seen.add(place);
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

  /** How many records of the input the group has committed. */
  async committed(): Promise<number> {
    const admin = kafkajsOf(this.kafka).admin();
    await admin.connect();
    // The first group of a broker has no coordinator yet.
    const [group] = await waitFor(() =>
      admin.fetchOffsets({ groupId: this.group, topics: [this.input] }),
    );
    await admin.disconnect();
    const offsets = (group?.partitions ?? []).map(({ offset }) => Math.max(0, Number(offset)));
    return offsets.reduce((sum, offset) => sum + offset, 0);
  }

  /** Waits until the group has committed all that is on the input. */
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
          const of = new Map(committed?.partitions.map((p) => [p.partition, Number(p.offset)]));
          return ends.every(
            ({ partition, high, low }) =>
              Number(high) === Number(low) || (of.get(partition) ?? -1) >= Number(high),
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
