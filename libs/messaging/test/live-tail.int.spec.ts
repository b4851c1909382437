import { describeWithKafka, useTestKafka, waitFor } from '@lethe/testing';
import { DirectPublisher, LiveTail } from '../src/index.js';
import { kafkaFixture, record, type KafkaFixture } from './kafka-fixture.js';

describeWithKafka('LiveTail', () => {
  const server = useTestKafka();
  let fixture: KafkaFixture;
  let publisher: DirectPublisher;

  beforeAll(async () => {
    fixture = await kafkaFixture(server.brokers);
    publisher = new DirectPublisher(fixture.kafka, { retries: 10, deadlineMs: 120_000 });
  });
  afterAll(() => publisher.close());

  it('sees what is published from the moment at which it says that it reads', async () => {
    await publisher.publish([record(fixture.facts, 'k', 'old')]);
    const seen: string[] = [];
    const tail = new LiveTail(fixture.kafka, {
      topic: fixture.facts,
      onRecord: ({ value }) => void seen.push(String(value)),
    });
    tail.start();
    await waitFor(() => tail.isReading);
    const values = Array.from({ length: 50 }, (_, n) => `new-${n}`);
    for (const value of values) await publisher.publish([record(fixture.facts, value, value)]);
    await waitFor(() => seen.length >= values.length);
    await tail.stop();
    expect(seen.sort()).toEqual(values.sort());
  });

  it('waits for a topic that is not there yet', async () => {
    const failures: unknown[] = [];
    const tail = new LiveTail(fixture.kafka, {
      topic: `${fixture.prefix}nowhere`,
      onRecord: () => undefined,
      onWaiting: (error) => failures.push(error),
    });
    tail.start();
    await waitFor(() => failures.length > 0);
    expect(tail.isReading).toBe(false);
    await tail.stop();
  });
});
