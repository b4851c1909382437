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

// Named imports work only for some exports of a CommonJS package.
const { CompressionTypes, KafkaJSProtocolError } = kafkajs;

export interface TransactionalProducerOptions {
  /**
   * Processes of which only one is allowed to publish use the same id. The process with the latest
   * claim fences all other processes.
   */
  readonly transactionalId: string;
  /** Default `none`. */
  readonly compression?: 'none' | 'gzip';
  /**
   * Time after which the broker aborts a transaction. Until then, the open transaction of a dead
   * producer blocks readers. Default 20,000 ms.
   */
  readonly transactionTimeoutMs?: number;
  /** Timeout of a claim or a transaction. Default 15,000 ms. */
  readonly deadlineMs?: number;
  /**
   * Whether to abort a transaction after a failed send. If it is not aborted, readers wait until
   * the transaction times out or a producer claims the id. Default false, because the next claim
   * aborts the transaction.
   */
  readonly abortsOnFailure?: boolean;
}

/** Next offset of a consumer group. It takes effect when the transaction is committed. */
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
 * The broker answers a commit some milliseconds before it has written the transaction markers. In
 * this time, it refuses the next transaction (CONCURRENT_TRANSACTIONS). With a first retry after
 * 2 ms, consecutive transactions take 9 ms each (median). With a first retry after 20 ms, they take
 * 31 ms. By default, kafkajs waits 300 ms. All retries together take about a second.
 */
const RETRY = { retries: 9, initialRetryTime: 2, maxRetryTime: 500, factor: 0.2, multiplier: 2 };
const CONCURRENT_TRANSACTIONS = 51;

/**
 * A transactional producer that fences its predecessors. After `claim`, the broker refuses every
 * other producer with the same transactional id (`isFencing` recognises the error). This includes a
 * producer that was frozen within a transaction and resumes.
 *
 * Do not use a producer after its first failure. The next `claim` aborts the open transaction with
 * a newer epoch, so that the broker also refuses requests in flight. If the failed producer itself
 * aborted the transaction, a request in flight could reach the broker after the abort.
 */
export class TransactionalProducer {
  private constructor(
    private readonly producer: Producer,
    private readonly options: TransactionalProducerOptions,
  ) {}

  /**
   * Claims the transactional id. When the promise resolves, the previous producer is fenced. The
   * open transaction of that producer is aborted, or committed if its commit had begun.
   * @throws Error within the deadline if Kafka cannot be reached
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
    await claimed.withinDeadline('claiming the transactional id', initialise(producer));
    return claimed;
  }

  /**
   * Publishes all requests in sequence, and the offset of a consumer group, in one transaction.
   * @returns the written positions that the broker reports
   * @throws Error within the deadline if the commit is not confirmed. Do not use the producer after
   * an error.
   */
  publish(
    requests: readonly (readonly TopicMessages[])[],
    next?: NextOffset,
  ): Promise<readonly SendAnswer[]> {
    return this.withinDeadline('the transaction', this.transact(requests, next));
  }

  /**
   * Disconnects within a time limit, because kafkajs waits for requests in flight. Never throws.
   */
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

  /**
   * Disconnects after a failure, and again when the work has ended, because retries of kafkajs can
   * connect again.
   */
  private async withinDeadline<T>(what: string, work: Promise<T>): Promise<T> {
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
 * Aborts an empty transaction, because kafkajs claims the transactional id only with the first
 * transaction. Assume that a process freezes between `claim` and `publish`. Without the empty
 * transaction, it would claim the id when it resumes, and would not be fenced.
 */
async function initialise(producer: Producer): Promise<void> {
  await producer.connect();
  const transaction = await producer.transaction();
  await transaction.abort();
}

/**
 * Detects a partition to which kafkajs silently sent nothing. kafkajs skips partitions that its
 * metadata does not contain. The next producer requests the metadata again.
 * @throws Error if a partition of a record is not in the answers
 */
function expectAllSent(
  topicMessages: readonly TopicMessages[],
  answers: readonly SendAnswer[],
): void {
  for (const { topic, messages } of topicMessages) {
    const topicAnswers = answers.filter(({ topicName }) => topicName === topic);
    const answered = new Set(topicAnswers.map(({ partition }) => partition));
    for (const { partition } of messages) {
      if (partition === undefined || answered.has(partition)) continue;
      throw new Error(
        `Nothing was sent to partition ${partition} of ${topic}: this partition is not known yet.`,
      );
    }
  }
}

/** Retries the request, because kafkajs does not retry the first request of a transaction. */
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
