import { retryUntilDone } from '@lethe/resilience';
import type { FollowProgress } from '../follow/follow-options.js';
import { followTopic } from '../follow/follow-topic.js';
import { toRecord } from '../follow/to-record.js';
import type { KafkaClient } from '../kafkajs/kafka-client.js';
import type { ReceivedRecord } from '../records/received-record.js';
import { topicRefusal } from '../topics/topic-refusal.js';
import { visibleRanges } from '../topics/visible-ranges.js';
import type { UnreadableBatchError } from '../wire/record-batch.js';

export interface ReadOptions {
  /** Full name of the topic. */
  readonly topic: string;
  /**
   * Processes a record. The next record waits for the promise. A rejection ends the reading. If
   * failures are retried (`LiveTail`), the reading continues after this record.
   */
  readonly onRecord: (record: ReceivedRecord) => void | Promise<void>;
  /** Called for an unreadable batch, which is then skipped. If absent, reading fails instead. */
  readonly onUnreadable?: (error: UnreadableBatchError) => void;
}

/** The offset of each partition. */
export type Offsets = ReadonlyMap<number, number>;

export interface Reading {
  readonly from: 'beginning' | 'end';
  readonly signal: AbortSignal;
  /**
   * Called when the position is set. All records that are published after this call are handed
   * over. Called again after each failure.
   */
  readonly onBegin?: () => void;
  /**
   * @param visible end of the visible records when the reading began
   * @param latest the partition whose progress this is, and its progress
   */
  readonly onProgress?: (
    position: Offsets,
    visible: Offsets,
    latest: { readonly partition: number } & FollowProgress,
  ) => void;
  /** Called after each failed attempt to read. If present, every error is retried. */
  readonly onFailure?: (error: unknown) => void;
}

const RETRY_MS = 500;
/**
 * Maximum number of consecutive answers without the topic. A broker that has just started may not
 * know the topic yet.
 */
const MISSING_IN_A_ROW = 120;

/**
 * Reads committed records until the signal is aborted, without a consumer group. After an outage,
 * reading continues after the last record. A recreated topic is read from its beginning, if the
 * broker reports topic ids (`TopicIdentity`).
 *
 * @throws the error of `onRecord`. Error if the topic does not exist, or the client lacks the
 * permission to read it. Error if the first attempt cannot reach Kafka. If `onFailure` is present,
 * nothing is thrown.
 */
export async function readOn(
  kafka: KafkaClient,
  { topic, onRecord, onUnreadable }: ReadOptions,
  { from, signal, onBegin, onProgress, onFailure }: Reading,
): Promise<void> {
  let position: Map<number, number> | undefined;
  let visible: Offsets = new Map();
  let topicId: string | undefined;
  let inFlight = Promise.resolve();
  let isBroken = false;
  const handle = async (record: ReceivedRecord): Promise<void> => {
    try {
      await onRecord(record);
    } catch (error) {
      isBroken = true;
      throw error;
    }
  };
  const read = (): Promise<void> =>
    followTopic(kafka, {
      topic,
      signal,
      onBegin: async (found) => {
        const ranges = await visibleRanges(kafka, topic);
        const isFirst = position === undefined;
        const known = found.topicId === topicId ? position : undefined;
        if (isFirst) visible = new Map(ranges.map(({ partition, high }) => [partition, high]));
        position = new Map(
          ranges.map(({ partition, low, high }) => [
            partition,
            isFirst && from === 'end' ? high : Math.max(low, known?.get(partition) ?? 0),
          ]),
        );
        topicId = found.topicId;
        inFlight = Promise.resolve();
        onBegin?.();
        return position;
      },
      onRecord: (partition, cursor) => {
        position?.set(partition, cursor.offset + 1);
        const record = toRecord(topic, partition, cursor);
        // Handles one record at a time, even if several brokers lead the partitions.
        return (inFlight = inFlight.then(() => handle(record)));
      },
      onProgress: (partition, progress) => {
        if (position === undefined) return;
        position.set(partition, Math.max(position.get(partition) ?? 0, progress.position));
        onProgress?.(position, visible, { partition, ...progress });
      },
      onUnreadable: (_partition, error) => {
        if (onUnreadable === undefined) {
          isBroken = true;
          throw error;
        }
        onUnreadable(error);
      },
      skipsUnreadable: true,
    });
  let missing = 0;
  const isWorthRetrying = (error: unknown): boolean => {
    if (onFailure !== undefined) {
      onFailure(error);
      return true;
    }
    const refusal = topicRefusal(error);
    missing = refusal === 'missing' ? missing + 1 : 0;
    const isTransient = refusal !== 'forbidden' && missing < MISSING_IN_A_ROW;
    return position !== undefined && !isBroken && isTransient;
  };
  try {
    await retryUntilDone(read, { signal, pauseMs: RETRY_MS, isWorthRetrying });
  } catch (error) {
    if (topicRefusal(error) !== 'missing') throw error;
    throw new Error(`The topic ${topic} does not exist.`, { cause: error });
  }
}
