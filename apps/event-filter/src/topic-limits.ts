import { readTopicConfig, type KafkaClient } from '@lethe/messaging';

/** Kafka's default of `max.message.bytes`. */
const DEFAULT_BYTES = 1_048_588;

/** Maximum size of a batch for each topic, as the broker last reported it. */
export class TopicLimits {
  private readonly bytes = new Map<string, number>();

  constructor(
    private readonly kafka: KafkaClient,
    private readonly topics: readonly string[],
  ) {}

  /**
   * Reads the limits again. Keeps the known limits if Kafka denies the request or is unreachable.
   */
  async read(): Promise<void> {
    for (const topic of this.topics) {
      const limit = Number(
        await readTopicConfig(this.kafka, topic, 'max.message.bytes').catch(() => NaN),
      );
      if (limit > 0) this.bytes.set(topic, limit);
    }
  }

  /** Returns the limit in bytes, or Kafka's default while the limit is unknown. */
  readonly of = (topic: string): number => this.bytes.get(topic) ?? DEFAULT_BYTES;
}
