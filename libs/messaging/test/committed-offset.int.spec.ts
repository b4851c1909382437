import { describeWithKafka, PATIENT_CLIENT, uniquePrefix, useTestKafka } from '@lethe/testing';
import { kafkajsOf } from '@lethe/testing/kafka';
import { ClusterConnection } from '../src/kafkajs/cluster-connection.js';
import { createKafka, createTopic, type KafkaClient } from '../src/index.js';
import { committedOffset } from '../src/pipeline/committed-offset.js';

describeWithKafka('the committed offset of a group', () => {
  const server = useTestKafka();
  let kafka: KafkaClient;
  let connection: ClusterConnection;
  let which: { groupId: string; topic: string; partition: number };

  beforeEach(async () => {
    kafka = createKafka({
      brokers: server.brokers.split(','),
      clientId: 'test',
      ...PATIENT_CLIENT,
    });
    const prefix = uniquePrefix();
    which = { groupId: `${prefix}group`, topic: `${prefix}in`, partition: 1 };
    await createTopic(kafka, which.topic, 3);
    connection = await ClusterConnection.open(kafka);
  });
  afterEach(() => connection.close());

  async function transaction(offset: string) {
    const producer = kafkajsOf(kafka).producer({
      transactionalId: which.groupId,
      maxInFlightRequests: 1,
    });
    await producer.connect();
    const begun = await producer.transaction();
    const { groupId: consumerGroupId, topic, partition } = which;
    await begun.send({ topic, messages: [{ value: 'x', partition }] });
    await begun.sendOffsets({
      consumerGroupId,
      topics: [{ topic, partitions: [{ partition, offset }] }],
    });
    return { begun, close: () => producer.disconnect() };
  }

  it('is none for a group that never committed', async () => {
    expect(await committedOffset(connection, which)).toBeUndefined();
  });

  it('is not told while a transaction with another one is open', async () => {
    const first = await transaction('5');
    await first.begun.commit();
    await first.close();
    expect(await committedOffset(connection, which)).toBe(5n);

    const second = await transaction('9');
    let isOpen = true;
    const told = committedOffset(connection, which).then((offset) => ({ offset, isOpen }));
    // What is asked for plainly is the offset of before.
    const admin = kafkajsOf(kafka).admin();
    await admin.connect();
    const [plain] = await admin.fetchOffsets({ groupId: which.groupId, topics: [which.topic] });
    await admin.disconnect();
    expect(plain?.partitions.find(({ partition }) => partition === 1)?.offset).toBe('5');
    isOpen = false;
    await second.begun.commit();
    expect(await told).toEqual({ offset: 9n, isOpen: false });
    await second.close();
  });

  it('is that of before when the transaction is aborted', async () => {
    const { begun, close } = await transaction('9');
    const told = committedOffset(connection, which);
    await begun.abort();
    expect(await told).toBeUndefined();
    await close();
  });
});
