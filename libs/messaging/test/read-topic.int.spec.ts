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
    // What is published while the reader still joins must not be lost on it. What is published
    // before it knows where the end is comes before "now", so then it is published again.
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

  it('follows a topic from its beginning', async () => {
    await expect(tail(true, 'later')).resolves.toEqual(['before', 'later']);
  });

  it('follows a topic from now on', async () => {
    expect(new Set(await tail(false, 'now'))).toEqual(new Set(['now']));
  });

  it('makes no consumer group', async () => {
    const admin = kafkajsOf(fixture.kafka).admin();
    await admin.connect();
    await tail(true, 'alone', async () => {
      const { groups } = await admin.listGroups();
      // Others read topics of this broker at the same time.
      expect(groups.filter(({ groupId }) => groupId.startsWith(fixture.prefix))).toEqual([]);
    });
    await admin.disconnect();
  });

  it('ends at once on an empty topic', async () => {
    const seen: ReceivedRecord[] = [];
    const onRecord = (r: ReceivedRecord): void => void seen.push(r);
    await readTopicToEnd(fixture.kafka, { topic: fixture.states, onRecord });
    expect(seen).toEqual([]);
  });

  it('sees no record of aborted transactions that overlap', async () => {
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

  it('reaches the end behind an aborted transaction, without its records', async () => {
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

  it('says which topic is not there', async () => {
    const options = { topic: 'no.such.topic', onRecord: () => undefined };
    await expect(readTopicToEnd(fixture.kafka, options)).rejects.toThrow(/no\.such\.topic/);
  });
});
