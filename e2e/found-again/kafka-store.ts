import { createKafka, waitForLeaders } from '@lethe/messaging';
import { PATIENT_CLIENT, testKafkaBrokers, uniquePrefix } from '@lethe/testing';
import { collectRecords, kafkajsOf, type Admin, type Producer } from '@lethe/testing/kafka';
import type { Store } from './store.js';

const PARTITIONS = 3;

export class KafkaStore implements Store {
  readonly type = 'KAFKA';
  readonly config: object;

  private constructor(
    private readonly brokers: string,
    private readonly topic: string,
    private readonly admin: Admin,
    private readonly producer: Producer,
  ) {
    const [hostName, port] = brokers.split(':');
    this.config = { hostName, port, topic };
  }

  static async start(): Promise<KafkaStore> {
    const brokers = await testKafkaBrokers();
    const kafka = kafkajsOf(
      createKafka({ brokers: [brokers], clientId: 'store', ...PATIENT_CLIENT }),
    );
    const [admin, producer] = [kafka.admin(), kafka.producer()];
    await Promise.all([admin.connect(), producer.connect()]);
    const topic = `${uniquePrefix()}users`;
    const configEntries = [{ name: 'cleanup.policy', value: 'compact' }];
    await admin.createTopics({
      topics: [{ topic, numPartitions: PARTITIONS, configEntries }],
      waitForLeaders: false,
    });
    await waitForLeaders(admin, [topic]);
    return new KafkaStore(brokers, topic, admin, producer);
  }

  /** Writes the user to every partition, as several producers do that choose it differently. */
  async fill(userId: string): Promise<void> {
    for (let partition = 0; partition < PARTITIONS; partition += 1) {
      await this.putBack(userId, partition);
    }
  }

  async putBack(userId: string, round: number): Promise<void> {
    const partition = round % PARTITIONS;
    const messages = [{ key: userId, value: JSON.stringify({ round }), partition }];
    await this.producer.send({ topic: this.topic, messages });
  }

  async count(userId: string): Promise<number> {
    const newest = new Map<number, boolean>();
    for (const { key, partition, value } of await collectRecords(this.brokers, this.topic)) {
      if (key === userId) newest.set(partition, value !== null);
    }
    return [...newest.values()].filter(Boolean).length;
  }

  async writesDuring(work: () => Promise<void>): Promise<string[]> {
    const before = await this.ends();
    await work();
    const after = await this.ends();
    return after.filter((end) => !before.includes(end));
  }

  async stop(): Promise<void> {
    await Promise.all([this.admin.disconnect(), this.producer.disconnect()]);
  }

  private async ends(): Promise<string[]> {
    const offsets = await this.admin.fetchTopicOffsets(this.topic);
    return offsets.map(({ partition, high }) => `partition ${partition} ends at ${high}`);
  }
}
