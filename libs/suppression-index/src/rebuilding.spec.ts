import type { Verdict } from './completeness.js';
import { LaggingMetadataError } from './lagging-metadata-error.js';
import { Rebuilding, type RestartReason } from './rebuilding.js';
import type { Lack } from './find-lack.js';

const topic = (topicId = 't1', partitions = [0]) => ({ clusterId: 'c', topicId, partitions });
const MAX_AWAY_MS = 1_000;

describe('Rebuilding', () => {
  let restarts: RestartReason[];
  let replication: Rebuilding;
  let served: number;
  let verdict: Verdict;
  let lacks: Lack[];

  beforeEach(() => {
    restarts = [];
    served = 0;
    verdict = 'unknown';
    lacks = [];
    replication = new Rebuilding({
      openTransactionWaitMs: 100,
      keepReplacedMs: 500,
      judge: () => verdict,
      onLack: (lack) => lacks.push(lack),
      onRestart: (reason) => restarts.push(reason),
      onServing: () => (served += 1),
    });
  });

  const LONG_AGO = -1_000_000;
  const set = (userId: string, isSuppressed: boolean, timestamp = LONG_AGO): void => {
    const state = isSuppressed ? { allSources: true, sourceIds: [] } : undefined;
    replication.apply({ workspaceId: 'ws', userId, state }, timestamp);
  };
  const read = (position: number, end: number, now: number): void => {
    replication.noteProgress(0, { position, lastStableOffset: end, end, requestedAt: now }, now);
  };
  const isSuppressed = (userId: string): boolean | undefined =>
    replication.serving?.table.isSuppressed('ws', userId, 's');

  /** Lets a replica catch up at time 0. It then knows that the user `old` is suppressed. */
  function caughtUp(): void {
    replication.begin(topic(), MAX_AWAY_MS, 0);
    set('old', true);
    read(1, 1, 0);
  }

  it('answers no query before it has caught up', () => {
    replication.begin(topic(), MAX_AWAY_MS, 0);
    read(0, 1, 0);
    expect(replication.serving).toBeUndefined();
    set('old', true);
    read(1, 1, 0);
    expect([isSuppressed('old'), served]).toEqual([true, 1]);
  });

  it('resumes at its position after an outage', () => {
    caughtUp();
    const replica = replication.begin(topic(), MAX_AWAY_MS, 1_000);
    expect([replica, restarts]).toEqual([replication.serving, []]);
    expect(replica.positions).toEqual(new Map([[0, 1]]));
  });

  it.each<[RestartReason, () => unknown]>([
    ['away-too-long', () => replication.begin(topic(), MAX_AWAY_MS, 1_001)],
    ['partitions-changed', () => replication.begin(topic('t1', [0, 1]), MAX_AWAY_MS, 1)],
    [
      'position-lost',
      () => {
        replication.losePosition();
        return replication.begin(topic(), MAX_AWAY_MS, 1);
      },
    ],
  ])('answers from the old state while it reads again because of %s', (reason, begin) => {
    caughtUp();
    begin();
    expect([restarts, replication.isRebuilding]).toEqual([[reason], true]);
    set('new', true);
    read(0, 2, 2_000);
    expect([isSuppressed('old'), isSuppressed('new')]).toEqual([true, false]);
    read(2, 2, 2_000);
    if (reason === 'partitions-changed') {
      replication.noteProgress(
        1,
        { position: 0, lastStableOffset: 0, end: 0, requestedAt: 2_000 },
        2_000,
      );
    }
    expect([isSuppressed('old'), isSuppressed('new'), served]).toEqual([false, true, 2]);
    expect(replication.isRebuilding).toBe(false);
  });

  it('reads the topic again only once after its position no longer exists', () => {
    caughtUp();
    replication.losePosition();
    replication.begin(topic(), MAX_AWAY_MS, 1);
    replication.begin(topic(), MAX_AWAY_MS, 2);
    expect(restarts).toEqual(['position-lost']);
  });

  it('keeps the state of a replaced topic for keepReplacedMs, with the changes on the new topic', () => {
    caughtUp();
    replication.begin(topic('t2'), MAX_AWAY_MS, 100);
    expect(restarts).toEqual(['topic-replaced']);
    set('new', true);
    read(1, 1, 599);
    expect([isSuppressed('old'), isSuppressed('new'), served]).toEqual([true, true, 1]);
    set('new', false);
    expect(isSuppressed('new')).toBe(false);
    read(1, 1, 600);
    expect([isSuppressed('old'), replication.isRebuilding, served]).toEqual([false, false, 2]);
  });

  it('answers no query before it is complete', () => {
    verdict = 'users';
    caughtUp();
    read(1, 1, 10);
    expect([replication.serving, lacks]).toEqual([undefined, ['users']]);
    verdict = 'unconfirmed';
    read(1, 1, 20);
    expect(replication.serving).toBeUndefined();
    verdict = 'complete';
    read(1, 1, 30);
    expect([isSuppressed('old'), served]).toEqual([true, 1]);
  });

  it('keeps the state of a replaced topic until the new topic is complete', () => {
    caughtUp();
    verdict = 'record';
    replication.begin(topic('t2'), MAX_AWAY_MS, 100);
    read(1, 1, 10_000);
    expect([isSuppressed('old'), lacks]).toEqual([true, ['record']]);
    verdict = 'complete';
    read(1, 1, 10_001);
    expect([isSuppressed('old'), served]).toEqual([false, 2]);
  });

  it('applies only new changes to the old state during a rebuild', () => {
    caughtUp();
    replication.losePosition();
    replication.begin(topic(), MAX_AWAY_MS, 1_000);
    verdict = 'record';
    set('older', true);
    set('new', true, 1_000);
    read(2, 2, 1_001);
    expect([isSuppressed('older'), isSuppressed('new')]).toEqual([false, true]);
  });

  it('does not treat an unknown topic id as a different id', () => {
    caughtUp();
    replication.begin({ ...topic(), topicId: undefined }, MAX_AWAY_MS, 1);
    expect(restarts).toEqual([]);
  });

  it('keeps its state when a lagging broker reports fewer partitions', () => {
    replication.begin(topic('t1', [0, 1]), MAX_AWAY_MS, 0);
    set('old', true);
    for (const partition of [0, 1]) {
      const progress = { position: 1, lastStableOffset: 1, end: 1, requestedAt: 0 };
      replication.noteProgress(partition, progress, 0);
    }
    const before = replication.serving;
    expect(() => replication.begin(topic('t1', [0]), MAX_AWAY_MS, 1)).toThrow(LaggingMetadataError);
    expect(replication.begin(topic('t1', [0, 1]), MAX_AWAY_MS, 2)).toBe(before);
    expect(restarts).toEqual([]);
    // A recreated topic can have fewer partitions.
    replication.begin(topic('t2', [0]), MAX_AWAY_MS, 3);
    expect(restarts).toEqual(['topic-replaced']);
  });

  it('detects an outage of one partition while other partitions are read', () => {
    replication.begin(topic('t1', [0, 1]), MAX_AWAY_MS, 0);
    read(0, 0, 5_000);
    replication.begin(topic('t1', [0, 1]), MAX_AWAY_MS, 5_000);
    expect(restarts).toEqual(['away-too-long']);
  });

  it('reads the topic again if a partition was not read to its end for too long', () => {
    caughtUp();
    read(2, 9, 5_000); // for example, an unreadable batch follows
    replication.begin(topic(), MAX_AWAY_MS, 5_000);
    expect(restarts).toEqual(['away-too-long']);
  });
});
