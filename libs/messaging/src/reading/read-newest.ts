import type { KafkaClient } from '../create-kafka.js';
import { followTopic } from '../follow/follow-topic.js';
import type { ReceivedRecord } from './received-record.js';

export interface ReadNewestOptions {
  /** Full name. */
  readonly topic: string;
  /** How many offsets before the end of each partition are read; markers and gaps count. */
  readonly offsets: number;
  /** Partition → offset before which nothing is read. */
  readonly after?: ReadonlyMap<number, number>;
  /** Ends the reading. */
  readonly signal: AbortSignal;
}

/**
 * The newest committed records of a topic, each partition's in order. Needs no consumer group, and
 * with it no right to one.
 *
 * @returns what was visible at the time of the call; nothing where there is no such topic; when the signal
 *   came, perhaps not all of it
 * @throws KafkaJSError or BrokerError when the topic cannot be read
 */
export async function readNewest(
  kafka: KafkaClient,
  { topic, offsets, after, signal }: ReadNewestOptions,
): Promise<ReceivedRecord[]> {
  const ranges = await rangesOf(kafka, topic);
  const unfinished = new Map<number, number>();
  const begin = new Map<number, number>();
  for (const { partition, low, high } of ranges) {
    const known = after?.get(partition) ?? 0;
    // A partition that ends before what is known already is another one: its topic was made anew.
    const start = Math.max(low, high - offsets, known > high ? 0 : known);
    begin.set(partition, start);
    if (start < high) unfinished.set(partition, high);
  }
  const records: ReceivedRecord[] = [];
  if (unfinished.size === 0) return records;
  const done = new AbortController();
  await followTopic(kafka, {
    topic,
    signal: AbortSignal.any([signal, done.signal]),
    onBegin: () => begin,
    onRecord: (partition, cursor) => {
      records.push({
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
      if (position >= end) unfinished.delete(partition);
      if (unfinished.size === 0) done.abort();
    },
  });
  return records;
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
