import {
  describeWithKafka,
  PATIENT_CLIENT,
  uniquePrefix,
  useTestKafka,
  waitFor,
} from '@lethe/testing';
import { collectRecords, kafkajsOf } from '@lethe/testing/kafka';
import { createKafka, createTopic } from '../src/index.js';
import { TransactionalProducer } from '../src/kafkajs/transactional-producer.js';

describeWithKafka('TransactionalProducer', () => {
  const server = useTestKafka();
  const ends: (() => Promise<void>)[] = [];
  afterEach(async () => {
    await Promise.all(ends.splice(0).map((end) => end()));
  });

  it('commits nothing if kafkajs silently sends nothing to a partition that it does not know', async () => {
    const brokers = server.brokers.split(',');
    const kafka = createKafka({ brokers, clientId: 'test', ...PATIENT_CLIENT });
    const [input, output, id] = [uniquePrefix(), uniquePrefix(), uniquePrefix()];
    await createTopic(kafka, input, 2);
    await createTopic(kafka, output, 1);
    const claim = async () => {
      const options = { transactionalId: id, compression: 'none' } as const;
      const producer = await TransactionalProducer.claim(kafka, options);
      ends.push(() => producer.close());
      return producer;
    };
    const send = (partition: number, value: string) => [
      [{ topic: output, messages: [{ key: 'k', value, partition }] }],
    ];
    const next = { groupId: `${id}group`, topic: input, partition: 1, offset: '7' };
    const producer = await claim();
    await producer.publish(send(0, 'first'), { ...next, offset: '1' });

    const admin = kafkajsOf(kafka).admin();
    await admin.connect();
    ends.push(() => admin.disconnect());
    await admin.createPartitions({ topicPartitions: [{ topic: output, count: 2 }] });
    await expect(producer.publish(send(1, 'second'), next)).rejects.toThrow(/partition 1 of/);
    const [committed] = await admin.fetchOffsets({ groupId: next.groupId, topics: [input] });
    expect(committed?.partitions).toContainEqual(
      expect.objectContaining({ partition: 1, offset: '1' }),
    );

    // The next producer knows the partition.
    await waitFor(async () => {
      const successor = await claim();
      await successor.publish(send(1, 'second'), next);
      return true;
    });
    const values = (await collectRecords(server.brokers, output)).map(({ value }) => String(value));
    expect(values.sort()).toEqual(['first', 'second']);
  });
});
