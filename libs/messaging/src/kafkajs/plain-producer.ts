import type { Producer, TopicMessages as KafkajsMessages } from 'kafkajs';
import { kafkajsOf, type KafkaClient } from './kafka-client.js';
import type { SendAnswer, TopicMessages } from './outgoing-messages.js';
import { partitionByKey } from './partition-by-key.js';

/** A producer without transactions. */
export class PlainProducer {
  private readonly producer: Producer;

  /** @param options.retries number of retries; even a failed send may have written records */
  constructor(kafka: KafkaClient, options: { readonly retries: number }) {
    this.producer = kafkajsOf(kafka).producer({
      createPartitioner: partitionByKey,
      allowAutoTopicCreation: false,
      retry: { retries: options.retries, initialRetryTime: 20, maxRetryTime: 500 },
    });
  }

  /** @throws KafkaJSError if Kafka cannot be reached */
  connect(): Promise<void> {
    return this.producer.connect();
  }

  /** @throws KafkaJSError if not all in-sync replicas have confirmed the write */
  send(topicMessages: readonly TopicMessages[]): Promise<readonly SendAnswer[]> {
    return this.producer.sendBatch({ topicMessages: topicMessages as KafkajsMessages[], acks: -1 });
  }

  /** Never throws. */
  async close(): Promise<void> {
    await this.producer.disconnect().catch(() => undefined);
  }
}
