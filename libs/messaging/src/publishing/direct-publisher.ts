import type { KafkaClient } from '../kafkajs/kafka-client.js';
import type { SendAnswer } from '../kafkajs/outgoing-messages.js';
import { PlainProducer } from '../kafkajs/plain-producer.js';
import { within } from '../kafkajs/within.js';
import { cutSends } from './cut-sends.js';
import { GatheredRequests } from './gathered-requests.js';
import { PublishError } from './publish-errors.js';
import type { OutgoingRecord } from '../records/outgoing-record.js';
import type { Publisher, WrittenOffsets } from './publisher.js';
import { toOutgoingMessage, toTopicMessages } from './to-topic-messages.js';
import { toWrittenOffsets } from './written-offsets.js';

export interface DirectPublisherOptions {
  /**
   * Number of retries. Use 0 if records must not be written twice. A retry can repeat records,
   * because a failed send may have written them.
   */
  readonly retries: number;
  /** Timeout of `publish`. Default 5,000 ms. */
  readonly deadlineMs?: number;
  /** For topics with `LogAppendTime`, called with the time at which the broker wrote records. */
  readonly onAppended?: (brokerTime: number, tookMs: number) => void;
}

/**
 * Publishes without transactions, for callers that wait for the result. A send takes 1 ms, and a
 * transaction would take 4 to 7 ms. Concurrent calls share a send.
 */
export class DirectPublisher implements Publisher {
  private readonly producer: PlainProducer;
  private connecting: Promise<void> | undefined;
  private readonly sends = new GatheredRequests(
    () => [] as OutgoingRecord[],
    (records) => this.send(records),
  );

  constructor(
    kafka: KafkaClient,
    private readonly options: DirectPublisherOptions,
  ) {
    this.producer = new PlainProducer(kafka, options);
  }

  /**
   * Connects to Kafka. A call is optional, because the first `publish` also connects.
   * @throws PublishError if Kafka cannot be reached
   */
  async connect(): Promise<void> {
    this.connecting ??= this.producer.connect();
    try {
      await this.connecting;
    } catch (error) {
      this.connecting = undefined;
      throw publishError('Kafka cannot be reached', error);
    }
  }

  /**
   * @returns the written offsets of the send that contains these records
   * @throws PublishError within the deadline
   */
  async publish(records: readonly OutgoingRecord[]): Promise<WrittenOffsets> {
    if (records.length === 0) return new Map();
    const work = this.sends.add((gathered) => {
      for (const record of records) gathered.push(record);
    });
    try {
      return await within(this.options.deadlineMs ?? 5_000, 'publishing', work);
    } catch (error) {
      throw publishError('Publishing failed', error);
    }
  }

  async close(): Promise<void> {
    await this.producer.close();
    this.connecting = undefined;
  }

  private async send(records: readonly OutgoingRecord[]): Promise<WrittenOffsets> {
    const written: SendAnswer[] = [];
    await this.connect();
    for (const part of cutSends(records)) {
      const topicMessages = toTopicMessages(part, toOutgoingMessage);
      const sentAt = performance.now();
      const answers = await this.producer.send(topicMessages);
      this.reportTime(answers, performance.now() - sentAt);
      written.push(...answers);
    }
    return toWrittenOffsets(written);
  }

  private reportTime(answers: readonly SendAnswer[], tookMs: number): void {
    // The time is -1 if the topic uses the times of producers.
    const brokerTime = Math.max(...answers.map(({ logAppendTime }) => Number(logAppendTime ?? -1)));
    if (brokerTime >= 0) this.options.onAppended?.(brokerTime, tookMs);
  }
}

function publishError(what: string, cause: unknown): PublishError {
  if (cause instanceof PublishError) return cause;
  const reason = cause instanceof Error ? cause.message : String(cause);
  return new PublishError(`${what}: ${reason}`, { cause });
}
