import { describeWithKafka, useTestKafka, waitFor } from '@lethe/testing';
import { FilterFixture } from './filter-fixture.js';

describeWithKafka('the event filter', () => {
  const server = useTestKafka();
  let fixture: FilterFixture;

  beforeEach(() => {
    fixture = new FilterFixture(server.brokers);
  });
  afterEach(() => fixture.stop());

  const headers = { workspaceId: 'ws', sourceId: 'web' };
  const event = (userId: unknown) => JSON.stringify({ userId, type: 'track' });
  const END = { value: event('the-end'), headers, partition: 2 };
  const isEnd = ({ value }: { value: Buffer | null }) => value?.includes('the-end') ?? false;

  it('drops only the events of suppressed users', async () => {
    await fixture.createTopics();
    await fixture.suppress(['ann', '42', 'Zoë']);
    await fixture.suppress(['at-web'], ['web']);
    await fixture.start();
    await fixture.send([
      { value: event('ann'), headers, partition: 2 },
      { value: event('  ann\u200b '), headers, partition: 2 },
      { value: event(42), headers, partition: 2 },
      { value: '{"userId":4.2e1}', headers, partition: 2 },
      { value: '{"userId":"new","previousId":"ann"}', headers, partition: 2 },
      { value: event('Zoë'), headers, partition: 2 },
      { value: event('at-web'), headers, partition: 2 },
      { value: event('at-web'), headers: { workspaceId: 'ws', sourceId: 'ios' }, partition: 2 },
      { value: event('ANN'), headers, partition: 2 },
      { value: event('ann'), headers: { workspaceId: 'other' }, partition: 2 },
      { value: event('  '), headers, partition: 2 },
      { value: event(undefined), headers, partition: 2 },
      { value: `{"batch":[${event('ann')},${event('bob')}]}`, headers, partition: 2 },
      END,
    ]);
    const records = await fixture.read(fixture.output, (all) => all.some(isEnd));
    expect(records.map(({ value }) => String(value))).toEqual([
      event('at-web'),
      event('ANN'),
      event('ann'),
      event('  '),
      event(undefined),
      `{"batch":[${event('bob')}]}`,
      END.value,
    ]);
  });

  it.each(['snappy', 'lz4', 'zstd'])('reads events compressed with %s', async (codec) => {
    await fixture.createTopics(3, codec);
    await fixture.suppress(['ann']);
    await fixture.start();
    const others = Array.from({ length: 500 }, (_, n) => event(`user-${n}`));
    await fixture.send(
      [event('ann'), ...others, event('ann'), END.value].map((value) => ({ ...END, value })),
    );
    const records = await fixture.read(fixture.output, (all) => all.some(isEnd));
    expect(records.map(({ value }) => String(value))).toEqual([...others, END.value]);
  });

  it('does not change a byte of a record without dropped events', async () => {
    await fixture.createTopics();
    await fixture.suppress(['ann']);
    await fixture.start();
    const value = Buffer.from(' {"userId" : "bob","n":1e400, "n":12345678901234567890}\n');
    await fixture.send([
      {
        key: Buffer.from([0xff, 0, 1]),
        value,
        headers: { ...headers, many: ['a', Buffer.from([0xfe]), 'a'], empty: '' },
        timestamp: String(Date.now() - 1_000),
        partition: 1,
      },
      { key: null, value: `{"batch":[ ${event('bob')} ]}`, headers, partition: 0 },
    ]);
    const byPartition = (a: { partition: number }, b: { partition: number }) =>
      a.partition - b.partition;
    const isComplete = (records: readonly unknown[]) => records.length === 2;
    const [before, after] = [
      await fixture.read(fixture.input, isComplete),
      await fixture.read(fixture.output, isComplete),
    ].map((records) => [...records].sort(byPartition).map((record) => ({ ...record, offset: '' })));
    expect(after).toEqual(before);
    expect(after?.[1]?.value).toEqual(value);
  });

  it('writes an unreadable record unchanged to the dead-letter topic, with the reason', async () => {
    await fixture.createTopics();
    await fixture.start();
    const broken = Buffer.from([0x7b, 0xff]);
    await fixture.send([
      { key: 'k', value: broken, headers, partition: 1, timestamp: '1700000000000' },
      { key: 'k', value: '[1]', headers, partition: 1 },
      { key: 'k', value: '{"a', headers, partition: 1 },
      { key: 'k', value: event('bob'), partition: 1 },
      { key: 'k', value: null, headers, partition: 1 },
      END,
    ]);
    const records = await fixture.read(fixture.deadLetters, ({ length }) => length === 5);
    expect(records.map((record) => String(record.headers['lethe-error']))).toEqual([
      'not_utf8',
      'not_an_object',
      'not_json',
      'no_workspace',
      'no_value',
    ]);
    const [first] = records;
    expect(first).toMatchObject({ partition: 1, key: 'k', timestamp: '1700000000000' });
    expect(first?.value).toEqual(broken);
    expect(
      Object.fromEntries(
        Object.entries(first?.headers ?? {}).map(([name, text]) => [name, String(text)]),
      ),
    ).toEqual({
      ...headers,
      'lethe-error': 'not_utf8',
      'lethe-error-message': 'The value is not UTF-8.',
      'lethe-topic': fixture.input,
      'lethe-partition': '1',
      'lethe-offset': '0',
    });
    expect(await fixture.read(fixture.output, (all) => all.some(isEnd))).toHaveLength(1);
  });

  it('is not ready and forwards nothing before the suppression index is complete', async () => {
    await fixture.createTopic(fixture.input, 3);
    await fixture.createTopic(fixture.output, 3);
    await fixture.send([{ value: event('ann'), headers, partition: 2 }, END]);
    const app = fixture.spawn();
    await waitFor(async () => (await fixture.get(app, '/livez')).status === 200);
    const { status, text } = await fixture.get(app, '/readyz');
    expect(status).toBe(503);
    expect(text).toContain('the suppression index has not caught up yet');
    await fixture.createSuppressions();
    await fixture.suppress(['ann']);
    await fixture.ready(app);
    const records = await fixture.read(fixture.output, (all) => all.some(isEnd));
    expect((await fixture.get(app, '/readyz')).status).toBe(200);
    expect(records).toHaveLength(1);
  });

  it('is not ready while the dead-letter topic is missing and LETHE_CREATE_TOPICS is false', async () => {
    await fixture.createTopics();
    const app = fixture.spawn({ LETHE_CREATE_TOPICS: 'false' });
    await app.waitForLine(/"missing":\["[^"]*\.dlq"\]/);
    expect((await fixture.get(app, '/readyz')).status).toBe(503);
    await fixture.createTopic(fixture.deadLetters, 3);
    await fixture.ready(app);
    expect((await fixture.get(app, '/readyz')).status).toBe(200);
  });

  it('counts dropped events for each workspace and source, and reveals no user id', async () => {
    await fixture.createTopics();
    await fixture.suppress(['secret-user']);
    const app = await fixture.start({ LOG_LEVEL: 'trace' });
    await fixture.send([
      ...Array.from({ length: 5 }, () => ({ value: event('secret-user'), headers })),
      { value: event('secret-user'), headers: { workspaceId: 'ws' } },
      { value: 'secret-user', headers },
      END,
    ]);
    await fixture.drained();
    const { text } = await fixture.get(app, '/metrics');
    for (const line of [
      'lethe_filter_forwarded_events_total 1',
      'lethe_filter_dropped_events_total{workspace="ws",source="web"} 5',
      'lethe_filter_dropped_events_total{workspace="ws",source=""} 1',
      'lethe_filter_dead_letters_total{reason="not_json"} 1',
      'lethe_filter_index_users 1',
    ]) {
      await waitFor(async () => (await fixture.get(app, '/metrics')).text.includes(`${line}\n`), {
        message: line,
      });
    }
    expect(`${text}${app.output}`).not.toContain('secret-user');
  });

  it('filters all events again for a second consumer group', async () => {
    await fixture.createTopics();
    await fixture.start();
    await fixture.send([{ value: event('ann'), headers, partition: 2 }, END]);
    expect(await fixture.read(fixture.output, (all) => all.some(isEnd))).toHaveLength(2);
    await fixture.suppress(['ann']);
    const replayed = `${fixture.prefix}replayed`;
    await fixture.createTopic(replayed, 3);
    await fixture.start({
      LETHE_EVENTS_GROUP: `${fixture.prefix}replay`,
      LETHE_EVENTS_OUT: replayed,
    });
    expect(await fixture.read(replayed, (all) => all.some(isEnd))).toHaveLength(1);
  });
});
