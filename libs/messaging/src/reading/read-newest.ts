import { followTopic } from '../follow/follow-topic.js';
import { toRecord } from '../follow/to-record.js';
import type { TopicIdentity } from '../follow/topic-identity.js';
import type { KafkaClient } from '../kafkajs/kafka-client.js';
import type { ReceivedRecord } from '../records/received-record.js';
import { within } from '../kafkajs/within.js';
import { visibleRanges } from '../topics/visible-ranges.js';

export interface ReadNewestOptions {
  /** Full name of the topic. */
  readonly topic: string;
  /**
   * Number of offsets to read before the end, divided equally among partitions. The number includes
   * markers and gaps.
   */
  readonly offsets: number;
  /**
   * For each partition, the offset at which reading ends. Absent partitions are skipped. By
   * default, reading ends at the end of each partition.
   */
  readonly before?: ReadonlyMap<number, number>;
  /** @returns for each partition, the offset before which no record is read */
  readonly after: (topic: TopicIdentity) => Promise<ReadonlyMap<number, number>>;
  /** Called for each record. Records are not stored, because together they can be large. */
  readonly onRecord: (record: ReceivedRecord) => void;
  readonly timeoutMs: number;
}

/**
 * Hands over the newest committed records of a topic. The records of each partition are handed over
 * in sequence. Uses no consumer group, and needs no group permission.
 *
 * Reads only records that are visible at the time of the call. Reading of a partition ends at an
 * unreadable batch. For a missing topic, no records are handed over.
 *
 * @returns for each partition with earlier records, the first offset that was read. Pass this map
 * as `before` of the next call to read earlier records.
 * @throws KafkaJSError or BrokerError if the topic cannot be read, Error at the timeout
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
  const perPartition = Math.ceil(offsets / ranges.length);
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
        const start = Math.max(first, high - perPartition);
        begin.set(partition, Math.min(start, high));
        if (start < high) unfinished.set(partition, high);
        if (start < high && start > first) earlier.set(partition, start);
      }
      if (unfinished.size === 0) done.abort();
      return begin;
    },
    onRecord: (partition, cursor) => {
      if (cursor.offset >= (unfinished.get(partition) ?? 0)) return; // the partition is finished
      onRecord(toRecord(topic, partition, cursor));
    },
    onProgress: (partition, { position, lastStableOffset }) => {
      const end = Math.min(unfinished.get(partition) ?? 0, lastStableOffset);
      if (position >= end) finish(partition);
    },
    onUnreadable: finish,
  });
  await within(timeoutMs, `reading the end of ${topic}`, following).finally(() => {
    done.abort();
  });
  return earlier;
}
