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

describe('positionBehind', () => {
  it('returns the position after a batch from which compaction removed the last records', () => {
    const key = Buffer.from('k');
    expect(positionBehind(batch({ baseOffset: 10, lastOffsetDelta: 9, key }))).toBe(20);
  });

  it('returns the position after a batch that compaction emptied', () => {
    expect(positionBehind(batch({ baseOffset: 10, lastOffsetDelta: 9 }))).toBe(20);
  });

  it('returns the position before a truncated batch', () => {
    const first = data(4, 1);
    for (let length = 0; length < first.length; length += 1) {
      const second = data(5, 1).subarray(0, length);
      expect(positionBehind(Buffer.concat([first, second]))).toBe(5);
      expect(positionBehind(second)).toBeUndefined();
    }
  });
});

describe('visibleBatches', () => {
  it('omits the records of an aborted transaction, and returns all records after its end', () => {
    const log = [data(0, 1), data(1, 2), marker(2, 1, ABORT_KEY), data(3, 1)];
    expect(keys(Buffer.concat(log), [[1, 0]])).toEqual(['r1', 'r3']);
  });

  it('omits overlapping aborted transactions, in any sequence of the list', () => {
    const log = [data(0, 1), data(1, 2), marker(2, 2, ABORT_KEY), marker(3, 1, ABORT_KEY)];
    for (const aborted of [
      [2, 1],
      [1, 2],
    ]) {
      const transactions = aborted.map((id): [number, number] => [id, id - 1]);
      expect(keys(Buffer.concat(log), transactions)).toEqual([]);
    }
  });

  it('omits aborted transactions that began before the first batch', () => {
    const log = [data(5, 2), data(6, 1), marker(7, 1, ABORT_KEY), marker(8, 2, ABORT_KEY)];
    const transactions: [number, number][] = [
      [1, 2],
      [2, 3],
    ];
    expect(keys(Buffer.concat(log), transactions)).toEqual([]);
  });

  it('does not treat a commit marker as an abort marker', () => {
    const log = [data(0, 1), marker(1, 2, COMMIT_KEY), data(2, 1), marker(3, 1, ABORT_KEY)];
    expect(keys(Buffer.concat(log), [[1, 0]])).toEqual([]);
  });

  it('skips a marker that compaction emptied', () => {
    expect(keys(Buffer.concat([marker(0, 1), data(1, 1)]), [])).toEqual(['r1']);
  });
});

describe('an unreadable batch', () => {
  it('causes an error that contains its codec and the setting to change', () => {
    const packed = new RecordBatch(batch({ baseOffset: 0, lastOffsetDelta: 0, attributes: 5 }));
    expect(() => new RecordCursor(packed)).toThrow(/codec 5.*compression\.type/);
  });

  it('causes an error with a different type for each reason', () => {
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

  it.each([0, 1])('in format %d has one offset, however short it is', (magic) => {
    const message = (offset: number, size: number): Buffer => {
      const bytes = Buffer.alloc(17 + size, 0xff);
      bytes.writeBigInt64BE(BigInt(offset), 0);
      bytes.writeInt32BE(5 + size, 8);
      bytes.writeInt8(magic, 16);
      return bytes;
    };
    const fetched = Buffer.concat([
      message(7, 13),
      message(8, 300),
      message(9, 1),
      Buffer.alloc(9),
    ]);
    const found = [...visibleBatches(recordBatches(fetched), [])];
    expect(found.map(({ baseOffset, lastOffset }) => [baseOffset, lastOffset])).toEqual([
      [7, 7],
      [8, 8],
      [9, 9],
    ]);
    for (const [index, one] of found.entries()) {
      const nextOffset = 8 + index;
      const type = 'UNSUPPORTED_BATCH_FORMAT';
      expect(() => one.recordsForObjects()).toThrow(
        expect.objectContaining({ type, nextOffset }) as Error,
      );
    }
    expect(positionBehind(fetched)).toBe(10);
  });

  it('that is shorter than its header is refused', () => {
    const short = batch({ baseOffset: 0, lastOffsetDelta: 0 });
    for (const length of [-1, 4, 40]) {
      short.writeInt32BE(length, 8);
      expect(() => [...recordBatches(short)]).toThrow(RangeError);
    }
  });
});
