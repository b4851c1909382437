import {
  TransactionalProducer,
  type TransactionalProducerOptions,
} from '../kafkajs/transactional-producer.js';
import { isFencing } from '../kafkajs/is-fencing.js';
import type { KafkaClient } from '../kafkajs/kafka-client.js';
import { cutSends } from './cut-sends.js';
import { FencedError, PublishError } from './publish-errors.js';
import type { OutgoingRecord } from '../records/outgoing-record.js';
import type { Publisher, WrittenOffsets } from './publisher.js';
import { toOutgoingMessage, toTopicMessages } from './to-topic-messages.js';
import { toWrittenOffsets } from './written-offsets.js';

export interface TransactionalPublisherOptions extends Pick<
  TransactionalProducerOptions,
  'transactionalId' | 'transactionTimeoutMs'
> {
  /** Timeout of `connect` or `publish`. Default 8,000 ms. */
  readonly deadlineMs?: number;
}

/** A connection. It is not used again after its first failure. */
interface Session {
  readonly producer: TransactionalProducer;
  busy: boolean;
}

const DEADLINE_MS = 8_000;

/**
 * Publishes to Kafka with one transaction per call. Readers of committed records see all records of
 * a call or none.
 *
 * `connect()` claims the transactional id. After this call, every other publisher with the id is
 * fenced, even a publisher that was frozen within a transaction. After any failure, the connection
 * is released, and `publish()` throws an error until the next `connect()`. The publisher does not
 * reconnect automatically, because a reconnect could fence the process that is now the leader. The
 * caller verifies that it is still the leader, connects, verifies again, and only then reads the
 * records to publish.
 */
export class TransactionalPublisher implements Publisher {
  private session: Session | undefined;

  constructor(
    private readonly kafka: KafkaClient,
    private readonly options: TransactionalPublisherOptions,
  ) {}

  /** @throws PublishError within the deadline if Kafka cannot be reached */
  async connect(): Promise<void> {
    await this.close();
    const { deadlineMs = DEADLINE_MS } = this.options;
    const options = { ...this.options, deadlineMs, abortsOnFailure: true };
    try {
      const producer = await TransactionalProducer.claim(this.kafka, options);
      this.session = { producer, busy: false };
    } catch (error) {
      throw publishError('Kafka cannot be reached', error);
    }
  }

  /**
   * @returns the written offsets
   * @throws FencedError if another publisher took over
   * @throws PublishError within the deadline for any other error
   */
  async publish(records: readonly OutgoingRecord[]): Promise<WrittenOffsets> {
    if (records.length === 0) return new Map();
    const { session } = this;
    if (session === undefined) throw new PublishError('Not connected: call connect() first');
    if (session.busy) throw new PublishError('The previous publish() is still running');
    const sends = cutSends(records).map((send) => toTopicMessages(send, toOutgoingMessage));
    session.busy = true;
    try {
      const written = await session.producer.publish(sends);
      session.busy = false;
      return toWrittenOffsets(written);
    } catch (error) {
      if (this.session === session) this.session = undefined;
      throw publishError('The transaction failed', error);
    }
  }

  async close(): Promise<void> {
    const { session } = this;
    this.session = undefined;
    await session?.producer.close();
  }
}

function publishError(what: string, cause: unknown): PublishError {
  if (isFencing(cause)) {
    return new FencedError('Another publisher took over, or the transaction timed out', { cause });
  }
  const reason = cause instanceof Error ? cause.message : String(cause);
  return new PublishError(`${what}: ${reason}`, { cause });
}
