import { followTopic } from '../follow/follow-topic.js';
import { toRecord } from '../follow/to-record.js';
import type { TopicIdentity } from '../follow/topic-identity.js';
import type { KafkaClient } from '../kafkajs/kafka-client.js';
import type { ReceivedRecord } from '../records/received-record.js';
import { within } from '../kafkajs/within.js';
import { visibleRanges } from '../topics/visible-ranges.js';

export interface ReadNewestOptions {
  /** Full name. */
  readonly topic: string;
  /** How many offsets before the end are read, an equal part of each partition; markers and gaps count. */
  readonly offsets: number;
  /** Partition → offset before which is read, instead of the end; nothing of those that are absent. */
  readonly before?: ReadonlyMap<number, number>;
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
 * @returns partition → offset that it began with, of those that have more before it: `before` of the
 *   next call, to go on towards the beginning
 * @throws KafkaJSError or BrokerError when the topic cannot be read, Error when the time is over
 */
export async function readNewest(
  kafka: KafkaClient,
  { topic, offsets, before, after, onRecord, timeoutMs }: ReadNewestOptions,
): Promise<ReadonlyMap<number, number>> {
  const ranges = (await visibleRanges(kafka, topic)).map(({ partition, low, high }) => {
    return { partition, low, high: Math.min(high, before ? (before.get(partition) ?? 0) : high) };
  });
  const unfinished = new Map<number, number>();
  const earlier = new Map<number, number>();
  if (ranges.every(({ low, high }) => low >= high)) return earlier;
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
        const first = Math.max(low, known.get(partition) ?? 0);
        const start = Math.max(first, high - part);
        begin.set(partition, Math.min(start, high));
        if (start < high) unfinished.set(partition, high);
        if (start < high && start > first) earlier.set(partition, start);
      }
      if (unfinished.size === 0) done.abort();
      return begin;
    },
    onRecord: (partition, cursor) => {
      if (cursor.offset >= (unfinished.get(partition) ?? 0)) return; // others are still read
      onRecord(toRecord(topic, partition, cursor));
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
  return earlier;
}
