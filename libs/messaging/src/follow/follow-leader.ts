import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises';
import type { ClusterConnection } from '../kafkajs/cluster-connection.js';
import { BrokerError } from '../wire/broker-error.js';
import { fetchRequest, type FetchedPartition } from '../wire/fetch-request.js';
import { recordBatches, UnreadableBatchError } from '../wire/record-batch.js';
import { RecordCursor } from '../wire/record-cursor.js';
import { positionBehind, visibleBatches } from '../wire/visible-batches.js';
import type { FollowOptions } from './follow-options.js';

/**
 * The requested position no longer exists. Its records were deleted, or the partition was
 * truncated.
 */
export class OffsetOutOfRangeError extends Error {
  override readonly name = 'OffsetOutOfRangeError';
}

const MAX_WAIT_MS = 250;
/**
 * Maximum size of an answer. Two answers are in memory at once, because one is fetched while
 * another is processed.
 */
const MAX_BYTES = 8 * 1024 * 1024;
const MAX_BYTES_PER_PARTITION = 1024 * 1024;
/** Maximum time for which the event loop is blocked. */
const BLOCK_MS = 5;
const RECORDS_BETWEEN_CHECKS = 256;
const OFFSET_OUT_OF_RANGE = 1;
/**
 * Retry interval of an unreadable batch. A retry succeeds after compaction or retention has removed
 * the batch.
 */
const UNREADABLE_RETRY_MS = 30_000;

/**
 * Hands over the records of the partitions that one broker leads, until `stop` is aborted. Before
 * this function returns or throws, `onProgress` has reported a position after every processed
 * record. A partition stops before an unreadable batch, while the other partitions continue.
 * @param positions for each partition, the next offset to read; this function updates the map
 * @throws OffsetOutOfRangeError; BrokerError for any other error of the broker
 */
export async function followLeader(
  connection: Pick<ClusterConnection, 'send'>,
  nodeId: string,
  positions: Map<number, number>,
  options: FollowOptions,
  stop: AbortSignal,
): Promise<void> {
  const { topic } = options;
  const stopped = new Map<number, StoppedPartition>();
  const fetchNext = (maxWaitMs: number): PendingFetch => {
    const requestedAt = Date.now();
    for (const [partition, { position, until }] of stopped) {
      if (requestedAt < until) continue;
      stopped.delete(partition);
      positions.set(partition, position);
    }
    if (positions.size === 0 && stopped.size > 0) return { requestedAt, answer: emptyAnswer(stop) };
    const request = fetchRequest({
      topic,
      positions,
      maxWaitMs,
      maxBytes: MAX_BYTES,
      maxBytesPerPartition: MAX_BYTES_PER_PARTITION,
    });
    const answer = connection.send(request, nodeId);
    answer.catch(() => undefined); // the `await` below handles a failure
    return { requestedAt, answer };
  };
  // The first request does not wait for records, so that `onProgress` reports the ends of all
  // partitions soon.
  let pending = fetchNext(0);
  while (!stop.aborted) {
    const { requestedAt } = pending;
    // Ignores partitions that stopped after this request was sent. The request asked for records
    // after the unreadable batch.
    const fetched = (await pending.answer).filter(({ partition }) => !stopped.has(partition));
    const ranges = fetched.map((part) => {
      if (part.errorCode !== 0) throw refusal(topic, part);
      const position = positionBehind(part.records) ?? positions.get(part.partition) ?? 0;
      return { part, from: positions.get(part.partition) ?? 0, position };
    });
    for (const { part, from, position } of ranges) {
      if (position <= from) continue;
      positions.delete(part.partition); // moves the partition to the end of the next request
      positions.set(part.partition, position);
    }
    pending = fetchNext(MAX_WAIT_MS);
    for (const { part, from, position } of ranges) {
      try {
        if (!(await handOver(part, { from, position, requestedAt }, options, stop))) break;
      } catch (error) {
        if (!(error instanceof UnreadableBatchError)) throw error;
        positions.delete(part.partition);
        const entry = options.skipsUnreadable
          ? { position: error.nextOffset, until: 0 }
          : { position: Math.max(from, error.offset), until: Date.now() + UNREADABLE_RETRY_MS };
        stopped.set(part.partition, entry);
        options.onUnreadable?.(part.partition, error);
      }
    }
  }
  await pending.answer.catch(() => undefined);
}

/**
 * A partition that stopped at an unreadable batch. It continues at the offset `position`. The next
 * attempt is at `until`, in milliseconds since the epoch.
 */
interface StoppedPartition {
  readonly position: number;
  readonly until: number;
}

/** Returns an empty answer after the time for which a broker waits for records. */
function emptyAnswer(stop: AbortSignal): Promise<FetchedPartition[]> {
  return sleep(MAX_WAIT_MS, [], { signal: stop }).catch(() => []);
}

interface PendingFetch {
  readonly requestedAt: number;
  readonly answer: Promise<FetchedPartition[]>;
}

/** The first offset of an answer, the offset after the answer, and the time of its request. */
interface AnswerRange {
  readonly from: number;
  readonly position: number;
  readonly requestedAt: number;
}

/**
 * Hands over the fetched records of a partition. Reports the progress even if it is stopped or a
 * batch is unreadable. Without this report, the next read would repeat records, and an old record
 * could replace the newer state of a key.
 * @returns false if it was stopped before the last record
 */
async function handOver(
  { partition, records, aborted, ...offsets }: FetchedPartition,
  { from, position, requestedAt }: AnswerRange,
  { onRecord, onProgress }: FollowOptions,
  stop: AbortSignal,
): Promise<boolean> {
  const { lastStableOffset, highWatermark: end, logStartOffset: start } = offsets;
  let reached = from;
  let began = performance.now();
  let count = 0;
  try {
    for (const batch of visibleBatches(recordBatches(records), aborted)) {
      const cursor = new RecordCursor(batch);
      while (cursor.next()) {
        if (cursor.offset >= from) {
          const work = onRecord(partition, cursor);
          if (work !== undefined) await work;
          reached = cursor.offset + 1;
          if (work !== undefined && stop.aborted) return false;
        }
        count += 1;
        if (count % RECORDS_BETWEEN_CHECKS !== 0 || performance.now() - began < BLOCK_MS) continue;
        await nextTurn();
        if (stop.aborted) return false;
        began = performance.now();
      }
    }
    reached = position;
    return true;
  } finally {
    onProgress(partition, { position: reached, lastStableOffset, end, start, requestedAt });
  }
}

function refusal(topic: string, { partition, errorCode }: FetchedPartition): Error {
  const where = `partition ${partition} of topic ${topic}`;
  if (errorCode === OFFSET_OUT_OF_RANGE) {
    return new OffsetOutOfRangeError(`The position in ${where} no longer exists.`);
  }
  return new BrokerError(`${where} cannot be read now`, errorCode);
}
