import type { Producer, TopicMessages as KafkajsMessages } from 'kafkajs';
import { kafkajsOf, type KafkaClient } from './kafka-client.js';
import type { SendAnswer, TopicMessages } from './outgoing-messages.js';
import { partitionByKey } from './partition-by-key.js';

/** A producer without transactions. */
export class PlainProducer {
  private readonly producer: Producer;

  /** @param options.retries how often a failed send is repeated; it may have been written */
  constructor(kafka: KafkaClient, options: { readonly retries: number }) {
    this.producer = kafkajsOf(kafka).producer({
      createPartitioner: partitionByKey,
      allowAutoTopicCreation: false,
      retry: { retries: options.retries, initialRetryTime: 20, maxRetryTime: 500 },
    });
  }

  /** @throws KafkaJSError when Kafka cannot be reached */
  connect(): Promise<void> {
    return this.producer.connect();
  }

  /** @throws KafkaJSError when it is not known to be written on all replicas that are in sync */
  send(topicMessages: readonly TopicMessages[]): Promise<readonly SendAnswer[]> {
    return this.producer.sendBatch({ topicMessages: topicMessages as KafkajsMessages[], acks: -1 });
  }

  /** Never throws. */
  async close(): Promise<void> {
    await this.producer.disconnect().catch(() => undefined);
  }
}
