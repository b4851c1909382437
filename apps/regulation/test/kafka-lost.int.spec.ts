import { relayRecordSchema, TOPICS, topicName, type RelayRecord } from '@lethe/contracts';
import type { DatabaseConnection } from '@lethe/database';
import {
  collectRecords,
  createKafka,
  ensureTopics,
  InProcessBroker,
  TransactionalPublisher,
  type KafkaClient,
} from '@lethe/messaging';
import { createLogger } from '@lethe/observability';
import kafkajs from 'kafkajs';
import {
  describeWithKafka,
  PATIENT_CLIENT,
  uniquePrefix,
  useTestKafka,
  waitFor,
} from '@lethe/testing';
import { createRegulationCore, type RegulationCore } from '../src/regulation-core.js';
import { readPosition } from '../src/relay/relay-position.js';
import { contextOf, newTestService, suppress, type TestService } from './test-service.js';

// Of a CommonJS package only some exports can be imported by name.
const { ConfigResourceTypes } = kafkajs;

describeWithKafka('the relay, when Kafka is another one than it was', () => {
  const server = useTestKafka();
  let service: TestService;
  let kafka: KafkaClient;
  let prefix: string;
  let states: string;
  const running: RegulationCore[] = [];

  beforeEach(async () => {
    kafka = createKafka({
      brokers: server.brokers.split(','),
      clientId: 'test',
      ...PATIENT_CLIENT,
    });
    prefix = uniquePrefix();
    service = await newTestService(prefix);
    states = topicName(prefix, TOPICS.suppressions);
    await createTopics();
  });
  afterEach(async () => {
    await stop();
    await service.close();
  });

  const definitions = [TOPICS.suppressions, TOPICS.relay, TOPICS.lifecycle, TOPICS.revocations];
  const createTopics = () => ensureTopics(kafka, { prefix, definitions });
  const query: TestService['database']['query'] = (sql, parameters) =>
    service.database.query(sql, parameters);

  function start(
    where: 'kafka' | 'in process',
    database: DatabaseConnection = service.database,
    topics: { readonly createTopics?: () => Promise<unknown> } = { createTopics },
  ): RegulationCore {
    const id = { transactionalId: `${prefix}relay`, deadlineMs: 60_000 };
    const place =
      where === 'kafka'
        ? {
            publisher: new TransactionalPublisher(kafka, id),
            kafka,
            ...topics,
          }
        : { publisher: new InProcessBroker().publisher() };
    const core = createRegulationCore({
      databases: {
        ...{ commands: database, reads: database, relay: database },
        readsOfWorkspace: 1,
      },
      sessionUrl: service.url,
      topicPrefix: prefix,
      logger: createLogger('test', 'fatal'),
      ...place,
    });
    core.start();
    running.push(core);
    return core;
  }
  async function stop(): Promise<void> {
    await Promise.all(running.splice(0).map((core) => core.stop()));
  }

  async function create(...users: string[]): Promise<void> {
    const request = suppress(...users);
    await service.regulations.create({ context: contextOf(), request, wantRecords: false });
  }
  /** Waits until all of some number of changes are told. */
  async function told(position: number): Promise<void> {
    await waitFor(async () => (await readPosition(query)).position === String(position));
  }
  async function usersOnTopic(): Promise<string[]> {
    const records = await collectRecords(server.brokers, states);
    return records.map(({ key }) => String(key).replace('ws_a:', '')).sort();
  }
  /** The newest record of the relay; undefined when it took it back, or when there is none yet. */
  async function newestRecord(): Promise<RelayRecord | undefined> {
    const records = await collectRecords(server.brokers, topicName(prefix, TOPICS.relay));
    const value = records.at(-1)?.value ?? null;
    return value === null ? undefined : relayRecordSchema.parse(JSON.parse(value.toString()));
  }
  const recordThat = (isRight: (record: RelayRecord) => boolean) =>
    waitFor(
      async () => {
        const record = await newestRecord();
        return record !== undefined && isRight(record) ? record : undefined;
      },
      { message: 'a record of the relay' },
    );
  async function withAdmin(work: (admin: ReturnType<KafkaClient['admin']>) => Promise<unknown>) {
    const admin = kafka.admin();
    await admin.connect();
    await work(admin).finally(() => admin.disconnect());
  }
  const deleteTopic = (topic = states) =>
    withAdmin(async (admin) => {
      await admin.deleteTopics({ topics: [topic] });
      await waitFor(async () => !(await admin.listTopics()).includes(topic));
    });
  const emptyTopic = () =>
    withAdmin(async (admin) => {
      const setPolicy = (value: string) => {
        const configEntries = [{ name: 'cleanup.policy', value }];
        const resource = { type: ConfigResourceTypes.TOPIC, name: states, configEntries };
        return admin.alterConfigs({ validateOnly: false, resources: [resource] });
      };
      const offsets = await admin.fetchTopicOffsets(states);
      const partitions = offsets.map(({ partition, high }) => ({ partition, offset: high }));
      await setPolicy('delete'); // Kafka refuses to delete what is only compacted
      await waitFor(async () => {
        await admin.deleteTopicRecords({ topic: states, partitions });
        return true;
      });
      await setPolicy('compact');
    });

  it('tells everything that was told inside of a process', async () => {
    start('in process');
    await create('u1', 'u2');
    await told(2);
    await stop();
    start('kafka');
    await waitFor(async () => (await usersOnTopic()).length === 2);
  });

  it('tells again what was on a topic that was emptied, and on one that was made anew', async () => {
    start('kafka');
    await create('u1', 'u2');
    await told(2);
    await stop();
    await emptyTopic();
    start('kafka');
    await waitFor(async () => (await usersOnTopic()).length === 2);
    await told(2);
    await stop();
    await deleteTopic();
    start('kafka');
    await waitFor(async () => (await usersOnTopic()).length === 2);
  });

  it('notices that the topic was emptied, or is another one, while it has nothing to do', async () => {
    start('kafka');
    await create('u1', 'u2');
    await told(2);
    await recordThat(({ liveKeys }) => liveKeys === 2);
    await emptyTopic();
    await waitFor(async () => (await usersOnTopic()).length === 2);
    const { topicId } = await recordThat(({ liveKeys }) => liveKeys === 2);
    await deleteTopic();
    await recordThat((record) => record.liveKeys === 2 && record.topicId !== topicId);
    expect(await usersOnTopic()).toEqual(['u1', 'u2']);
  });

  it('says how much there is to know, and tells nothing again that is still there', async () => {
    start('kafka');
    await create('u1', 'u2');
    await told(2);
    const record = await recordThat(({ liveKeys }) => liveKeys === 2);
    expect(record.endOffsets).toHaveLength(12);
    await stop();
    start('kafka');
    await create('u3');
    await recordThat(({ liveKeys }) => liveKeys === 3);
    expect(await usersOnTopic()).toEqual(['u1', 'u2', 'u3']);
  });

  it('says how much there is to know as soon as there is a topic for that, and on each that comes', async () => {
    await deleteTopic(topicName(prefix, TOPICS.relay));
    start('kafka', service.database, {});
    await create('u1', 'u2');
    await told(2);
    await createTopics();
    await recordThat(({ liveKeys }) => liveKeys === 2);
    await deleteTopic(topicName(prefix, TOPICS.relay));
    await createTopics();
    await recordThat(({ liveKeys }) => liveKeys === 2);
    expect(await usersOnTopic()).toEqual(['u1', 'u2']);
  });

  it('goes on when a topic of facts is gone', async () => {
    start('kafka');
    await create('u1');
    await told(1);
    await deleteTopic(topicName(prefix, TOPICS.lifecycle));
    await create('u2');
    await told(2);
    const facts = await collectRecords(server.brokers, topicName(prefix, TOPICS.lifecycle));
    expect(facts).toHaveLength(1);
  });

  it('loses no decision, whichever step is the last of a process', async () => {
    start('kafka');
    await create('u1', 'u2');
    await told(2);
    const steps = Array.from({ length: 6 }, (_, step) => [
      `before ${step}`,
      `after ${step}`,
    ]).flat();
    for (const [turn, crash] of steps.entries()) {
      await stop();
      await query(`update regulation.relay_positions set is_told = true, cluster_id = 'lost'`);
      start('kafka', failingOnce(service.database, crash));
      await waitFor(async () => {
        const { position, place } = await readPosition(query);
        return position === '2' && place?.clusterId !== 'lost';
      });
      expect((await usersOnTopic()).length).toBeGreaterThanOrEqual(2 * (turn + 2));
      expect((await readPosition(query)).isTold && (await newestRecord()) === undefined).toBe(
        false,
      );
    }
  });
});

/** A database of which one statement fails, once: before it is carried out, or after that. */
function failingOnce(database: DatabaseConnection, crash: string): DatabaseConnection {
  let step = 0;
  const query: DatabaseConnection['query'] = async (sql, parameters) => {
    const present = step;
    step += 1;
    if (crash === `before ${present}`) throw new Error(crash);
    const rows = await database.query(sql, parameters);
    if (crash === `after ${present}`) throw new Error(crash);
    return rows as never;
  };
  return Object.assign(Object.create(database) as DatabaseConnection, { query });
}
