import { describeWithKafka, useTestKafka, waitFor, type SpawnedApp } from '@lethe/testing';
import { CompressionTypes, kafkajsOf } from '@lethe/testing/kafka';
import { FilterFixture, type RawMessage } from './filter-fixture.js';

const MIB = 1024 * 1024;

const event = (messageId: string): RawMessage => ({
  value: JSON.stringify({ workspaceId: 'ws', userId: 'u', messageId }),
});

describeWithKafka('the event filter with a batch that is too large after decompression', () => {
  const server = useTestKafka();
  let fixture: FilterFixture;

  beforeEach(async () => {
    fixture = new FilterFixture(server.brokers);
    await fixture.createTopics(2);
  });
  afterEach(() => fixture.stop());

  const send = async (partition: number, messages: RawMessage[]): Promise<void> => {
    const producer = await fixture.openProducer();
    await producer.send({
      topic: fixture.input,
      compression: CompressionTypes.GZIP,
      messages: messages.map((message) => ({ ...message, partition })),
    });
    await producer.disconnect();
  };

  const arrived = async (...ids: string[]): Promise<void> => {
    const records = await fixture.read(fixture.output, ({ length }) => length >= ids.length);
    const values = records.map(({ value }) => JSON.parse(String(value)) as { messageId: string });
    expect(values.map(({ messageId }) => messageId).sort()).toEqual([...ids].sort());
  };

  const untilStopped = (app: SpawnedApp): Promise<unknown> => {
    return waitFor(
      async () => {
        const { text } = await fixture.get(app, '/metrics');
        return text.includes('lethe_filter_standing{partition="0",reason="BATCH_TOO_LARGE"} 1\n');
      },
      { message: () => `a partition that stands:\n${app.output}` },
    );
  };

  it('stops only the partition of the batch, even after a restart, until an operator skips the batch', async () => {
    const bomb = Array.from({ length: 110 }, () => ({ value: Buffer.alloc(MIB) }));
    await send(0, [event('before')]);
    await send(0, bomb);
    await send(0, [event('behind')]);
    await send(1, [event('beside')]);
    const first = await fixture.start();
    await arrived('before', 'beside');
    await untilStopped(first);
    await first.stop();

    const second = await fixture.start();
    await send(1, [event('later')]);
    await arrived('before', 'beside', 'later');
    await untilStopped(second);
    expect((await fixture.get(second, '/livez')).status).toBe(200);
    const ready = await fixture.get(second, '/readyz');
    expect(ready.status).toBe(200);
    expect(JSON.parse(ready.text)).toMatchObject({ checks: { partitions: 'down' } });
    const logLine = /"partition":0,"offset":(\d+),"nextOffset":(\d+).*"reason":"BATCH_TOO_LARGE"/;
    const [, offset, nextOffset = ''] = await second.waitForLine(logLine);
    expect([offset, nextOffset]).toEqual(['1', '111']);
    await second.stop();

    const admin = kafkajsOf(fixture.kafka).admin();
    await admin.connect();
    await admin.setOffsets({
      groupId: fixture.group,
      topic: fixture.input,
      partitions: [{ partition: 0, offset: nextOffset }],
    });
    await admin.disconnect();
    await fixture.start();
    await arrived('before', 'beside', 'later', 'behind');
  });
});

describeWithKafka('a dead letter of the maximum record size', () => {
  const server = useTestKafka();
  let fixture: FilterFixture;

  beforeEach(async () => {
    fixture = new FilterFixture(server.brokers);
    await fixture.createTopics(1);
  });
  afterEach(() => fixture.stop());

  const BYTES = 1_048_500; // with the batch header, this is the default limit of a topic

  const readDeadLetter = async () => {
    await fixture.send([{ key: 'k', value: 'x'.repeat(BYTES), headers: { h: 'v' } }]);
    await fixture.send([event('behind')]);
    await fixture.start();
    const [letter] = await fixture.read(fixture.deadLetters, ({ length }) => length === 1);
    await fixture.read(fixture.output, ({ length }) => length === 1);
    return letter!;
  };

  it('is not cut if the limit of its topic leaves space for the headers', async () => {
    const { value, headers } = await readDeadLetter();
    expect(value).toHaveLength(BYTES);
    expect(headers).toMatchObject({ h: Buffer.from('v') });
    expect(headers).not.toHaveProperty('lethe-cut');
  });

  it('is cut if the limit leaves no space for the headers, and does not block the partition', async () => {
    await fixture.createTopic(fixture.deadLetters, 1);
    const { key, value, headers } = await readDeadLetter();
    expect(value!.length).toBeGreaterThan(BYTES - 2_000);
    expect(value!.length).toBeLessThan(BYTES);
    expect(key).toBe('k');
    expect(headers).toMatchObject({ h: Buffer.from('v'), 'lethe-cut': Buffer.from('value') });
  });
});
