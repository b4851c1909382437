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
const TURN_MS = 6; // longer than the event loop is held

const record = (offset: number): Buffer =>
  batch({ baseOffset: offset, lastOffsetDelta: 0, key: Buffer.from(String(offset)) });

/** A broker whose partition has these batches, all of them in each answer. */
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

/** Follows until it ends; `onOffset` may end it. @returns the position that was told */
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
  const end = performance.now() + TURN_MS;
  while (performance.now() < end);
}

function fail(): never {
  throw new Error('nothing can be handed over');
}

describe('followLeader', () => {
  const all = Array.from({ length: RECORDS }, (_, offset) => offset);

  it('hands nothing over twice when it is stopped in the middle of an answer', async () => {
    const connection = leader(all.map(record));
    const seen: number[] = [];
    const position = await follow(connection, 0, (offset, stopping) => {
      seen.push(offset);
      if (offset !== 100) return;
      passTime();
      stopping.abort(); // as when the leader of another partition fails
    });
    expect(seen.length).toBeGreaterThan(100);
    expect(seen.length).toBeLessThan(RECORDS);
    expect(position).toBe(seen.length);
    await follow(connection, position, (offset) => {
      seen.push(offset);
    });
    expect(seen).toEqual(all);
  });

  it('says when it asked, which may be long before the answer is looked at', async () => {
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
    const told: number[] = [];
    const options = {
      topic: 't',
      signal: stopping.signal,
      onBegin: () => new Map(),
      onRecord: () => undefined,
      onProgress: (_partition: number, { askedAt }: FollowProgress) => {
        told.push(askedAt);
        if (told.length === 2) stopping.abort();
      },
    };
    await followLeader(slow, '1', new Map([[PARTITION, 0]]), options, stopping.signal);
    expect(told).toHaveLength(2);
    for (const [index, askedAt] of told.entries()) {
      expect(askedAt).toBeLessThanOrEqual(sentAt[index]!);
    }
    expect(told[1]).toBeGreaterThanOrEqual(sentAt[0]!);
  });

  it('stands before a batch that cannot be read, and goes on with the other partitions', async () => {
    const packed = batch({ baseOffset: 2, lastOffsetDelta: 0, attributes: NO_CODEC });
    const [standing] = await leader([record(0), record(1), packed, record(3)]).send();
    const stopping = new AbortController();
    const seen: string[] = [];
    const told: unknown[] = [];
    let reached = -1;
    const end = 5;
    const other = 4;
    let next = 0;
    // As a broker: of each partition what is behind the position, of the other one record a time.
    const connection = {
      send: <T>() => {
        const records = next < end ? record(next++) : Buffer.alloc(0);
        return Promise.resolve([standing, { ...standing, partition: other, records }] as T);
      },
    };
    const positions = new Map([
      [PARTITION, 0],
      [other, 0],
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
      onStand: (partition: number, { type, offset, nextOffset }: UnreadableBatchError) => {
        told.push({ partition, type, offset, nextOffset });
      },
    };
    await followLeader(connection, '1', positions, options, stopping.signal);
    const type = 'UNSUPPORTED_COMPRESSION_TYPE';
    expect(told).toEqual([{ partition: PARTITION, type, offset: 2, nextOffset: 3 }]);
    expect(seen).toEqual(['3:0', '3:1', '4:0', '4:1', '4:2', '4:3', '4:4']);
    expect(reached).toBe(2);
  });

  it.each([
    [6, { name: 'BrokerError', type: 'NOT_LEADER_OR_FOLLOWER' }],
    [29, { name: 'BrokerError', type: 'TOPIC_AUTHORIZATION_FAILED' }],
    [999, { name: 'BrokerError', type: 'KAFKA_ERROR_999' }],
    [1, { name: 'OffsetOutOfRangeError' }],
  ])('tells the errors of the broker apart: %d', async (code, expected) => {
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
