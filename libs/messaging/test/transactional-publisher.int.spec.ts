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

  it('returns the written offsets', async () => {
    const { states } = fixture;
    const publisher = await publisherNamed('where');
    const write = async () => {
      const written = await publisher.publish([record(states, 'where', 'x')]);
      return [...(written.get(states) ?? [])];
    };
    const [first] = await write();
    // A transaction marker follows the record.
    expect(await write()).toEqual([[first?.[0], [Number(first?.[1][0]) + 2]]]);
  });

  it('makes no record of a failed call visible', async () => {
    const { facts } = fixture;
    const publisher = await publisherNamed('atomic');
    const good = record(facts, 'atomic', 'good');
    const tooLarge = record(facts, 'atomic', 'x'.repeat(2_000_000));
    await expect(publisher.publish([good, tooLarge])).rejects.toThrow(PublishError);
    await publisher.connect();
    await publisher.publish([record(facts, 'atomic', 'next')]);
    await expect(valuesOf(facts, 'atomic')).resolves.toEqual(['next']);
  });

  it('reports the cause of a failure, and publishes nothing until the next connect', async () => {
    const publisher = await publisherNamed('refusing');
    const tooLarge = record(fixture.facts, 'refusing', 'x'.repeat(2_000_000));
    const failure = publisher.publish([tooLarge]);
    await expect(failure).rejects.toMatchObject({ cause: expect.any(Error) as Error });
    const next = publisher.publish([record(fixture.facts, 'refusing', 'more')]);
    await expect(next).rejects.toThrow('call connect() first');
  });

  it('publishes more than one megabyte to one partition, in sequence', async () => {
    const { facts } = fixture;
    const publisher = await publisherNamed('large');
    const count = 3_000;
    const values = Array.from({ length: count }, (_, i) => `${String(i)}:${'x'.repeat(1_000)}`);
    await publisher.publish(values.map((value) => record(facts, 'large', value)));
    await expect(valuesOf(facts, 'large')).resolves.toEqual(values);
  });

  it('fences a predecessor with the same id, even in its first call', async () => {
    const { facts } = fixture;
    const frozen = await publisherNamed('fenced');
    const successor = await publisherNamed('fenced');
    await expect(frozen.publish([record(facts, 'fenced', 'stale')])).rejects.toThrow(FencedError);
    await successor.publish([record(facts, 'fenced', 'fresh')]);
    await expect(valuesOf(facts, 'fenced')).resolves.toEqual(['fresh']);
  });

  it('fences a predecessor that has an open transaction', async () => {
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

  it('rejects a call while another call is running', async () => {
    const publisher = await publisherNamed('busy');
    const first = publisher.publish([record(fixture.facts, 'busy', '1')]);
    const second = publisher.publish([record(fixture.facts, 'busy', '2')]);
    await expect(second).rejects.toThrow('still running');
    await first;
    await expect(valuesOf(fixture.facts, 'busy')).resolves.toEqual(['1']);
  });

  it('publishes nothing for an empty list of records', async () => {
    const publisher = new TransactionalPublisher(fixture.kafka, { transactionalId: 'unused' });
    await expect(publisher.publish([])).resolves.toEqual(new Map());
  });
});

// These tests stop their broker, so they cannot use the shared broker. CI never skips them.
const describeHere =
  hasKafkaPrerequisites() || process.env.CI === 'true' ? describe : describe.skip;
describeHere('TransactionalPublisher in an outage', () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'outage-'));
  afterAll(() => {
    rmSync(dataDir, { recursive: true, force: true });
  });

  it('fails within its deadline, and works again after the outage', async () => {
    const before = await startLocalKafka({ dataDir, ...SHORT_LIVED_KAFKA });
    const { kafka, facts } = await kafkaFixture(before.brokers);
    const publisher = new TransactionalPublisher(kafka, { transactionalId: 'outage' });
    await waitFor(() => publisher.connect().then(() => true));
    await publisher.publish([record(facts, 'k', '1')]);
    await before.stop();

    // Each call has a deadline of 8 s. Without a deadline, only the test timeout of 120 s would
    // apply.
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
