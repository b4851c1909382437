import { hasKafkaPrerequisites, SHORT_LIVED_KAFKA, startLocalKafka } from '@lethe/local-services';
import { describeWithKafka, useTestKafka, waitFor } from '@lethe/testing';
import { collectRecords, kafkajsOf } from '@lethe/testing/kafka';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { FencedError, PublishError, TransactionalPublisher } from '../src/index.js';
import { kafkaFixture, record, RECORD_TIME, type KafkaFixture } from './kafka-fixture.js';

describeWithKafka('TransactionalPublisher', () => {
  const server = useTestKafka();
  let fixture: KafkaFixture;
  const opened: TransactionalPublisher[] = [];

  beforeAll(async () => {
    fixture = await kafkaFixture(server.brokers);
  });
  afterEach(() => Promise.all(opened.splice(0).map((publisher) => publisher.close())));

  async function publisherNamed(id: string): Promise<TransactionalPublisher> {
    const transactionalId = `${fixture.prefix}${id}`;
    const publisher = new TransactionalPublisher(fixture.kafka, {
      transactionalId,
      deadlineMs: 60_000,
      transactionTimeoutMs: 60_000,
    });
    opened.push(publisher);
    await publisher.connect();
    return publisher;
  }

  async function valuesOf(topic: string, key: string): Promise<string[]> {
    const records = await collectRecords(server.brokers, topic);
    return records.filter((r) => r.key === key).map((r) => String(r.value));
  }

  it('publishes to several topics, with key, value, headers and time', async () => {
    const { facts, states } = fixture;
    const publisher = await publisherNamed('plain');
    await publisher.publish([record(facts, 'plain', 'ü'), record(states, 'plain', null)]);

    const found = (await collectRecords(server.brokers, facts)).find((r) => r.key === 'plain');
    expect(found).toMatchObject({ headers: { ce_id: 'plain' }, timestamp: RECORD_TIME });
    expect(found?.value?.toString()).toBe('ü');
    await expect(valuesOf(states, 'plain')).resolves.toEqual(['null']);
  });

  it('tells where it has written', async () => {
    const { states } = fixture;
    const publisher = await publisherNamed('where');
    const write = async () => {
      const written = await publisher.publish([record(states, 'where', 'x')]);
      return [...(written.get(states) ?? [])];
    };
    const [first] = await write();
    // Behind the record is the mark of its transaction's end.
    expect(await write()).toEqual([[first?.[0], [Number(first?.[1][0]) + 2]]]);
  });

  it('shows nothing of a call that fails half-way', async () => {
    const { facts } = fixture;
    const publisher = await publisherNamed('atomic');
    const good = record(facts, 'atomic', 'good');
    const tooLarge = record(facts, 'atomic', 'x'.repeat(2_000_000));
    await expect(publisher.publish([good, tooLarge])).rejects.toThrow(PublishError);
    await publisher.connect();
    await publisher.publish([record(facts, 'atomic', 'next')]);
    await expect(valuesOf(facts, 'atomic')).resolves.toEqual(['next']);
  });

  it('keeps the cause, and refuses to go on until it was connected again', async () => {
    const publisher = await publisherNamed('refusing');
    const tooLarge = record(fixture.facts, 'refusing', 'x'.repeat(2_000_000));
    const failure = publisher.publish([tooLarge]);
    await expect(failure).rejects.toMatchObject({ cause: expect.any(Error) as Error });
    const next = publisher.publish([record(fixture.facts, 'refusing', 'more')]);
    await expect(next).rejects.toThrow('call connect() first');
  });

  it('publishes more than one megabyte to one partition, in order', async () => {
    const { facts } = fixture;
    const publisher = await publisherNamed('large');
    const count = 3_000;
    const values = Array.from({ length: count }, (_, i) => `${String(i)}:${'x'.repeat(1_000)}`);
    await publisher.publish(values.map((value) => record(facts, 'large', value)));
    await expect(valuesOf(facts, 'large')).resolves.toEqual(values);
  });

  it('shuts out a predecessor with the same id, also in its first call', async () => {
    const { facts } = fixture;
    const frozen = await publisherNamed('fenced');
    const successor = await publisherNamed('fenced');
    await expect(frozen.publish([record(facts, 'fenced', 'stale')])).rejects.toThrow(FencedError);
    await successor.publish([record(facts, 'fenced', 'fresh')]);
    await expect(valuesOf(facts, 'fenced')).resolves.toEqual(['fresh']);
  });

  it('shuts out a predecessor that was in the middle of a transaction', async () => {
    const { facts, kafka, prefix } = fixture;
    const transactionalId = `${prefix}middle`;
    const frozen = kafkajsOf(kafka).producer({ transactionalId, maxInFlightRequests: 1 });
    await frozen.connect();
    const transaction = await frozen.transaction();
    await transaction.send({ topic: facts, messages: [{ key: 'middle', value: 'stale' }] });

    const successor = await publisherNamed('middle');
    await successor.publish([record(facts, 'middle', 'fresh')]);
    await expect(transaction.commit()).rejects.toThrow();
    await expect(valuesOf(facts, 'middle')).resolves.toEqual(['fresh']);
    await frozen.disconnect();
  });

  it('does not mix two calls', async () => {
    const publisher = await publisherNamed('busy');
    const first = publisher.publish([record(fixture.facts, 'busy', '1')]);
    const second = publisher.publish([record(fixture.facts, 'busy', '2')]);
    await expect(second).rejects.toThrow('still running');
    await first;
    await expect(valuesOf(fixture.facts, 'busy')).resolves.toEqual(['1']);
  });

  it('takes an empty call for nothing to do', async () => {
    const publisher = new TransactionalPublisher(fixture.kafka, { transactionalId: 'unused' });
    await expect(publisher.publish([])).resolves.toEqual(new Map());
  });
});

// Needs a broker that it may stop, so not the shared one. In CI nothing is skipped.
const describeHere =
  hasKafkaPrerequisites() || process.env.CI === 'true' ? describe : describe.skip;
describeHere('TransactionalPublisher in an outage', () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'outage-'));
  afterAll(() => {
    rmSync(dataDir, { recursive: true, force: true });
  });

  it('fails in bounded time, and goes on when Kafka is back', async () => {
    const before = await startLocalKafka({ dataDir, ...SHORT_LIVED_KAFKA });
    const { kafka, facts } = await kafkaFixture(before.brokers);
    const publisher = new TransactionalPublisher(kafka, { transactionalId: 'outage' });
    await waitFor(() => publisher.connect().then(() => true));
    await publisher.publish([record(facts, 'k', '1')]);
    await before.stop();

    // Each has a deadline of 8 s. Without one, the end of the test is the bound: 120 s.
    await expect(publisher.publish([record(facts, 'k', 'lost')])).rejects.toThrow(PublishError);
    await expect(publisher.connect()).rejects.toThrow(PublishError);

    const after = await startLocalKafka({ dataDir, port: before.port, ...SHORT_LIVED_KAFKA });
    try {
      await waitFor(async () => {
        await publisher.connect();
        await publisher.publish([record(facts, 'k', '2')]);
        return true;
      });
      await publisher.close();
      const records = await collectRecords(after.brokers, facts);
      expect(records.map((r) => String(r.value))).toEqual(['1', '2']);
    } finally {
      await after.stop();
    }
  });
});
