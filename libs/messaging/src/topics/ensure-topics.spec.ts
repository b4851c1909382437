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

/** A broker in memory. Refuses what it was told to as Kafka does for lack of rights. */
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
    createTopics: ({ topics: asked }: { topics: { topic: string }[] }) =>
      answer('createTopics', true).then((done) => {
        created.push(...asked);
        for (const { topic } of asked) topics[topic] = { partitions: 12, policy: 'compact' };
        return done;
      }),
    describeCluster: () => answer('describeCluster', { controller: 1, brokers: [] }),
    describeConfigs: ({ resources: [asked] }: { resources: { name: string }[] }) =>
      answer('describeConfigs', {
        resources: [
          {
            configEntries: [
              { configName: 'cleanup.policy', configValue: topics[asked?.name ?? '']?.policy },
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
  it('creates what is missing, for as many replicas as the broker makes by default', async () => {
    const { admin, created } = fakeAdmin({ replicas: 3 });
    const report = await ensurePlannedTopics(admin, [compacted]);
    expect(report).toEqual({ created: ['states'], existing: [], warnings: [] });
    expect(JSON.stringify(created)).toContain('min.insync.replicas');
  });

  it('leaves alone what is there', async () => {
    const { admin, created } = fakeAdmin({
      topics: { states: { partitions: 12, policy: 'compact' } },
    });
    const report = await ensurePlannedTopics(admin, [compacted]);
    expect(report).toEqual({ created: [], existing: ['states'], warnings: [] });
    expect(created).toEqual([]);
  });

  it('warns of another number of partitions', async () => {
    const { admin } = fakeAdmin({ topics: { states: { partitions: 3, policy: 'compact' } } });
    const { warnings } = await ensurePlannedTopics(admin, [compacted]);
    expect(warnings).toEqual(['Topic states has 3 partitions, not 12.']);
  });

  it.each(['delete', 'compact,delete'])('refuses a state topic with %s', async (policy) => {
    const { admin } = fakeAdmin({ topics: { states: { partitions: 12, policy } } });
    await expect(ensurePlannedTopics(admin, [compacted])).rejects.toThrow(TopicLayoutError);
  });

  it('warns when it may not create topics', async () => {
    const { admin } = fakeAdmin({ refuses: ['createTopics'] });
    const report = await ensurePlannedTopics(admin, [compacted]);
    expect(report.created).toEqual([]);
    expect(report.warnings).toEqual([
      'Topic states is missing and could not be created: TOPIC_AUTHORIZATION_FAILED',
    ]);
  });

  it('warns when it may not look at them', async () => {
    const { admin } = fakeAdmin({
      topics: { states: { partitions: 12, policy: 'compact' } },
      refuses: ['describeConfigs', 'fetchTopicMetadata'],
    });
    const { warnings } = await ensurePlannedTopics(admin, [compacted]);
    expect(warnings).toHaveLength(2);
  });

  it('creates without knowing the replication', async () => {
    const { admin, created } = fakeAdmin({ refuses: ['describeCluster'] });
    await expect(ensurePlannedTopics(admin, [compacted])).resolves.toMatchObject({ warnings: [] });
    expect(JSON.stringify(created)).not.toContain('min.insync.replicas');
  });

  it('fails when Kafka is gone', async () => {
    const { admin } = fakeAdmin({});
    admin.createTopics = () => Promise.reject(new Error('connect ECONNREFUSED'));
    await expect(ensurePlannedTopics(admin, [compacted])).rejects.toThrow('ECONNREFUSED');
  });
});
