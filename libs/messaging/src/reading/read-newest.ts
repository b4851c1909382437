import type { KafkaClient } from '../create-kafka.js';
import { followTopic } from '../follow/follow-topic.js';
import type { TopicIdentity } from '../follow/topic-identity.js';
import { within } from '../within.js';
import type { ReceivedRecord } from './received-record.js';

export interface ReadNewestOptions {
  /** Full name. */
  readonly topic: string;
  /** How many offsets before the end are read, an equal part of each partition; markers and gaps count. */
  readonly offsets: number;
  /** @returns partition → offset before which nothing is read */
  readonly after: (topic: TopicIdentity) => Promise<ReadonlyMap<number, number>>;
  /** Nothing of them is kept: together they may be large. */
  readonly onRecord: (record: ReceivedRecord) => void;
  /** In milliseconds. */
  readonly timeoutMs: number;
}

/**
 * Hands over the newest committed records of a topic, each partition's in order. Needs no consumer
 * group, and with it no right to one.
 *
 * Those are what was visible at the time of the call, of a partition with a batch that cannot be read
 * what is before it; none where there is no such topic.
 *
 * @throws KafkaJSError or BrokerError when the topic cannot be read, Error when the time is over
 */
export async function readNewest(
  kafka: KafkaClient,
  { topic, offsets, after, onRecord, timeoutMs }: ReadNewestOptions,
): Promise<void> {
  const ranges = await rangesOf(kafka, topic);
  const unfinished = new Map<number, number>();
  if (ranges.every(({ low, high }) => low >= high)) return;
  const part = Math.ceil(offsets / ranges.length);
  const done = new AbortController();
  const finish = (partition: number): void => {
    unfinished.delete(partition);
    if (unfinished.size === 0) done.abort();
  };
  const following = followTopic(kafka, {
    topic,
    signal: done.signal,
    onBegin: async (identity) => {
      const known = await after(identity);
      const begin = new Map<number, number>();
      for (const { partition, low, high } of ranges) {
        const start = Math.max(low, high - part, known.get(partition) ?? 0);
        begin.set(partition, Math.min(start, high));
        if (start < high) unfinished.set(partition, high);
      }
      if (unfinished.size === 0) done.abort();
      return begin;
    },
    onRecord: (partition, cursor) => {
      if (done.signal.aborted) return;
      onRecord({
        topic,
        partition,
        offset: String(cursor.offset),
        timestamp: cursor.timestamp,
        key: cursor.key?.toString() ?? null,
        value: cursor.value === null ? null : Buffer.from(cursor.value),
        headers: cursor.headers(),
      });
    },
    onProgress: (partition, { position, lastStableOffset }) => {
      const end = Math.min(unfinished.get(partition) ?? 0, lastStableOffset);
      if (position >= end) finish(partition);
    },
    onStand: finish,
  });
  await within(timeoutMs, `reading the end of ${topic}`, following).finally(() => {
    done.abort();
  });
}

async function rangesOf(
  kafka: KafkaClient,
  topic: string,
): Promise<{ partition: number; low: number; high: number }[]> {
  const admin = kafka.admin();
  try {
    await admin.connect();
    if (!(await admin.listTopics()).includes(topic)) return [];
    const found = await admin.fetchTopicOffsets(topic);
    return found.map(({ partition, low, high }) => ({
      partition,
      low: Number(low),
      high: Number(high),
    }));
  } finally {
    await admin.disconnect().catch(() => undefined);
  }
}
