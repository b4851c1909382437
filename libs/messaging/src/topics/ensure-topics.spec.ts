import { KafkaJSProtocolError } from '@lethe/testing/kafka';
import type { TopicAdmin } from '../kafkajs/topic-admin.js';
import { ensurePlannedTopics, TopicLayoutError } from './ensure-topics.js';
import type { PlannedTopic } from './plan-topics.js';

const compacted: PlannedTopic = {
  name: 'states',
  partitions: 12,
  config: { 'cleanup.policy': 'compact' },
};

interface Broker {
  topics: Record<string, { partitions: number; policy: string }>;
  replicas: number;
  refuses: readonly (keyof TopicAdmin)[];
}

/**
 * Returns the admin client of an in-memory broker. The broker denies the requests in `refuses`, as
 * Kafka does if the client lacks a permission.
 */
function fakeAdmin(broker: Partial<Broker>) {
  const { topics = {}, replicas = 1, refuses = [] } = broker;
  const created: unknown[] = [];
  const answer = <T>(name: keyof TopicAdmin, value: T): Promise<T> => {
    if (!refuses.includes(name)) return Promise.resolve(value);
    const refusal = { type: 'TOPIC_AUTHORIZATION_FAILED', code: 29, retriable: false };
    return Promise.reject(new KafkaJSProtocolError(Object.assign(new Error('no'), refusal)));
  };
  const admin = {
    listTopics: () => answer('listTopics', Object.keys(topics)),
    createTopics: ({ topics: requested }: { topics: { topic: string }[] }) =>
      answer('createTopics', true).then((done) => {
        created.push(...requested);
        for (const { topic } of requested) topics[topic] = { partitions: 12, policy: 'compact' };
        return done;
      }),
    describeCluster: () => answer('describeCluster', { controller: 1, brokers: [] }),
    describeConfigs: ({ resources: [requested] }: { resources: { name: string }[] }) =>
      answer('describeConfigs', {
        resources: [
          {
            configEntries: [
              { configName: 'cleanup.policy', configValue: topics[requested?.name ?? '']?.policy },
              { configName: 'default.replication.factor', configValue: String(replicas) },
            ],
          },
        ],
      }),
    fetchTopicMetadata: () =>
      answer('fetchTopicMetadata', {
        topics: Object.entries(topics).map(([name, { partitions }]) => ({
          name,
          partitions: Array.from({ length: partitions }, () => ({ leader: 1 })),
        })),
      }),
  };
  return { admin: admin as unknown as TopicAdmin, created };
}

describe('ensurePlannedTopics', () => {
  it('creates missing topics with the default replication of the broker', async () => {
    const { admin, created } = fakeAdmin({ replicas: 3 });
    const report = await ensurePlannedTopics(admin, [compacted]);
    expect(report).toEqual({ created: ['states'], existing: [], warnings: [] });
    expect(JSON.stringify(created)).toContain('min.insync.replicas');
  });

  it('does not change existing topics', async () => {
    const { admin, created } = fakeAdmin({
      topics: { states: { partitions: 12, policy: 'compact' } },
    });
    const report = await ensurePlannedTopics(admin, [compacted]);
    expect(report).toEqual({ created: [], existing: ['states'], warnings: [] });
    expect(created).toEqual([]);
  });

  it('warns about a different number of partitions', async () => {
    const { admin } = fakeAdmin({ topics: { states: { partitions: 3, policy: 'compact' } } });
    const { warnings } = await ensurePlannedTopics(admin, [compacted]);
    expect(warnings).toEqual(['Topic states has 3 partitions, not 12.']);
  });

  it.each(['delete', 'compact,delete'])('rejects the cleanup policy %s', async (policy) => {
    const { admin } = fakeAdmin({ topics: { states: { partitions: 12, policy } } });
    await expect(ensurePlannedTopics(admin, [compacted])).rejects.toThrow(TopicLayoutError);
  });

  it('warns if it lacks the permission to create topics', async () => {
    const { admin } = fakeAdmin({ refuses: ['createTopics'] });
    const report = await ensurePlannedTopics(admin, [compacted]);
    expect(report.created).toEqual([]);
    expect(report.warnings).toEqual([
      'Topic states is missing and could not be created: TOPIC_AUTHORIZATION_FAILED',
    ]);
  });

  it('warns if it lacks the permission to describe topics', async () => {
    const { admin } = fakeAdmin({
      topics: { states: { partitions: 12, policy: 'compact' } },
      refuses: ['describeConfigs', 'fetchTopicMetadata'],
    });
    const { warnings } = await ensurePlannedTopics(admin, [compacted]);
    expect(warnings).toHaveLength(2);
  });

  it('creates topics even if the default replication is unknown', async () => {
    const { admin, created } = fakeAdmin({ refuses: ['describeCluster'] });
    await expect(ensurePlannedTopics(admin, [compacted])).resolves.toMatchObject({ warnings: [] });
    expect(JSON.stringify(created)).not.toContain('min.insync.replicas');
  });

  it('fails while Kafka is unreachable', async () => {
    const { admin } = fakeAdmin({});
    admin.createTopics = () => Promise.reject(new Error('connect ECONNREFUSED'));
    await expect(ensurePlannedTopics(admin, [compacted])).rejects.toThrow('ECONNREFUSED');
  });
});
