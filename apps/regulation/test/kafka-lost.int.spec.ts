import { TOPICS, topicName } from '@lethe/contracts';
import type { DatabaseConnection } from '@lethe/database';
import { describeWithKafka, useTestKafka, waitFor } from '@lethe/testing';
import { collectRecords, ConfigResourceTypes, kafkajsOf, type Admin } from '@lethe/testing/kafka';
import { readPosition } from '../src/relay/position/relay-position.js';
import { delayingPublisher } from './blocked-stub.js';
import { RelayOnKafka } from './relay-on-kafka.js';

describeWithKafka('the relay, after its topics were lost or replaced', () => {
  const server = useTestKafka();
  let relay: RelayOnKafka;

  beforeEach(async () => {
    relay = await RelayOnKafka.make(server.brokers);
  });
  afterEach(() => relay.close());

  async function withAdmin(work: (admin: Admin) => Promise<unknown>) {
    const admin = kafkajsOf(relay.kafka).admin();
    await admin.connect();
    try {
      await work(admin);
    } finally {
      await admin.disconnect();
    }
  }
  const deleteTopic = (topic = relay.states) =>
    withAdmin(async (admin) => {
      await admin.deleteTopics({ topics: [topic] });
      await waitFor(async () => !(await admin.listTopics()).includes(topic));
    });
  const emptyTopic = () =>
    withAdmin(async (admin) => {
      const setPolicy = (value: string) => {
        const configEntries = [{ name: 'cleanup.policy', value }];
        const resource = { type: ConfigResourceTypes.TOPIC, name: relay.states, configEntries };
        return admin.alterConfigs({ validateOnly: false, resources: [resource] });
      };
      const offsets = await admin.fetchTopicOffsets(relay.states);
      const partitions = offsets.map(({ partition, high }) => ({ partition, offset: high }));
      await setPolicy('delete'); // Kafka refuses to delete records of a compacted topic
      await waitFor(async () => {
        await admin.deleteTopicRecords({ topic: relay.states, partitions });
        return true;
      });
      await setPolicy('compact');
    });

  it('publishes on Kafka the states that were published only inside a process', async () => {
    relay.startInProcess();
    await relay.create('u1', 'u2');
    await relay.told(2);
    await relay.stop();
    relay.start();
    await relay.statesOnTopic(2);
  });

  it('publishes everything again to an emptied topic, and to a recreated topic', async () => {
    relay.start();
    await relay.create('u1', 'u2');
    await relay.told(2);
    await relay.stop();
    await emptyTopic();
    relay.start();
    await relay.statesOnTopic(2);
    await relay.told(2);
    await relay.stop();
    await deleteTopic();
    relay.start();
    await relay.statesOnTopic(2);
  });

  it('detects an emptied or recreated topic while it is idle', async () => {
    relay.start();
    await relay.create('u1', 'u2');
    await relay.told(2);
    await relay.recordThat(({ liveKeys }) => liveKeys === 2);
    await emptyTopic();
    await relay.statesOnTopic(2);
    const { topicId } = await relay.recordThat(({ liveKeys }) => liveKeys === 2);
    await deleteTopic();
    await relay.recordThat((record) => record.liveKeys === 2 && record.topicId !== topicId);
    expect(await relay.usersOnTopic()).toEqual(['u1', 'u2']);
  });

  it('publishes a relay record, and does not publish existing states again', async () => {
    relay.start();
    await relay.create('u1', 'u2');
    await relay.told(2);
    const record = await relay.recordThat(({ liveKeys }) => liveKeys === 2);
    expect(record.endOffsets).toHaveLength(12);
    await relay.stop();
    relay.start();
    await relay.create('u3');
    await relay.recordThat(({ liveKeys }) => liveKeys === 3);
    expect(await relay.usersOnTopic()).toEqual(['u1', 'u2', 'u3']);
  });

  it('removes its relay record until everything is published again', async () => {
    relay.start();
    await relay.create('u1', 'u2');
    await relay.told(2);
    await relay.recordThat(({ liveKeys }) => liveKeys === 2);
    await relay.stop();
    await deleteTopic();
    let go: () => void = () => undefined;
    const gate = new Promise<void>((resolve) => (go = resolve));
    await new Promise<void>((resolve) => {
      relay.start({ around: (publisher) => delayingPublisher(publisher, resolve, gate) });
    });
    const records = await collectRecords(
      server.brokers,
      topicName(relay.prefix, TOPICS.relay),
    ).finally(go);
    expect(records.at(-1)).toMatchObject({ value: null });
    await relay.recordThat(({ liveKeys }) => liveKeys === 2);
  });

  it('publishes a relay record as soon as its topic exists, and after the topic is recreated', async () => {
    await deleteTopic(topicName(relay.prefix, TOPICS.relay));
    relay.start({ withoutTopics: true });
    await relay.create('u1', 'u2');
    await relay.told(2);
    await relay.createTopics();
    await relay.recordThat(({ liveKeys }) => liveKeys === 2);
    await deleteTopic(topicName(relay.prefix, TOPICS.relay));
    await relay.createTopics();
    await relay.recordThat(({ liveKeys }) => liveKeys === 2);
    expect(await relay.usersOnTopic()).toEqual(['u1', 'u2']);
  });

  it('continues after a topic of facts was deleted', async () => {
    relay.start();
    await relay.create('u1');
    await relay.told(1);
    await deleteTopic(topicName(relay.prefix, TOPICS.lifecycle));
    await relay.create('u2');
    await relay.told(2);
    const facts = await collectRecords(server.brokers, topicName(relay.prefix, TOPICS.lifecycle));
    expect(facts).toHaveLength(1);
  });

  it('publishes everything again after a crash at any step', async () => {
    relay.start();
    await relay.create('u1', 'u2');
    await relay.told(2);
    const steps = Array.from({ length: 6 }, (_, step) => [
      `before ${step}`,
      `after ${step}`,
    ]).flat();
    for (const [turn, crash] of steps.entries()) {
      await relay.stop();
      await relay.query(
        `update regulation.relay_positions set is_told = true, cluster_id = 'lost'`,
      );
      relay.start({ database: failingOnce(relay.service.database, crash) });
      await waitFor(async () => {
        const { position, topic } = await readPosition(relay.query);
        return position === '2' && topic?.clusterId !== 'lost';
      });
      expect((await relay.usersOnTopic()).length).toBeGreaterThanOrEqual(2 * (turn + 2));
      expect(
        (await readPosition(relay.query)).isComplete && (await relay.newestRecord()) === undefined,
      ).toBe(false);
    }
  });
});

/**
 * Returns a database on which one statement fails once, before or after it runs. `crash` selects
 * the statement.
 */
function failingOnce(database: DatabaseConnection, crash: string): DatabaseConnection {
  let step = 0;
  const query: DatabaseConnection['query'] = async (sql, parameters) => {
    const current = step;
    step += 1;
    if (crash === `before ${current}`) throw new Error(crash);
    const rows = await database.query(sql, parameters);
    if (crash === `after ${current}`) throw new Error(crash);
    return rows as never;
  };
  return Object.assign(Object.create(database) as DatabaseConnection, { query });
}
