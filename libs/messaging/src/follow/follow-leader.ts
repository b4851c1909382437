import { setImmediate as nextTurn } from 'node:timers/promises';
import { BrokerError } from '../wire/broker-error.js';
import type { ClusterConnection } from '../wire/cluster-connection.js';
import { fetchRequest, type FetchedPartition } from './fetch-request.js';
import type { FollowOptions } from './follow-topic.js';
import { recordBatches } from './record-batch.js';
import { RecordCursor } from './record-cursor.js';
import { positionBehind, visibleBatches } from './visible-batches.js';

/** A position is not in the partition: it was removed, or the partition became shorter. */
export class OffsetOutOfRangeError extends Error {
  override readonly name = 'OffsetOutOfRangeError';
}

const MAX_WAIT_MS = 250;
/** The bound of the memory, twice: one answer in hand, the next on its way. */
const MAX_BYTES = 8 * 1024 * 1024;
const MAX_BYTES_PER_PARTITION = 1024 * 1024;
const TURN_MS = 5;
const RECORDS_BETWEEN_LOOKS = 256;
const OFFSET_OUT_OF_RANGE = 1;

/**
 * Hands over the records of the partitions that one broker leads, until it is stopped. However it
 * ends, `onProgress` has told of every record that was handed over.
 * @param positions where the next answer has to begin; moved on here
 * @throws OffsetOutOfRangeError; BrokerError for anything else that the broker refuses;
 *   UnreadableBatchError
 */
export async function followLeader(
  connection: Pick<ClusterConnection, 'send'>,
  nodeId: string,
  positions: Map<number, number>,
  options: FollowOptions,
  stop: AbortSignal,
): Promise<void> {
  const { topic } = options;
  const fetchNext = (maxWaitMs: number): Asked => {
    const askedAt = Date.now();
    const request = fetchRequest({
      topic,
      positions,
      maxWaitMs,
      maxBytes: MAX_BYTES,
      maxBytesPerPartition: MAX_BYTES_PER_PARTITION,
    });
    const answer = connection.send(request, nodeId);
    answer.catch(() => undefined); // it may fail before it is waited for, below
    return { askedAt, answer };
  };
  let coming = fetchNext(0); // who is at the end already hears so at once
  while (!stop.aborted) {
    const { askedAt } = coming;
    const fetched = await coming.answer;
    const parts = fetched.map((part) => {
      if (part.errorCode !== 0) throw refusal(topic, part);
      const position = positionBehind(part.records) ?? positions.get(part.partition) ?? 0;
      return { part, from: positions.get(part.partition) ?? 0, position };
    });
    for (const { part, from, position } of parts) {
      if (position <= from) continue;
      positions.delete(part.partition); // who got something goes to the end of the line
      positions.set(part.partition, position);
    }
    coming = fetchNext(MAX_WAIT_MS);
    for (const { part, from, position } of parts) {
      if (!(await handOver(part, { from, position, askedAt }, options, stop))) break;
    }
  }
  await coming.answer.catch(() => undefined);
}

interface Asked {
  readonly askedAt: number;
  readonly answer: Promise<FetchedPartition[]>;
}

/** Where an answer begins and ends, and when it was asked for. */
interface Place {
  readonly from: number;
  readonly position: number;
  readonly askedAt: number;
}

/**
 * Hands over what was fetched of a partition, and says how far it came: also when it is stopped on
 * the way, or before a batch that cannot be read. Whoever goes on from there gets nothing twice,
 * or else a state would go back in time: first the older records of a key again, then the newer.
 * @returns false when it was stopped on the way
 */
async function handOver(
  { partition, records, aborted, lastStableOffset, highWatermark }: FetchedPartition,
  place: Place,
  { onRecord, onProgress }: FollowOptions,
  stop: AbortSignal,
): Promise<boolean> {
  const { from, position, askedAt } = place;
  let reached = from;
  let turn = performance.now();
  let count = 0;
  try {
    for (const batch of visibleBatches(recordBatches(records), aborted)) {
      const cursor = new RecordCursor(batch);
      while (cursor.next()) {
        if (cursor.offset >= from) {
          onRecord(partition, cursor);
          reached = cursor.offset + 1;
        }
        count += 1;
        if (count % RECORDS_BETWEEN_LOOKS !== 0 || performance.now() - turn < TURN_MS) continue;
        await nextTurn();
        if (stop.aborted) return false;
        turn = performance.now();
      }
    }
    reached = position;
    return true;
  } finally {
    onProgress(partition, { position: reached, lastStableOffset, end: highWatermark, askedAt });
  }
}

function refusal(topic: string, { partition, errorCode }: FetchedPartition): Error {
  const where = `partition ${partition} of topic ${topic}`;
  if (errorCode === OFFSET_OUT_OF_RANGE) {
    return new OffsetOutOfRangeError(`The position in ${where} does not exist any more.`);
  }
  return new BrokerError(`${where} cannot be read now`, errorCode);
}
