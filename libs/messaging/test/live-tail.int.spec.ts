import { describeWithKafka, useTestKafka, waitFor } from '@lethe/testing';
import { createTopic, DirectPublisher, LiveTail } from '../src/index.js';
import { kafkaFixture, record, type KafkaFixture } from './kafka-fixture.js';
import { deleteTopic, sendRaw } from './partition-fixture.js';

describeWithKafka('LiveTail', () => {
  const server = useTestKafka();
  let fixture: KafkaFixture;
  let publisher: DirectPublisher;

  beforeAll(async () => {
    fixture = await kafkaFixture(server.brokers);
    publisher = new DirectPublisher(fixture.kafka, { retries: 10, deadlineMs: 120_000 });
  });
  afterAll(() => publisher.close());

  it('hands over all records that are published after `isReading` is true', async () => {
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

  it('waits for a missing topic', async () => {
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

  it('reads a recreated topic from its beginning, not from the old position', async () => {
    const topic = `${fixture.prefix}made-again`;
    const send = (value: string, partition: number) =>
      sendRaw(fixture.kafka, topic, [{ value, partition }]);
    await createTopic(fixture.kafka, topic, 1);
    for (let n = 0; n < 3; n += 1) await send(`old ${n}`, 0);
    const seen: string[] = [];
    let [positions, failures] = [0, 0];
    const tail = new LiveTail(fixture.kafka, {
      topic,
      onRecord: ({ value }) => void seen.push(String(value)),
      onReading: () => (positions += 1),
      onWaiting: () => (failures += 1),
    });
    tail.start();
    await waitFor(() => positions === 1);
    await deleteTopic(fixture.kafka, topic);
    await waitFor(() => failures > 0);
    await createTopic(fixture.kafka, topic, 2);
    await send('before it was found', 0);
    await send('in a partition that is new', 1);
    await waitFor(() => positions === 2);
    await send('since', 0);
    await waitFor(() => seen.includes('since'));
    expect(seen.sort()).toEqual(['before it was found', 'in a partition that is new', 'since']);
    await tail.stop();
  });
});
