import { batch } from '../../test/batch-bytes.js';
import { RecordBatch, recordBatches } from './record-batch.js';
import { RecordCursor } from './record-cursor.js';
import { positionBehind, visibleBatches } from './visible-batches.js';

const TRANSACTIONAL = 0x10;
const CONTROL = 0x20;
const ABORT_KEY = Buffer.from([0, 0, 0, 0]);
const COMMIT_KEY = Buffer.from([0, 0, 0, 1]);

const data = (offset: number, producerId: number): Buffer =>
  batch({
    ...{ baseOffset: offset, lastOffsetDelta: 0, producerId },
    ...{ attributes: TRANSACTIONAL, key: Buffer.from(`r${String(offset)}`) },
  });
const marker = (offset: number, producerId: number, key?: Buffer): Buffer =>
  batch({
    ...{ baseOffset: offset, lastOffsetDelta: 0, producerId },
    ...{ attributes: TRANSACTIONAL | CONTROL, ...(key === undefined ? {} : { key }) },
  });

function keys(fetched: Buffer, aborted: readonly [producerId: number, firstOffset: number][]) {
  const transactions = aborted.map(([id, firstOffset]) => ({
    producerId: BigInt(id),
    firstOffset,
  }));
  return [...visibleBatches(recordBatches(fetched), transactions)].map((found) => {
    const cursor = new RecordCursor(found);
    return cursor.next() ? String(cursor.key) : '';
  });
}

describe('the position behind what was fetched', () => {
  it('is behind the batch, also when compaction has taken its last records away', () => {
    const key = Buffer.from('k');
    expect(positionBehind(batch({ baseOffset: 10, lastOffsetDelta: 9, key }))).toBe(20);
  });

  it('is behind a batch that compaction has emptied', () => {
    expect(positionBehind(batch({ baseOffset: 10, lastOffsetDelta: 9 }))).toBe(20);
  });

  it('is not behind a batch that was cut', () => {
    const first = data(4, 1);
    for (let length = 0; length < first.length; length += 1) {
      const second = data(5, 1).subarray(0, length);
      expect(positionBehind(Buffer.concat([first, second]))).toBe(5);
      expect(positionBehind(second)).toBeUndefined();
    }
  });
});

describe('visibleBatches', () => {
  it('shows nothing of an aborted transaction, and all behind its end', () => {
    const log = [data(0, 1), data(1, 2), marker(2, 1, ABORT_KEY), data(3, 1)];
    expect(keys(Buffer.concat(log), [[1, 0]])).toEqual(['r1', 'r3']);
  });

  it('takes the transactions in the order of their beginnings, whatever the order told', () => {
    const log = [data(0, 1), data(1, 2), marker(2, 2, ABORT_KEY), marker(3, 1, ABORT_KEY)];
    for (const aborted of [
      [2, 1],
      [1, 2],
    ]) {
      const told = aborted.map((id): [number, number] => [id, id - 1]);
      expect(keys(Buffer.concat(log), told)).toEqual([]);
    }
  });

  it('begins among transactions that began before', () => {
    const log = [data(5, 2), data(6, 1), marker(7, 1, ABORT_KEY), marker(8, 2, ABORT_KEY)];
    const told: [number, number][] = [
      [1, 2],
      [2, 3],
    ];
    expect(keys(Buffer.concat(log), told)).toEqual([]);
  });

  it('does not take a commit for the end of an abort', () => {
    const log = [data(0, 1), marker(1, 2, COMMIT_KEY), data(2, 1), marker(3, 1, ABORT_KEY)];
    expect(keys(Buffer.concat(log), [[1, 0]])).toEqual([]);
  });

  it('goes past a marker that compaction has emptied', () => {
    expect(keys(Buffer.concat([marker(0, 1), data(1, 1)]), [])).toEqual(['r1']);
  });
});

describe('a batch that cannot be read', () => {
  it('says how it is packed, and what to do', () => {
    const packed = new RecordBatch(batch({ baseOffset: 0, lastOffsetDelta: 0, attributes: 5 }));
    expect(() => new RecordCursor(packed)).toThrow(/codec 5.*compression\.type/);
  });

  it('has a name for each cause, for the log', () => {
    const cause = (bytes: Buffer): unknown => {
      try {
        return new RecordCursor(new RecordBatch(bytes));
      } catch (error) {
        return error;
      }
    };
    const name = 'UnreadableBatchError';
    const at0 = { baseOffset: 0, lastOffsetDelta: 0 };
    const old = batch(at0);
    old.writeInt8(1, 16);
    expect(cause(old)).toMatchObject({ name, type: 'UNSUPPORTED_BATCH_FORMAT' });
    for (const attributes of [1, 2, 3, 4]) {
      const damaged = batch({ ...at0, attributes });
      expect(cause(damaged)).toMatchObject({ name, type: 'CORRUPT_BATCH' });
    }
    const unknown = batch({ ...at0, attributes: 5 });
    expect(cause(unknown)).toMatchObject({ name, type: 'UNSUPPORTED_COMPRESSION_TYPE' });
  });
});
