import type { RelayRecord } from '@lethe/contracts';
import { Completeness } from './completeness.js';
import { Replica } from './replica.js';

const TOPIC = { clusterId: 'c', topicId: 'a'.repeat(32), partitions: [0, 1] };

describe('Completeness', () => {
  const record: RelayRecord = {
    clusterId: 'c',
    topicId: TOPIC.topicId,
    endOffsets: [2, 1],
    liveKeys: 2,
  };
  const told = { asOf: 0, isSettled: true, record: record as RelayRecord | undefined };
  const records = {
    of: () => told.record,
    get isSettled() {
      return told.isSettled;
    },
    get asOf() {
      return told.asOf;
    },
  };
  let replica: Replica;

  /** Reads up to some offsets, of partitions that end there unless told otherwise. */
  function read(positions: readonly number[], ends: readonly number[] = positions): void {
    for (const [id, position] of positions.entries()) {
      const end = ends[id] ?? position;
      replica.noteProgress(id, { position, lastStableOffset: position, end, askedAt: 0 }, 0);
    }
  }
  const know = (...users: readonly string[]) => {
    for (const user of users) replica.table.set('ws', user, { allSources: true, sourceIds: [] });
  };
  /** The verdict once the record was found to be the newest one. */
  const verdict = (mayLack = false) => {
    const completeness = new Completeness(records, mayLack);
    completeness.of(replica, 10);
    told.asOf = 11;
    return completeness.of(replica, 12);
  };

  beforeEach(() => {
    Object.assign(told, { asOf: 0, isSettled: true, record });
    replica = new Replica(TOPIC, { openTransactionWaitMs: 100, now: 0 });
  });

  it('has everything when it went as far, and knows as many', () => {
    read([2, 1]);
    know('u1', 'u2');
    expect(verdict()).toBe('complete');
  });

  it('lacks users of a topic that was emptied where it ends', () => {
    read([2, 1]);
    expect(verdict()).toBe('users');
  });

  it('compares users at exactly these offsets only: later some are lifted', () => {
    read([3, 1]);
    expect(verdict()).toBe('complete');
  });

  it('lacks records of a topic that lost its end', () => {
    read([2, 0]);
    know('u1', 'u2');
    expect(verdict()).toBe('records');
  });

  it('lacks records of a topic whose beginning was deleted, whatever has come since', () => {
    told.record = { ...record, startOffsets: [0, 0] };
    const progress = { position: 3, lastStableOffset: 3, end: 3, askedAt: 0 };
    replica.noteProgress(0, { ...progress, start: 2 }, 0);
    replica.noteProgress(1, { ...progress, start: 0 }, 0);
    expect(verdict()).toBe('records');
    told.record = { ...record, startOffsets: [2, 0] };
    expect(verdict()).toBe('complete');
  });

  it('does not wait for records that an open transaction hides for longer than it may', () => {
    read([2, 0], [2, 1]);
    const completeness = new Completeness(records, false);
    expect(completeness.of(replica, 99)).toBe('records');
    expect(completeness.of(replica, 100)).toBe('unconfirmed');
  });

  it('lacks what was told on a topic that had the name before', () => {
    replica = new Replica(
      { ...TOPIC, topicId: 'b'.repeat(32) },
      { openTransactionWaitMs: 0, now: 0 },
    );
    read([9, 9]);
    expect(verdict()).toBe('topic');
  });

  it('lacks the record, unless it may', () => {
    told.record = undefined;
    read([9, 9]);
    expect([verdict(false), verdict(true)]).toEqual(['record', 'unknown']);
    told.isSettled = false;
    expect(verdict(true)).toBe('unconfirmed');
  });

  it('heeds a record also where there may be none', () => {
    read([2, 1]);
    expect(verdict(true)).toBe('users');
  });

  it('does not trust a record that may have been taken back in the meantime', () => {
    read([2, 1]);
    know('u1', 'u2');
    const completeness = new Completeness(records, false);
    told.asOf = 10;
    expect(completeness.of(replica, 10)).toBe('unconfirmed');
    told.record = undefined;
    told.asOf = 20;
    expect(completeness.of(replica, 20)).toBe('record');
  });
});
