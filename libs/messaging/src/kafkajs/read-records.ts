import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import kafkajs, { type Admin, type Consumer } from 'kafkajs';
import type { ReceivedRecord } from '../records/received-record.js';
import type { UnreadableBatchError } from '../wire/record-batch.js';
import { isPassing } from './is-passing.js';
import { kafkajsOf, type KafkaClient } from './kafka-client.js';
import { unreadableBatch } from './mend-fetch.js';
import { isMissingTopic } from './mend-recovery.js';
import { toReceivedRecord } from './to-received-record.js';

export interface ReadOptions {
  /** Full name. */
  readonly topic: string;
  /** The next record of the partition comes after what it returns is settled; a rejection ends the reading. */
  readonly onRecord: (record: ReceivedRecord) => void | Promise<void>;
  /** A batch is passed over that cannot be read. When absent, the reading fails. */
  readonly onUnreadable?: (error: UnreadableBatchError) => void;
}

// Of a CommonJS package only some exports can be imported by name.
const { KafkaJSNonRetriableError } = kafkajs;

/** A fetch waits this long for new records, and so does the end of the reading. */
const MAX_WAIT_MS = 250;
/** How long a new cluster may take to have coordinators of groups, and how often that is tried. */
const COORDINATOR_WAIT_MS = 60_000;
const COORDINATOR_RETRY_MS = 500;

/** Partition → offset. */
export type Offsets = Map<number, bigint>;

export interface Reading {
  /** Where to begin; offsets are moved on by the reading. */
  readonly start: 'low' | 'high' | Offsets;
  readonly isDone: (position: Offsets, end: Offsets) => boolean;
  readonly signal: AbortSignal;
  /** Whether it fails when the topic is not there any more, as its position means nothing once that is made again. */
  readonly endsWithTopic?: boolean;
  /** The position is fixed: nothing that is published from now on is missed. */
  readonly onPosition?: (position: Offsets) => void;
}

/**
 * Reads until it is done, or until the signal comes. Disturbs nobody: a consumer group of its own,
 * without commits, removed afterwards where that is allowed.
 * @throws Error when the topic is not there, or Kafka is gone for longer than the client retries
 */
export async function readRecords(
  client: KafkaClient,
  { topic, onRecord, onUnreadable: passOver = endReading }: ReadOptions,
  { start, isDone, signal, endsWithTopic = false, onPosition }: Reading,
): Promise<void> {
  const groupId = `${topic}.reader-${randomUUID()}`; // one prefix for the rights to both
  const kafka = kafkajsOf(client);
  const admin = kafka.admin();
  const consumer = kafka.consumer({
    groupId,
    maxWaitTimeInMs: MAX_WAIT_MS,
    allowAutoTopicCreation: false,
  });
  const broken = new AbortController();
  let again: Promise<void> = Promise.resolve();
  try {
    await admin.connect();
    const position = typeof start === 'string' ? await offsets(admin, topic, start) : start;
    const end = await offsets(admin, topic, 'high');
    onPosition?.(position);
    const consume = async (): Promise<void> => {
      await consumer.connect();
      await consumer.subscribe({ topics: [topic] });
      if (signal.aborted) return;
      await consumer.run({
        autoCommit: false,
        eachMessage: async ({ partition, message }) => {
          const unreadable = unreadableBatch(message);
          if (unreadable !== undefined) passOver(unreadable);
          position.set(partition, BigInt(message.offset) + 1n);
          if (signal.aborted || broken.signal.aborted || unreadable !== undefined) return;
          try {
            await onRecord(toReceivedRecord(topic, partition, message));
          } catch (error) {
            broken.abort(error); // kafkajs would only hand it over again
          }
        },
      });
    };
    const giveUpAt = performance.now() + COORDINATOR_WAIT_MS;
    const ended = new Promise<void>((resolve, reject) => {
      const look = (): void => {
        if (signal.aborted || isDone(position, end)) resolve();
      };
      look();
      signal.addEventListener('abort', look, { once: true });
      broken.signal.addEventListener('abort', () => {
        reject(broken.signal.reason as Error);
      });
      seekAfterEachJoin(consumer, topic, position);
      // Counted by batch: transaction markers have offsets too, but are not handed over.
      consumer.on(consumer.events.END_BATCH_PROCESS, ({ payload }) => {
        position.set(payload.partition, BigInt(payload.lastOffset) + 1n);
        look();
      });
      consumer.on(consumer.events.CRASH, ({ payload }) => {
        const isGone = endsWithTopic && isMissingTopic(payload.error);
        if (payload.restart && !isGone) return;
        const mayPass = isPassing(payload.error) && performance.now() < giveUpAt;
        if (mayPass && !isGone) {
          again = sleep(COORDINATOR_RETRY_MS, undefined, { signal }).then(consume).catch(reject);
        } else reject(payload.error);
      });
    });
    ended.catch(() => undefined); // it may fail before it is waited for, below
    await consume();
    await ended;
  } finally {
    await again; // or it would join when the consumer has left
    await consumer.disconnect().catch(() => undefined);
    await admin.deleteGroups([groupId]).catch(() => undefined); // it goes by itself after a week
    await admin.disconnect().catch(() => undefined);
  }
}

/** kafkajs would try again what any other error ends. */
function endReading(error: UnreadableBatchError): never {
  throw new KafkaJSNonRetriableError(error);
}

async function offsets(admin: Admin, topic: string, which: 'low' | 'high'): Promise<Offsets> {
  const topics = await admin.listTopics();
  if (!topics.includes(topic)) throw new Error(`There is no topic ${topic}.`);
  const found = await admin.fetchTopicOffsets(topic);
  return new Map(found.map((partition) => [partition.partition, BigInt(partition[which])]));
}

/** kafkajs forgets its position at each join of the group, as nothing is committed. */
function seekAfterEachJoin(consumer: Consumer, topic: string, position: Offsets): void {
  consumer.on(consumer.events.GROUP_JOIN, () => {
    for (const [partition, offset] of position) {
      consumer.seek({ topic, partition, offset: String(offset) });
    }
  });
}
