import { setTimeout as sleep } from 'node:timers/promises';
import kafkajs, {
  type Producer,
  type TopicMessages as KafkajsMessages,
  type Transaction,
} from 'kafkajs';
import { within } from './within.js';
import { kafkajsOf, type KafkaClient } from './kafka-client.js';
import type { SendAnswer, TopicMessages } from './outgoing-messages.js';
import { partitionByKey } from './partition-by-key.js';

// Of a CommonJS package only some exports can be imported by name.
const { CompressionTypes, KafkaJSProtocolError } = kafkajs;

export interface TransactionalProducerOptions {
  /** The same for all that relieve one another; the last one to claim it fences the others. */
  readonly transactionalId: string;
  /** Of what is sent. Default `none`. */
  readonly compression?: 'none' | 'gzip';
  /**
   * How long the broker waits for the end of a transaction before it gives it up, and how long a
   * dead producer's open transaction holds readers back. Default 20,000 ms.
   */
  readonly transactionTimeoutMs?: number;
  /** Longest time a claim or a transaction may take before it fails. Default 15,000 ms. */
  readonly deadlineMs?: number;
  /**
   * Whether a transaction is aborted when it could not be sent. That spares readers the wait for its
   * timeout where no successor may come soon. Default false: the next claim aborts it.
   */
  readonly abortsOnFailure?: boolean;
}

/** Offset of a consumer group to go on from, once the transaction is committed. */
export interface NextOffset {
  readonly groupId: string;
  readonly topic: string;
  readonly partition: number;
  readonly offset: string;
}

const TRANSACTION_TIMEOUT_MS = 20_000;
const DEADLINE_MS = 15_000;
const CLEAN_UP_MS = 1_000;

/**
 * The broker answers a commit before it has written the markers, and refuses the next transaction
 * until then (CONCURRENT_TRANSACTIONS), some milliseconds. A first retry after 20 ms makes the median
 * of back-to-back transactions 31 ms; after 2 ms it is 9 ms. Together about a second. (By itself
 * kafkajs would wait 300 ms.)
 */
const RETRY = { retries: 9, initialRetryTime: 2, maxRetryTime: 500, factor: 0.2, multiplier: 2 };
const CONCURRENT_TRANSACTIONS = 51;

/**
 * A transactional producer that fences its predecessors: from `claim` on, every other producer with
 * the same transactional id is refused by the broker, also one that was frozen in the middle of a
 * transaction and comes back (`isFencing` knows its failure).
 *
 * After its first failure it is of no use: the next `claim` aborts what it left open, with a newer
 * epoch, so that a request which is still on its way is refused as well. (An abort of its own can be
 * overtaken by such a request.)
 */
export class TransactionalProducer {
  private constructor(
    private readonly producer: Producer,
    private readonly options: TransactionalProducerOptions,
  ) {}

  /**
   * Takes the transactional id over. Whoever had it is fenced when this resolves, and what it had
   * open is aborted, or committed to the end if it had got that far.
   * @throws Error within the deadline when Kafka cannot be reached
   */
  static async claim(
    kafka: KafkaClient,
    options: TransactionalProducerOptions,
  ): Promise<TransactionalProducer> {
    const producer = kafkajsOf(kafka).producer({
      transactionalId: options.transactionalId,
      transactionTimeout: options.transactionTimeoutMs ?? TRANSACTION_TIMEOUT_MS,
      maxInFlightRequests: 1,
      retry: RETRY,
      createPartitioner: partitionByKey,
      allowAutoTopicCreation: false,
    });
    const claimed = new TransactionalProducer(producer, options);
    await claimed.inTime('claiming the transactional id', initialise(producer));
    return claimed;
  }

  /**
   * One transaction: all the requests, in their order, and the offset of a group's.
   * @returns where the broker says that it has written
   * @throws Error within the deadline when it is not known to be committed; the producer must not be
   *   used again
   */
  publish(
    requests: readonly (readonly TopicMessages[])[],
    next?: NextOffset,
  ): Promise<readonly SendAnswer[]> {
    return this.inTime('the transaction', this.transact(requests, next));
  }

  /** Bounded, as kafkajs waits for requests in flight, and Kafka may be down. Never throws. */
  async close(): Promise<void> {
    await within(CLEAN_UP_MS, 'disconnecting', this.producer.disconnect()).catch(() => undefined);
  }

  private async transact(
    requests: readonly (readonly TopicMessages[])[],
    next: NextOffset | undefined,
  ): Promise<readonly SendAnswer[]> {
    const transaction = await this.producer.transaction();
    const written: SendAnswer[] = [];
    try {
      for (const topicMessages of requests) {
        const answers = await this.send(transaction, topicMessages);
        for (const answer of answers) written.push(answer);
      }
      if (next !== undefined) await sendOffset(transaction, next);
    } catch (error) {
      if (this.options.abortsOnFailure === true) {
        await within(CLEAN_UP_MS, 'aborting', transaction.abort()).catch(() => undefined);
      }
      throw error;
    }
    await transaction.commit();
    return written;
  }

  private async send(
    transaction: Transaction,
    topicMessages: readonly TopicMessages[],
  ): Promise<readonly SendAnswer[]> {
    const answers = await transaction.sendBatch({
      topicMessages: topicMessages as KafkajsMessages[],
      acks: -1,
      compression:
        this.options.compression === 'gzip' ? CompressionTypes.GZIP : CompressionTypes.None,
    });
    expectAllSent(topicMessages, answers);
    return answers;
  }

  /** A failure disconnects, and once more when the work has ended: kafkajs' retries connect anew. */
  private async inTime<T>(what: string, work: Promise<T>): Promise<T> {
    try {
      return await within(this.options.deadlineMs ?? DEADLINE_MS, what, work);
    } catch (error) {
      void work.catch(() => undefined).then(() => this.close());
      await this.close();
      throw error;
    }
  }
}

/**
 * kafkajs claims the transactional id with the first transaction. An empty one does it now: whoever
 * freezes between claiming and publishing must find itself fenced when it wakes up.
 */
async function initialise(producer: Producer): Promise<void> {
  await producer.connect();
  const transaction = await producer.transaction();
  await transaction.abort();
}

/**
 * kafkajs sends nothing to a partition that is not in its metadata, and says nothing of it. The next
 * producer asks for the metadata anew.
 * @throws Error when a partition that a record names is not among those that answered
 */
function expectAllSent(
  topicMessages: readonly TopicMessages[],
  answers: readonly SendAnswer[],
): void {
  for (const { topic, messages } of topicMessages) {
    const ofTopic = answers.filter(({ topicName }) => topicName === topic);
    const answered = new Set(ofTopic.map(({ partition }) => partition));
    for (const { partition } of messages) {
      if (partition === undefined || answered.has(partition)) continue;
      throw new Error(
        `Nothing was sent to partition ${partition} of ${topic}: it is not known yet.`,
      );
    }
  }
}

/** The first request of a transaction when nothing is sent, and then kafkajs does not retry it. */
async function sendOffset(
  transaction: Transaction,
  { groupId, topic, partition, offset }: NextOffset,
): Promise<void> {
  const offsets = {
    consumerGroupId: groupId,
    topics: [{ topic, partitions: [{ partition, offset }] }],
  };
  for (let wait = RETRY.initialRetryTime, left = RETRY.retries; ; wait *= 2, left -= 1) {
    try {
      await transaction.sendOffsets(offsets);
      return;
    } catch (error) {
      if (left === 0 || !isConcurrent(error)) throw error;
      await sleep(Math.min(wait, RETRY.maxRetryTime));
    }
  }
}

function isConcurrent(error: unknown): boolean {
  return error instanceof KafkaJSProtocolError && error.code === CONCURRENT_TRANSACTIONS;
}
