import { TOPICS } from '@lethe/contracts';
import { creationRequest, planTopics } from './plan-topics.js';

const DAY = 24 * 3_600_000;

describe('planTopics', () => {
  it('puts the prefix in front of all names', () => {
    const names = planTopics('lethe.', [TOPICS.lifecycle]).map(({ name }) => name);
    expect(names).toEqual(['lethe.regulation.lifecycle.v1', 'lethe.regulation.lifecycle.v1.dlq']);
  });

  it('keeps dead letters as long as the records of their topic', () => {
    const [, deadLetters] = planTopics('', [TOPICS.lifecycle]);
    expect(deadLetters).toMatchObject({
      partitions: 12,
      config: { 'cleanup.policy': 'delete', 'retention.ms': String(30 * DAY) },
    });
  });

  it('keeps dead letters of a compacted topic for seven days, without compaction', () => {
    const [, deadLetters] = planTopics('', [TOPICS.suppressions]);
    expect(deadLetters?.config).toEqual({
      'cleanup.policy': 'delete',
      'retention.ms': String(7 * DAY),
    });
  });

  it('plans no dead-letter topic if the definition has none', () => {
    expect(planTopics('', [{ ...TOPICS.lifecycle, deadLetters: false }])).toHaveLength(1);
  });
});

describe('creationRequest', () => {
  const topic = { name: 't', partitions: 12, config: { 'cleanup.policy': 'delete' } };
  const names = (replicas: number | undefined) =>
    creationRequest(topic, replicas).configEntries?.map(({ name }) => name);

  it('uses the default replication of the broker', () => {
    expect(creationRequest(topic, 3)).toMatchObject({ numPartitions: 12, replicationFactor: -1 });
  });

  it('requires two in-sync replicas if there are three replicas', () => {
    expect(names(3)).toContain('min.insync.replicas');
  });

  it.each([1, 2, undefined])('does not require 2 in-sync replicas with %s replicas', (replicas) => {
    expect(names(replicas)).not.toContain('min.insync.replicas');
  });
});
