import { Partitioners, type Producer, type RecordMetadata } from 'kafkajs';
import type { KafkaClient } from '../create-kafka.js';
import { cutSends } from './cut-sends.js';
import { PublishError } from './publish-errors.js';
import { noteWritten } from './note-written.js';
import type { OutgoingRecord, Publisher, WrittenOffsets } from './publisher.js';
import { toTopicMessages } from './to-topic-messages.js';
import { within } from '../within.js';

export interface DirectPublisherOptions {
  /**
   * How often a failed send is repeated. 0 where a record must not be there twice: a send that
   * failed may have been written.
   */
  readonly retries: number;
  /** Longest time `publish` may take before it fails. Default 5,000 ms. */
  readonly deadlineMs?: number;
  /** Hears when the broker wrote something, on its own clock, where a topic has that. */
  readonly onAppended?: (brokerTime: number, tookMs: number) => void;
}

interface Waiting {
  readonly records: readonly OutgoingRecord[];
  readonly done: (written: WrittenOffsets) => void;
  readonly failed: (error: unknown) => void;
}

/** One send is on its way while the next is gathered, so order is kept, and alone a record waits for nothing. */
const MAX_SENDS_IN_FLIGHT = 1;

/**
 * Publishes without transactions, for records that somebody waits for: 1 ms instead of the 4 to
 * 7 ms that a transaction takes. What calls publish at the same time shares a send.
 */
export class DirectPublisher implements Publisher {
  private readonly producer: Producer;
  private connecting: Promise<void> | undefined;
  private waiting: Waiting[] = [];
  private inFlight = 0;

  constructor(
    kafka: KafkaClient,
    private readonly options: DirectPublisherOptions,
  ) {
    this.producer = kafka.producer({
      createPartitioner: Partitioners.DefaultPartitioner,
      allowAutoTopicCreation: false,
      retry: { retries: options.retries, initialRetryTime: 20, maxRetryTime: 500 },
    });
  }

  /** Optional: the first `publish` connects too. @throws PublishError when Kafka cannot be reached */
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
   * @returns where the send that the records were part of was written
   * @throws PublishError within the deadline
   */
  async publish(records: readonly OutgoingRecord[]): Promise<WrittenOffsets> {
    if (records.length === 0) return new Map();
    const work = new Promise<WrittenOffsets>((done, failed) => {
      this.waiting.push({ records, done, failed });
    });
    this.sendNext();
    try {
      return await within(this.options.deadlineMs ?? 5_000, 'publishing', work);
    } catch (error) {
      throw publishError('Publishing failed', error);
    }
  }

  async close(): Promise<void> {
    await this.producer.disconnect().catch(() => undefined);
    this.connecting = undefined;
  }

  private sendNext(): void {
    if (this.inFlight >= MAX_SENDS_IN_FLIGHT || this.waiting.length === 0) return;
    const batch = this.waiting;
    this.waiting = [];
    this.inFlight += 1;
    this.send(batch.flatMap(({ records }) => records))
      .then(
        (written) => {
          for (const { done } of batch) done(written);
        },
        (error: unknown) => {
          for (const { failed } of batch) failed(error);
        },
      )
      .finally(() => {
        this.inFlight -= 1;
        this.sendNext();
      });
  }

  private async send(records: readonly OutgoingRecord[]): Promise<WrittenOffsets> {
    const written = new Map<string, Map<number, number[]>>();
    await this.connect();
    for (const part of cutSends(records)) {
      const topicMessages = toTopicMessages(part);
      const sentAt = performance.now();
      const answers = await this.producer.sendBatch({ topicMessages, acks: -1 });
      this.tellTime(answers, performance.now() - sentAt);
      noteWritten(written, answers);
    }
    return written;
  }

  private tellTime(answers: readonly RecordMetadata[], tookMs: number): void {
    // -1: the topic has the senders' times.
    const brokerTime = Math.max(...answers.map(({ logAppendTime }) => Number(logAppendTime ?? -1)));
    if (brokerTime >= 0) this.options.onAppended?.(brokerTime, tookMs);
  }
}

function publishError(what: string, cause: unknown): PublishError {
  if (cause instanceof PublishError) return cause;
  const reason = cause instanceof Error ? cause.message : String(cause);
  return new PublishError(`${what}: ${reason}`, { cause });
}
