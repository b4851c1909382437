import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises';
import type { ClusterConnection } from '../kafkajs/cluster-connection.js';
import { BrokerError } from '../wire/broker-error.js';
import { fetchRequest, type FetchedPartition } from '../wire/fetch-request.js';
import { recordBatches, UnreadableBatchError } from '../wire/record-batch.js';
import { RecordCursor } from '../wire/record-cursor.js';
import { positionBehind, visibleBatches } from '../wire/visible-batches.js';
import type { FollowOptions } from './follow-options.js';

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
/** A batch that cannot be read is tried again: compaction or the end of its retention may mend it. */
const STAND_MS = 30_000;

/**
 * Hands over the records of the partitions that one broker leads, until it is stopped. However it
 * ends, `onProgress` was called for every record that was handed over. A partition stops before a
 * batch that cannot be read; the others go on.
 * @param positions where the next answer has to begin; moved on here
 * @throws OffsetOutOfRangeError; BrokerError for anything else that the broker refuses
 */
export async function followLeader(
  connection: Pick<ClusterConnection, 'send'>,
  nodeId: string,
  positions: Map<number, number>,
  options: FollowOptions,
  stop: AbortSignal,
): Promise<void> {
  const { topic } = options;
  const standing = new Map<number, Stand>();
  const fetchNext = (maxWaitMs: number): Asked => {
    const askedAt = Date.now();
    for (const [partition, { position, until }] of standing) {
      if (askedAt < until) continue;
      standing.delete(partition);
      positions.set(partition, position);
    }
    if (positions.size === 0 && standing.size > 0) return { askedAt, answer: nothing(stop) };
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
    // Leaves out partitions that stopped since the request: their answer begins behind the batch
    // that cannot be read.
    const fetched = (await coming.answer).filter(({ partition }) => !standing.has(partition));
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
      try {
        if (!(await handOver(part, { from, position, askedAt }, options, stop))) break;
      } catch (error) {
        if (!(error instanceof UnreadableBatchError)) throw error;
        positions.delete(part.partition);
        const stand = options.passesOver
          ? { position: error.nextOffset, until: 0 }
          : { position: Math.max(from, error.offset), until: Date.now() + STAND_MS };
        standing.set(part.partition, stand);
        options.onStand?.(part.partition, error);
      }
    }
  }
  await coming.answer.catch(() => undefined);
}

/**
 * The batch before which a partition stopped, and until when it waits, in milliseconds since the
 * epoch.
 */
interface Stand {
  readonly position: number;
  readonly until: number;
}

/** An answer without partitions, as late as the broker's would come. */
function nothing(stop: AbortSignal): Promise<FetchedPartition[]> {
  return sleep(MAX_WAIT_MS, [], { signal: stop }).catch(() => []);
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
 * the way, or before a batch that cannot be read. Reading on from there gives no record twice;
 * otherwise a state would go back in time: first the older records of a key again, then the newer.
 * @returns false when it was stopped on the way
 */
async function handOver(
  { partition, records, aborted, ...place }: FetchedPartition,
  { from, position, askedAt }: Place,
  { onRecord, onProgress }: FollowOptions,
  stop: AbortSignal,
): Promise<boolean> {
  const { lastStableOffset, highWatermark: end, logStartOffset: start } = place;
  let reached = from;
  let turn = performance.now();
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
        if (count % RECORDS_BETWEEN_LOOKS !== 0 || performance.now() - turn < TURN_MS) continue;
        await nextTurn();
        if (stop.aborted) return false;
        turn = performance.now();
      }
    }
    reached = position;
    return true;
  } finally {
    onProgress(partition, { position: reached, lastStableOffset, end, start, askedAt });
  }
}

function refusal(topic: string, { partition, errorCode }: FetchedPartition): Error {
  const where = `partition ${partition} of topic ${topic}`;
  if (errorCode === OFFSET_OUT_OF_RANGE) {
    return new OffsetOutOfRangeError(`The position in ${where} does not exist any more.`);
  }
  return new BrokerError(`${where} cannot be read now`, errorCode);
}
