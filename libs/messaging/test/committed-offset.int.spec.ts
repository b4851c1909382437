import { describeWithKafka, PATIENT_CLIENT, uniquePrefix, useTestKafka } from '@lethe/testing';
import { kafkajsOf } from '@lethe/testing/kafka';
import { ClusterConnection } from '../src/kafkajs/cluster-connection.js';
import { createKafka, createTopic, type KafkaClient } from '../src/index.js';
import { committedOffset } from '../src/pipeline/committed-offset.js';

describeWithKafka('committedOffset', () => {
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

  it('returns undefined for a group without a commit', async () => {
    expect(await committedOffset(connection, which)).toBeUndefined();
  });

  it('waits for the end of an open transaction that has a newer offset', async () => {
    const first = await transaction('5');
    await first.begun.commit();
    await first.close();
    expect(await committedOffset(connection, which)).toBe(5n);

    const second = await transaction('9');
    let isOpen = true;
    const reading = committedOffset(connection, which).then((offset) => ({ offset, isOpen }));
    // A request without `require_stable` returns the previous offset.
    const admin = kafkajsOf(kafka).admin();
    await admin.connect();
    const [plain] = await admin.fetchOffsets({ groupId: which.groupId, topics: [which.topic] });
    await admin.disconnect();
    expect(plain?.partitions.find(({ partition }) => partition === 1)?.offset).toBe('5');
    isOpen = false;
    await second.begun.commit();
    expect(await reading).toEqual({ offset: 9n, isOpen: false });
    await second.close();
  });

  it('does not return the offset of an aborted transaction', async () => {
    const { begun, close } = await transaction('9');
    const reading = committedOffset(connection, which);
    await begun.abort();
    expect(await reading).toBeUndefined();
    await close();
  });
});
