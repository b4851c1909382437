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
  const current = { asOf: 0, isSettled: true, record: record as RelayRecord | undefined };
  const records = {
    of: () => current.record,
    get isSettled() {
      return current.isSettled;
    },
    get asOf() {
      return current.asOf;
    },
  };
  let replica: Replica;

  /** Simulates reading up to these positions. By default, the partitions end there. */
  function read(positions: readonly number[], ends: readonly number[] = positions): void {
    for (const [id, position] of positions.entries()) {
      const end = ends[id] ?? position;
      replica.noteProgress(id, { position, lastStableOffset: position, end, requestedAt: 0 }, 0);
    }
  }
  const know = (...users: readonly string[]) => {
    for (const user of users) replica.table.set('ws', user, { allSources: true, sourceIds: [] });
  };
  /** Returns the verdict after the relay record was confirmed as the newest relay record. */
  const verdict = (isOptional = false) => {
    const completeness = new Completeness(records, isOptional);
    completeness.of(replica, 10);
    current.asOf = 11;
    return completeness.of(replica, 12);
  };

  beforeEach(() => {
    Object.assign(current, { asOf: 0, isSettled: true, record });
    replica = new Replica(TOPIC, { openTransactionWaitMs: 100, now: 0 });
  });

  it('returns `complete` for a replica with the offsets and users of the relay record', () => {
    read([2, 1]);
    know('u1', 'u2');
    expect(verdict()).toBe('complete');
  });

  it('returns `users` for a topic that has the right end, but no users', () => {
    read([2, 1]);
    expect(verdict()).toBe('users');
  });

  it('does not compare users after the end offsets, because later records can lift suppressions', () => {
    read([3, 1]);
    expect(verdict()).toBe('complete');
  });

  it('returns `records` for a topic that lost its last records', () => {
    read([2, 0]);
    know('u1', 'u2');
    expect(verdict()).toBe('records');
  });

  it('returns `records` for a topic that lost its first records, even after new records', () => {
    current.record = { ...record, startOffsets: [0, 0] };
    const progress = { position: 3, lastStableOffset: 3, end: 3, requestedAt: 0 };
    replica.noteProgress(0, { ...progress, start: 2 }, 0);
    replica.noteProgress(1, { ...progress, start: 0 }, 0);
    expect(verdict()).toBe('records');
    current.record = { ...record, startOffsets: [2, 0] };
    expect(verdict()).toBe('complete');
  });

  it('stops waiting for records that an open transaction hides for too long', () => {
    read([2, 0], [2, 1]);
    const completeness = new Completeness(records, false);
    expect(completeness.of(replica, 99)).toBe('records');
    expect(completeness.of(replica, 100)).toBe('unconfirmed');
  });

  it('returns `topic` if the relay published to an earlier topic with this name', () => {
    replica = new Replica(
      { ...TOPIC, topicId: 'b'.repeat(32) },
      { openTransactionWaitMs: 0, now: 0 },
    );
    read([9, 9]);
    expect(verdict()).toBe('topic');
  });

  it('returns `record` for a missing relay record, or `unknown` if it is optional', () => {
    current.record = undefined;
    read([9, 9]);
    expect([verdict(false), verdict(true)]).toEqual(['record', 'unknown']);
    current.isSettled = false;
    expect(verdict(true)).toBe('unconfirmed');
  });

  it('compares an optional relay record if it exists', () => {
    read([2, 1]);
    expect(verdict(true)).toBe('users');
  });

  it('does not use a relay record that the relay may have withdrawn', () => {
    read([2, 1]);
    know('u1', 'u2');
    const completeness = new Completeness(records, false);
    current.asOf = 10;
    expect(completeness.of(replica, 10)).toBe('unconfirmed');
    current.record = undefined;
    current.asOf = 20;
    expect(completeness.of(replica, 20)).toBe('record');
  });
});
