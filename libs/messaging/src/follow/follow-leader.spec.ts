import { setTimeout as sleep } from 'node:timers/promises';
import { batch } from '../../test/batch-bytes.js';
import type { FetchedPartition } from '../wire/fetch-request.js';
import type { FollowProgress } from './follow-options.js';
import { followLeader } from './follow-leader.js';
import type { UnreadableBatchError } from '../wire/record-batch.js';
import type { RecordCursor } from '../wire/record-cursor.js';

const PARTITION = 3;
const RECORDS = 600;
const NO_CODEC = 5;
const BLOCKING_MS = 6; // `followLeader` lets other work run after 5 ms

const record = (offset: number): Buffer =>
  batch({ baseOffset: offset, lastOffsetDelta: 0, key: Buffer.from(String(offset)) });

/** Returns a fake broker that returns all these batches in each answer. */
function leader(batches: readonly Buffer[], errorCode = 0) {
  const fetched: FetchedPartition = {
    partition: PARTITION,
    errorCode,
    highWatermark: batches.length,
    lastStableOffset: batches.length,
    logStartOffset: 0,
    preferredReplica: -1,
    aborted: [],
    records: Buffer.concat(batches),
  };
  return { send: <T = [FetchedPartition]>() => Promise.resolve([fetched] as T) };
}

/**
 * Calls `followLeader` until it ends. `onOffset` can abort `stopping` to end it early.
 * @returns the last reported position
 */
async function follow(
  connection: ReturnType<typeof leader>,
  from: number,
  onOffset: (offset: number, stopping: AbortController) => void,
): Promise<number> {
  const stopping = new AbortController();
  let position = from;
  const following = followLeader(
    connection,
    '1',
    new Map([[PARTITION, from]]),
    {
      topic: 't',
      signal: stopping.signal,
      onBegin: () => new Map(),
      onRecord: (_partition, { offset }) => {
        onOffset(offset, stopping);
      },
      onProgress: (partition, progress) => {
        expect(partition).toBe(PARTITION);
        position = progress.position;
        if (position >= RECORDS) stopping.abort();
      },
    },
    stopping.signal,
  );
  await following.catch(() => undefined);
  return position;
}

function passTime(): void {
  const end = performance.now() + BLOCKING_MS;
  while (performance.now() < end);
}

function fail(): never {
  throw new Error('nothing can be handed over');
}

describe('followLeader', () => {
  const all = Array.from({ length: RECORDS }, (_, offset) => offset);

  it('hands over no record twice when it is stopped before the end of an answer', async () => {
    const connection = leader(all.map(record));
    const seen: number[] = [];
    const position = await follow(connection, 0, (offset, stopping) => {
      seen.push(offset);
      if (offset !== 100) return;
      passTime();
      stopping.abort(); // this also happens when the leader of another partition fails
    });
    expect(seen.length).toBeGreaterThan(100);
    expect(seen.length).toBeLessThan(RECORDS);
    expect(position).toBe(seen.length);
    await follow(connection, position, (offset) => {
      seen.push(offset);
    });
    expect(seen).toEqual(all);
  });

  it('reports the time of the request, even if the answer is processed much later', async () => {
    const { send } = leader([record(0)]);
    const sentAt: number[] = [];
    const stopping = new AbortController();
    const slow = {
      send: async <T>() => {
        sentAt.push(Date.now());
        await sleep(50);
        return send<T>();
      },
    };
    const reported: number[] = [];
    const options = {
      topic: 't',
      signal: stopping.signal,
      onBegin: () => new Map(),
      onRecord: () => undefined,
      onProgress: (_partition: number, { requestedAt }: FollowProgress) => {
        reported.push(requestedAt);
        if (reported.length === 2) stopping.abort();
      },
    };
    await followLeader(slow, '1', new Map([[PARTITION, 0]]), options, stopping.signal);
    expect(reported).toHaveLength(2);
    for (const [index, requestedAt] of reported.entries()) {
      expect(requestedAt).toBeLessThanOrEqual(sentAt[index]!);
    }
    expect(reported[1]).toBeGreaterThanOrEqual(sentAt[0]!);
  });

  it('stops before an unreadable batch and continues with the other partitions', async () => {
    const packed = batch({ baseOffset: 2, lastOffsetDelta: 0, attributes: NO_CODEC });
    const [partitionAnswer] = await leader([record(0), record(1), packed, record(3)]).send();
    const stopping = new AbortController();
    const seen: string[] = [];
    const reported: unknown[] = [];
    let reached = -1;
    const end = 5;
    const secondPartition = 4;
    let next = 0;
    // Each answer contains all batches of the first partition, and one record of the second
    // partition.
    const connection = {
      send: <T>() => {
        const records = next < end ? record(next++) : Buffer.alloc(0);
        const second = { ...partitionAnswer, partition: secondPartition, records };
        return Promise.resolve([partitionAnswer, second] as T);
      },
    };
    const positions = new Map([
      [PARTITION, 0],
      [secondPartition, 0],
    ]);
    const options = {
      topic: 't',
      signal: stopping.signal,
      onBegin: () => new Map(),
      onRecord: (partition: number, { offset }: RecordCursor) => {
        seen.push(`${partition}:${offset}`);
      },
      onProgress: (partition: number, { position }: FollowProgress) => {
        if (partition === PARTITION) reached = position;
        else if (position === end) stopping.abort();
      },
      onUnreadable: (partition: number, { type, offset, nextOffset }: UnreadableBatchError) => {
        reported.push({ partition, type, offset, nextOffset });
      },
    };
    await followLeader(connection, '1', positions, options, stopping.signal);
    const type = 'UNSUPPORTED_COMPRESSION_TYPE';
    expect(reported).toEqual([{ partition: PARTITION, type, offset: 2, nextOffset: 3 }]);
    expect(seen).toEqual(['3:0', '3:1', '4:0', '4:1', '4:2', '4:3', '4:4']);
    expect(reached).toBe(2);
  });

  it.each([
    [6, { name: 'BrokerError', type: 'NOT_LEADER_OR_FOLLOWER' }],
    [29, { name: 'BrokerError', type: 'TOPIC_AUTHORIZATION_FAILED' }],
    [999, { name: 'BrokerError', type: 'KAFKA_ERROR_999' }],
    [1, { name: 'OffsetOutOfRangeError' }],
  ])('throws a specific error for the error code %d of the broker', async (code, expected) => {
    const { signal } = new AbortController();
    const options = {
      topic: 't',
      signal,
      onBegin: () => new Map(),
      onRecord: fail,
      onProgress: fail,
    };
    const following = followLeader(leader([], code), '1', new Map(), options, signal);
    await expect(following).rejects.toMatchObject(expected);
  });
});
