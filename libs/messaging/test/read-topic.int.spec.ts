import { describeWithKafka, useTestKafka, waitFor } from '@lethe/testing';
import { kafkajsOf } from '@lethe/testing/kafka';
import {
  readTopicToEnd,
  tailTopic,
  TransactionalPublisher,
  type ReceivedRecord,
} from '../src/index.js';
import { kafkaFixture, record, type KafkaFixture } from './kafka-fixture.js';

describeWithKafka('reading topics', () => {
  const server = useTestKafka();
  let fixture: KafkaFixture;
  let publisher: TransactionalPublisher;

  beforeAll(async () => {
    fixture = await kafkaFixture(server.brokers);
    const transactionalId = fixture.prefix;
    publisher = new TransactionalPublisher(fixture.kafka, {
      transactionalId,
      deadlineMs: 60_000,
      transactionTimeoutMs: 60_000,
    });
    await publisher.connect();
    await publisher.publish([record(fixture.facts, 'a', 'before')]);
  });
  afterAll(() => publisher.close());

  async function tail(
    fromBeginning: boolean,
    until: string,
    whileItReads?: () => Promise<void>,
  ): Promise<string[]> {
    const stop = new AbortController();
    const seen: ReceivedRecord[] = [];
    const { kafka, facts: topic } = fixture;
    const onRecord = (r: ReceivedRecord): void => void seen.push(r);
    const reading = tailTopic(kafka, { topic, fromBeginning, signal: stop.signal, onRecord });
    // If a record is published before the reader knows the end of the topic, the reader can miss
    // the record. So the test publishes the record again until it is read.
    const isSeen = () => seen.some((r) => String(r.value) === until);
    const publish = () => publisher.publish([record(topic, 'a', until)]);
    try {
      await publish();
      await waitFor(
        async () => {
          if (!fromBeginning && !isSeen()) await publish();
          return isSeen();
        },
        { intervalMs: 500 },
      );
      await whileItReads?.();
    } finally {
      stop.abort();
      await reading;
    }
    return seen.map((r) => String(r.value));
  }

  it('reads a topic from its beginning', async () => {
    await expect(tail(true, 'later')).resolves.toEqual(['before', 'later']);
  });

  it('reads only records that are published after the call', async () => {
    expect(new Set(await tail(false, 'now'))).toEqual(new Set(['now']));
  });

  it('creates no consumer group', async () => {
    const admin = kafkajsOf(fixture.kafka).admin();
    await admin.connect();
    await tail(true, 'alone', async () => {
      const { groups } = await admin.listGroups();
      // Other tests read topics of this broker concurrently.
      expect(groups.filter(({ groupId }) => groupId.startsWith(fixture.prefix))).toEqual([]);
    });
    await admin.disconnect();
  });

  it('ends immediately on an empty topic', async () => {
    const seen: ReceivedRecord[] = [];
    const onRecord = (r: ReceivedRecord): void => void seen.push(r);
    await readTopicToEnd(fixture.kafka, { topic: fixture.states, onRecord });
    expect(seen).toEqual([]);
  });

  it('hands over no records of overlapping aborted transactions', async () => {
    const { kafka, states: topic } = fixture;
    const begin = async (name: string) => {
      const transactionalId = `${topic}-${name}`;
      const producer = kafkajsOf(kafka).producer({ transactionalId, maxInFlightRequests: 1 });
      await producer.connect();
      const transaction = await producer.transaction();
      const send = (value: string) =>
        transaction.send({ topic, messages: [{ key: 'a', value, partition: 0 }] });
      return { transaction, send, end: () => producer.disconnect() };
    };
    const first = await begin('first');
    const second = await begin('second');
    await first.send('aborted 1');
    await second.send('aborted 2');
    await second.transaction.abort();
    await first.send('aborted 3');
    await first.transaction.abort();
    await first.end();
    await second.end();
    const seen: string[] = [];
    await readTopicToEnd(kafka, { topic, onRecord: ({ value }) => void seen.push(String(value)) });
    expect(seen.filter((value) => value.startsWith('aborted'))).toEqual([]);
  });

  it('reaches the end after an aborted transaction, and hands over no records of it', async () => {
    const { kafka, states } = fixture;
    const producer = kafkajsOf(kafka).producer({
      transactionalId: `${states}-x`,
      maxInFlightRequests: 1,
    });
    await producer.connect();
    const transaction = await producer.transaction();
    await transaction.send({ topic: states, messages: [{ key: 'a', value: 'aborted' }] });
    await transaction.abort();
    await producer.disconnect();
    const seen: ReceivedRecord[] = [];
    const onRecord = (r: ReceivedRecord): void => void seen.push(r);
    await readTopicToEnd(kafka, { topic: states, onRecord });
    expect(seen).toEqual([]);
  });

  it('throws an error with the name of a missing topic', async () => {
    const options = { topic: 'no.such.topic', onRecord: () => undefined };
    await expect(readTopicToEnd(fixture.kafka, options)).rejects.toThrow(/no\.such\.topic/);
  });
});
