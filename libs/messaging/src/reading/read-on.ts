import { retryUntilDone } from '@lethe/resilience';
import { followTopic } from '../follow/follow-topic.js';
import { toRecord } from '../follow/to-record.js';
import type { KafkaClient } from '../kafkajs/kafka-client.js';
import type { ReceivedRecord } from '../records/received-record.js';
import { topicRefusal } from '../topics/topic-refusal.js';
import { visibleRanges } from '../topics/visible-ranges.js';
import type { UnreadableBatchError } from '../wire/record-batch.js';

export interface ReadOptions {
  /** Full name. */
  readonly topic: string;
  /** The next record comes after what it returns is settled; a rejection ends the reading. */
  readonly onRecord: (record: ReceivedRecord) => void | Promise<void>;
  /** A batch is passed over that cannot be read. When absent, the reading fails. */
  readonly onUnreadable?: (error: UnreadableBatchError) => void;
}

/** Partition → offset. */
export type Offsets = ReadonlyMap<number, number>;

export interface Reading {
  readonly from: 'beginning' | 'end';
  /** Ends the reading. */
  readonly signal: AbortSignal;
  /** The position is fixed: nothing that is published from now on is missed. Called again after each failure. */
  readonly onBegin?: () => void;
  /** @param visible where what was visible ended when the reading began */
  readonly onProgress?: (position: Offsets, visible: Offsets) => void;
  /** Called for each failed attempt to read; another one follows, whatever it was. */
  readonly onFailure?: (error: unknown) => void;
}

const RETRY_MS = 500;
/** A broker that has just started may not know a topic yet: how often in a row it may say so. */
const MISSING_IN_A_ROW = 120;

/**
 * Reads committed records until the signal comes, without a consumer group: through outages, on from the last record that
 * was handed over. A topic that was deleted and made again is read from its beginning, where the broker tells the one from
 * the other (`TopicIdentity`).
 *
 * @throws unless there is `onFailure`: what `onRecord` threw; Error when the topic is not there, may not be read or cannot be
 *   reached at first
 */
export async function readOn(
  kafka: KafkaClient,
  { topic, onRecord, onUnreadable }: ReadOptions,
  { from, signal, onBegin, onProgress, onFailure }: Reading,
): Promise<void> {
  let position: Map<number, number> | undefined;
  let visible: Offsets = new Map();
  let topicId: string | undefined;
  let inHand = Promise.resolve();
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
        inHand = Promise.resolve();
        onBegin?.();
        return position;
      },
      onRecord: (partition, cursor) => {
        position?.set(partition, cursor.offset + 1);
        const record = toRecord(topic, partition, cursor);
        // One at a time, also where several brokers lead the partitions.
        return (inHand = inHand.then(() => handle(record)));
      },
      onProgress: (partition, progress) => {
        if (position === undefined) return;
        position.set(partition, Math.max(position.get(partition) ?? 0, progress.position));
        onProgress?.(position, visible);
      },
      onStand: (_partition, error) => {
        if (onUnreadable === undefined) {
          isBroken = true;
          throw error;
        }
        onUnreadable(error);
      },
      passesOver: true,
    });
  let missing = 0;
  const isWorthRetrying = (error: unknown): boolean => {
    if (onFailure !== undefined) {
      onFailure(error);
      return true;
    }
    const refusal = topicRefusal(error);
    missing = refusal === 'missing' ? missing + 1 : 0;
    const isPassingError = refusal !== 'forbidden' && missing < MISSING_IN_A_ROW;
    return position !== undefined && !isBroken && isPassingError;
  };
  try {
    await retryUntilDone(read, { signal, pauseMs: RETRY_MS, isWorthRetrying });
  } catch (error) {
    if (topicRefusal(error) !== 'missing') throw error;
    throw new Error(`There is no topic ${topic}.`, { cause: error });
  }
}
