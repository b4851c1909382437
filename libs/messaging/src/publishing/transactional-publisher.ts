import { Partitioners, type Producer } from 'kafkajs';
import type { KafkaClient } from '../create-kafka.js';
import { cutSends } from './cut-sends.js';
import { isFencing } from './fencing.js';
import { FencedError, PublishError } from './publish-errors.js';
import type { OutgoingRecord, Publisher, WrittenOffsets } from './publisher.js';
import { toTopicMessages } from './to-topic-messages.js';
import { noteWritten } from './note-written.js';
import { within } from '../within.js';

export interface TransactionalPublisherOptions {
  /** The same for all that relieve one another; the last one to connect shuts out the others. */
  readonly transactionalId: string;
  /**
   * How long the broker waits for the end of a transaction before it gives it up, and how long a
   * dead publisher's open transaction holds readers back. Default 20,000 ms.
   */
  readonly transactionTimeoutMs?: number;
  /** Longest time `connect` or `publish` may take before it fails. Default 8,000 ms. */
  readonly deadlineMs?: number;
}

/** One connection's worth of publishing. After its first failure it is never used again. */
interface Session {
  readonly producer: Producer;
  busy: boolean;
}

const CLEAN_UP_MS = 1_000;

/**
 * The broker answers a commit before it has written the markers, and refuses the next transaction
 * until then (CONCURRENT_TRANSACTIONS), some milliseconds. A first retry after 20 ms makes the
 * median of back-to-back transactions 31 ms; after 2 ms it is 9 ms. Together about a second.
 */
const RETRY = { retries: 9, initialRetryTime: 2, maxRetryTime: 500, factor: 0.2, multiplier: 2 };

/**
 * Publishes to Kafka; each call is exactly one transaction, so readers of committed records see
 * all of it or nothing.
 *
 * `connect()` claims the transactional id: from then on every other publisher with it is fenced,
 * also one that was frozen in the middle of a transaction. After any failure the connection is
 * given up and `publish()` refuses until `connect()` was called again. It does not heal itself, as
 * claiming anew would fence a rightful successor: first make sure that you are still the one to
 * publish, then connect, then make sure once more, and only then read what is to be published.
 */
export class TransactionalPublisher implements Publisher {
  private session: Session | undefined;

  constructor(
    private readonly kafka: KafkaClient,
    private readonly options: TransactionalPublisherOptions,
  ) {}

  /** @throws PublishError within the deadline when Kafka cannot be reached */
  async connect(): Promise<void> {
    await this.close();
    const producer = this.kafka.producer({
      transactionalId: this.options.transactionalId,
      transactionTimeout: this.options.transactionTimeoutMs ?? 20_000,
      maxInFlightRequests: 1,
      retry: RETRY,
      createPartitioner: Partitioners.DefaultPartitioner,
      allowAutoTopicCreation: false,
    });
    const work = claim(producer);
    try {
      await this.inTime('connecting to Kafka', work);
    } catch (error) {
      await letGo(producer, work);
      throw publishError('Kafka cannot be reached', error);
    }
    this.session = { producer, busy: false };
  }

  /**
   * @returns where the records were written
   * @throws FencedError when another publisher took over
   * @throws PublishError within the deadline for everything else
   */
  async publish(records: readonly OutgoingRecord[]): Promise<WrittenOffsets> {
    if (records.length === 0) return new Map();
    const { session } = this;
    if (session === undefined) throw new PublishError('Not connected: call connect() first');
    if (session.busy) throw new PublishError('The previous publish() is still running');
    session.busy = true;
    const work = publishInTransaction(session.producer, records);
    try {
      const written = await this.inTime('publishing', work);
      session.busy = false;
      return written;
    } catch (error) {
      if (this.session === session) this.session = undefined;
      await letGo(session.producer, work);
      throw publishError('The transaction failed', error);
    }
  }

  async close(): Promise<void> {
    const { session } = this;
    this.session = undefined;
    if (session !== undefined) await disconnect(session.producer);
  }

  private inTime<T>(what: string, work: Promise<T>): Promise<T> {
    return within(this.options.deadlineMs ?? 8_000, what, work);
  }
}

/**
 * kafkajs claims the transactional id with the first transaction. An empty one does it now: whoever
 * freezes between connecting and publishing must find itself fenced when it wakes up.
 */
async function claim(producer: Producer): Promise<void> {
  await producer.connect();
  const transaction = await producer.transaction();
  await transaction.abort();
}

async function publishInTransaction(
  producer: Producer,
  records: readonly OutgoingRecord[],
): Promise<WrittenOffsets> {
  const written = new Map<string, Map<number, number[]>>();
  const transaction = await producer.transaction();
  try {
    for (const send of cutSends(records)) {
      const topicMessages = toTopicMessages(send);
      noteWritten(written, await transaction.sendBatch({ topicMessages, acks: -1 }));
    }
  } catch (error) {
    // Spares readers the wait for the timeout. When it fails, the next connect() aborts anyway.
    await within(CLEAN_UP_MS, 'aborting', transaction.abort()).catch(() => undefined);
    throw error;
  }
  await transaction.commit();
  return written;
}

/** Bounded, as it waits for requests in flight, and Kafka may be down. */
async function disconnect(producer: Producer): Promise<void> {
  await within(CLEAN_UP_MS, 'disconnecting', producer.disconnect()).catch(() => undefined);
}

/** Disconnects, and once more when what still runs has ended: kafkajs' retries connect anew. */
async function letGo(producer: Producer, work: Promise<unknown>): Promise<void> {
  void work.catch(() => undefined).then(() => disconnect(producer));
  await disconnect(producer);
}

function publishError(what: string, cause: unknown): PublishError {
  if (isFencing(cause)) {
    return new FencedError('Another publisher took over, or the transaction timed out', { cause });
  }
  const reason = cause instanceof Error ? cause.message : String(cause);
  return new PublishError(`${what}: ${reason}`, { cause });
}
