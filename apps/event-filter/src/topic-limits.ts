import { readTopicConfig, type KafkaClient } from '@lethe/messaging';

/** Kafka's own default. */
const DEFAULT_BYTES = 1_048_588;

/** How large a batch of each topic may be, as the broker said when it was asked last. */
export class TopicLimits {
  private readonly bytes = new Map<string, number>();

  constructor(
    private readonly kafka: KafkaClient,
    private readonly topics: readonly string[],
  ) {}

  /** Asks again. Where that is not allowed, or Kafka is away, what was known stays. */
  async read(): Promise<void> {
    for (const topic of this.topics) {
      const limit = Number(
        await readTopicConfig(this.kafka, topic, 'max.message.bytes').catch(() => NaN),
      );
      if (limit > 0) this.bytes.set(topic, limit);
    }
  }

  /** @returns in bytes; the default while nobody knows */
  readonly of = (topic: string): number => this.bytes.get(topic) ?? DEFAULT_BYTES;
}
