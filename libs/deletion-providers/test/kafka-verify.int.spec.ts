import { createGuardedDialer } from '@lethe/egress';
import { createKafka, waitForLeaders } from '@lethe/messaging';
import { describeWithKafka, PATIENT_CLIENT, uniquePrefix, useTestKafka } from '@lethe/testing';
import { kafkajsOf, type Admin } from '@lethe/testing/kafka';
import { createKafkaDeletion } from '../src/kafka/create-kafka-deletion.js';
import { deletionInput, numbered } from './deletion-input.js';

const provider = createKafkaDeletion({ dialer: createGuardedDialer({ allow: ['127.0.0.1'] }) });
const matching = (text: RegExp) => expect.stringMatching(text) as string;

describeWithKafka('the verification at Kafka', () => {
  const kafka = useTestKafka();
  const topic = `${uniquePrefix()}verified`;
  const client = () =>
    kafkajsOf(createKafka({ brokers: [kafka.brokers], clientId: 'test', ...PATIENT_CLIENT }));
  let admin: Admin;
  let config: { hostName: string; port: string; topic: string };

  beforeAll(async () => {
    const [hostName, port] = kafka.brokers.split(':') as [string, string];
    config = { hostName, port, topic };
    admin = client().admin();
    await admin.connect();
    const configEntries = [{ name: 'cleanup.policy', value: 'compact' }];
    await admin.createTopics({
      topics: [
        { topic, numPartitions: 3, configEntries },
        { topic: `${topic}-retained`, numPartitions: 1 },
      ],
      waitForLeaders: false,
    });
    await waitForLeaders(admin, [topic, `${topic}-retained`]);
  });
  afterAll(() => admin.disconnect());

  it('finds one key that was written again, in 20 of 20 rounds, and writes nothing', async () => {
    const producer = client().producer();
    await producer.connect();
    const ids = numbered(20);
    const verify = () => provider.verify!(deletionInput(config, ids));
    for (const [index, id] of ids.entries()) {
      const partition = index % 3;
      await producer.send({ topic, messages: ids.map((key) => ({ key, value: 'x', partition })) });
      await provider.delete(deletionInput(config, ids));
      const before = await admin.fetchTopicOffsets(topic);
      const records = before.reduce((sum, { offset }) => sum + Number(offset), 0);
      const absent = await verify();
      expect(absent).toEqual({
        status: 'verified',
        record: {
          method: `newest record of each key in ${topic}`,
          counts: { users: 20, topics: 1, partitions: 3, records: expect.any(Number) as number },
        },
      });
      expect(await admin.fetchTopicOffsets(topic)).toEqual(before);
      if (absent.status === 'verified') {
        expect(absent.record.counts!.records).toBeLessThanOrEqual(records);
      }
      const other = { key: 'other', value: 'x', partition };
      await producer.send({ topic, messages: [{ key: id, value: 'back', partition }, other] });
      expect(await verify()).toMatchObject({
        found: [{ regulationId: `regulation-${index}`, count: 1 }],
      });
    }
    await producer.disconnect();
  });

  it('waits for an open transaction, and never takes it for absence', async () => {
    const impatient = createKafkaDeletion({
      dialer: createGuardedDialer({ allow: ['127.0.0.1'] }),
      openTransactionsMs: 500,
    });
    const ids = ['open', 'seen', 'deleted'];
    const producer = client().producer({ transactionalId: topic, idempotent: true });
    await producer.connect();
    const write = (key: string, partition: number, value: string | null = 'x') =>
      producer.send({ topic, messages: [{ key, value, partition }] });
    await write('seen', 0);
    await write('deleted', 1);
    const transaction = await producer.transaction();
    await transaction.send({ topic, messages: [{ key: 'open', value: 'x', partition: 1 }] });
    // This tombstone is behind the open transaction, so it cannot be seen.
    const plain = client().producer();
    await plain.connect();
    const tombstone = { key: 'deleted', value: null, partition: 1 };
    await plain.send({ topic, messages: [tombstone] });
    const delayed = { status: 'delayed', cause: 'conflict', reason: matching(/open transaction/) };
    expect(await impatient.verify!(deletionInput(config, ['open', 'deleted']))).toEqual(delayed);
    expect(await impatient.verify!(deletionInput(config, ids))).toMatchObject({
      ...{ status: 'verified', found: [{ regulationId: 'regulation-1', count: 1 }] },
      unanswered: [{ regulationIds: ['regulation-0', 'regulation-2'], outcome: delayed }],
    });
    const waiting = provider.verify!(deletionInput(config, ids));
    await transaction.commit();
    expect(await waiting).toMatchObject({
      found: [
        { regulationId: 'regulation-0', count: 1 },
        { regulationId: 'regulation-1', count: 1 },
      ],
    });
    await Promise.all([producer.disconnect(), plain.disconnect()]);
  });

  it('cannot check a topic that is not compacted, and tries again if the topic does not exist', async () => {
    const at = (name: string) => provider.verify!(deletionInput({ ...config, topic: name }, ['a']));
    expect(await at(`${topic}-retained`)).toEqual({
      ...{ status: 'cannot_be_checked', reason: matching(/is not compacted/) },
    });
    expect(await at(`${topic}-none`)).toMatchObject({
      ...{ status: 'failed', reason: matching(/does not exist/) },
    });
  });
});
