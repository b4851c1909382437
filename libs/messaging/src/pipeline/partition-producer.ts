import { setTimeout as sleep } from 'node:timers/promises';
import kafkajs, {
  type Producer,
  type RecordMetadata,
  type TopicMessages,
  type Transaction,
} from 'kafkajs';
import type { KafkaClient } from '../create-kafka.js';
import { within } from '../within.js';

// Of a CommonJS package only some exports can be imported by name.
const { CompressionTypes, KafkaJSProtocolError, Partitioners } = kafkajs;

export interface PartitionProducerOptions {
  /** The same for all that relieve one another at the partition. */
  readonly transactionalId: string;
  readonly compression: 'none' | 'gzip';
}

/** The input's offset to go on from, once the transaction is committed. */
export interface NextOffset {
  readonly groupId: string;
  readonly topic: string;
  readonly partition: number;
  readonly offset: string;
}

/** How long readers are held back by the transaction of one that died and has no successor. */
const TRANSACTION_TIMEOUT_MS = 20_000;
const DEADLINE_MS = 15_000;
const CLEAN_UP_MS = 1_000;

/**
 * The broker answers a commit before it has written the markers, and refuses the next transaction
 * until then (CONCURRENT_TRANSACTIONS), some milliseconds: kafkajs' first retry, after 300 ms, would
 * come far too late.
 */
const RETRY = { retries: 9, initialRetryTime: 2, maxRetryTime: 500, factor: 0.2, multiplier: 2 };
const CONCURRENT_TRANSACTIONS = 51;

/**
 * The transactional producer of one input partition. After its first failure it is of no use: the
 * next `claim` aborts what it left open, with a newer epoch, so that a request of its that is still
 * on its way is refused as well. (An abort of its own could be overtaken by one.)
 */
export class PartitionProducer {
  private constructor(
    private readonly producer: Producer,
    private readonly compression: 'none' | 'gzip',
  ) {}

  /**
   * Takes the transactional id over. Whoever had it is shut out when this resolves, and what it had
   * open is aborted, or committed to the end if it had got that far.
   * @throws Error when Kafka cannot be reached
   */
  static async claim(
    kafka: KafkaClient,
    { transactionalId, compression }: PartitionProducerOptions,
  ): Promise<PartitionProducer> {
    const producer = kafka.producer({
      transactionalId,
      transactionTimeout: TRANSACTION_TIMEOUT_MS,
      maxInFlightRequests: 1,
      retry: RETRY,
      createPartitioner: Partitioners.DefaultPartitioner,
      allowAutoTopicCreation: false,
    });
    const claimed = new PartitionProducer(producer, compression);
    const work = initialise(producer);
    try {
      await within(DEADLINE_MS, 'claiming a partition', work);
    } catch (error) {
      await claimed.letGo(work);
      throw error;
    }
    return claimed;
  }

  /**
   * One transaction: all the requests, in their order, and the offset.
   * @throws Error when it is not known to be committed; the producer must not be used again
   */
  async publish(requests: readonly TopicMessages[][], next: NextOffset): Promise<void> {
    const work = this.transact(requests, next);
    try {
      await within(DEADLINE_MS, 'the transaction', work);
    } catch (error) {
      await this.letGo(work);
      throw error;
    }
  }

  /** Bounded, as kafkajs waits for requests in flight, and Kafka may be down. */
  async close(): Promise<void> {
    await within(CLEAN_UP_MS, 'disconnecting', this.producer.disconnect()).catch(() => undefined);
  }

  private async transact(requests: readonly TopicMessages[][], next: NextOffset): Promise<void> {
    const compression = this.compression === 'gzip' ? CompressionTypes.GZIP : CompressionTypes.None;
    const transaction = await this.producer.transaction();
    for (const topicMessages of requests) {
      const answers = await transaction.sendBatch({ topicMessages, acks: -1, compression });
      expectAllSent(topicMessages, answers);
    }
    await sendOffset(transaction, next);
    await transaction.commit();
  }

  /** Disconnects, and once more when what still runs has ended: kafkajs' retries connect anew. */
  private async letGo(work: Promise<void>): Promise<void> {
    void work.catch(() => undefined).then(() => this.close());
    await this.close();
  }
}

/**
 * kafkajs sends nothing to a partition that is not in its metadata, and says nothing of it. The next
 * producer asks for the metadata anew.
 * @throws Error when a record's partition is not among those that answered
 */
function expectAllSent(
  topicMessages: readonly TopicMessages[],
  answers: readonly RecordMetadata[],
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

/** kafkajs initialises the producer with the first transaction: an empty one. */
async function initialise(producer: Producer): Promise<void> {
  await producer.connect();
  const transaction = await producer.transaction();
  await transaction.abort();
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
