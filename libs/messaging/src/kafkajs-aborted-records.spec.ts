import { hideAbortedRecords, type DecodedPartition } from './kafkajs-aborted-records.js';

const ABORT = Buffer.from([0, 0, 0, 0]);
const COMMIT = Buffer.from([0, 0, 0, 1]);

/** Records in the order of their offsets: `p1` is one of a transaction, `p1!` its abort, `p1.` its commit, `p1-` outside. */
function partition(
  records: readonly string[],
  aborted: readonly [producerId: string, firstOffset: number][],
): DecodedPartition {
  return {
    messages: records.map((text, offset) => ({
      offset: String(offset),
      key: text.endsWith('!') ? ABORT : text.endsWith('.') ? COMMIT : ABORT, // a key like a marker's
      isControlRecord: /[!.]$/.test(text),
      batchContext: { producerId: text.slice(0, 2), inTransaction: !text.endsWith('-') },
    })),
    abortedTransactions: aborted.map(([producerId, firstOffset]) => ({
      producerId,
      firstOffset: String(firstOffset),
    })),
  };
}

function visible(given: DecodedPartition): number[] {
  hideAbortedRecords(given);
  return given.messages.flatMap(({ isControlRecord, offset }) =>
    isControlRecord ? [] : [Number(offset)],
  );
}

describe('hideAbortedRecords', () => {
  it('leaves an answer without aborted transactions alone', () => {
    expect(visible(partition(['p1', 'p1.', 'p2-'], []))).toEqual([0, 2]);
    const { messages } = partition(['p1'], []);
    const uncommitted: DecodedPartition = { messages, abortedTransactions: null };
    expect(visible(uncommitted)).toEqual([0]);
  });

  it('hides transactions that overlap, in whatever order they are listed', () => {
    const records = ['p1', 'p2', 'p2', 'p1', 'p2!', 'p1!', 'p1', 'p1.'];
    for (const aborted of [
      [
        ['p2', 1],
        ['p1', 0],
      ] as [string, number][],
      [
        ['p1', 0],
        ['p2', 1],
      ] as [string, number][],
    ]) {
      expect(visible(partition(records, aborted))).toEqual([6]);
    }
  });

  it('hides transactions that began before the answer', () => {
    const records = ['p1', 'p2', 'p1!', 'p2!', 'p2', 'p2.'];
    expect(
      visible(
        partition(records, [
          ['p1', 0],
          ['p2', 0],
        ]),
      ),
    ).toEqual([4]);
  });

  it('keeps what the same producer commits later, or wrote outside of a transaction', () => {
    expect(visible(partition(['p1', 'p1!', 'p1', 'p1.', 'p1-'], [['p1', 0]]))).toEqual([2, 4]);
    expect(visible(partition(['p1-', 'p1', 'p1!'], [['p1', 0]]))).toEqual([0]);
  });

  it('takes no record for a marker because of its key', () => {
    expect(visible(partition(['p1', 'p1', 'p1!'], [['p1', 0]]))).toEqual([]);
  });
});
