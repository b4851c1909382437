import { describeWithKafka, useTestKafka } from '@lethe/testing';
import { freePort } from '@lethe/local-services';
import { createKafka, DirectPublisher, PublishError, readTopicToEnd } from '../src/index.js';
import { kafkaFixture, record } from './kafka-fixture.js';

describeWithKafka('DirectPublisher', () => {
  const server = useTestKafka();

  it('publishes the records of a key in the order in which concurrent calls began', async () => {
    const { kafka, facts } = await kafkaFixture(server.brokers);
    const publisher = new DirectPublisher(kafka, { retries: 10, deadlineMs: 120_000 });
    const values = Array.from({ length: 500 }, (_, n) => String(n));
    await Promise.all(values.map((value) => publisher.publish([record(facts, 'one key', value)])));
    await publisher.close();
    const seen: string[] = [];
    await readTopicToEnd(kafka, {
      topic: facts,
      onRecord: ({ value }) => void seen.push(String(value)),
    });
    expect(seen).toEqual(values);
  });

  it('rejects every call while Kafka is unreachable', async () => {
    const unreachable = createKafka({
      brokers: [`127.0.0.1:${await freePort()}`],
      clientId: 'nobody',
    });
    const publisher = new DirectPublisher(unreachable, { retries: 0 });
    const attempts = ['a', 'b', 'c'].map((value) => publisher.publish([record('t', value, value)]));
    await Promise.allSettled(attempts);
    for (const attempt of attempts) await expect(attempt).rejects.toBeInstanceOf(PublishError);
    await publisher.close();
  });
});
