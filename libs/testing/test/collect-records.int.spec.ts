import {
  describeWithKafka,
  PATIENT_CLIENT,
  uniquePrefix,
  useTestKafka,
  waitFor,
} from '../src/index.js';
import { collectRecords, kafkajsOf } from '../src/kafka.js';
import { createKafka, TransactionalPublisher } from '@lethe/messaging';

describeWithKafka('collectRecords', () => {
  const kafka = useTestKafka();

  it('returns the records that were published to a topic', async () => {
    const client = createKafka({
      brokers: kafka.brokers.split(','),
      clientId: 'test',
      ...PATIENT_CLIENT,
    });
    const topic = `${uniquePrefix()}letters`;
    const admin = kafkajsOf(client).admin();
    await admin.connect();
    await admin.createTopics({ topics: [{ topic, numPartitions: 3 }], waitForLeaders: false });
    await waitFor(() => admin.fetchTopicMetadata({ topics: [topic] }));
    await admin.disconnect();
    const publisher = new TransactionalPublisher(client, {
      transactionalId: topic,
      deadlineMs: 60_000,
    });
    await publisher.connect();
    await publisher.publish(
      ['a', 'b', 'a'].map((key, index) => ({ topic, key, value: String(index), headers: {} })),
    );
    await publisher.close();

    const records = await collectRecords(kafka.brokers, topic);
    const valuesOf = (key: string) =>
      records.filter((record) => record.key === key).map((record) => String(record.value));
    expect(valuesOf('a')).toEqual(['0', '2']);
    expect(valuesOf('b')).toEqual(['1']);
  });
});
