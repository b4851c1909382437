import { TOPICS, topicName } from '@lethe/contracts';
import { inspect } from 'node:util';
import { jest } from '@jest/globals';
import type { KafkaClient } from '@lethe/messaging';
import { describeWithKafka, useTestKafka, waitFor } from '@lethe/testing';
import { kafkajsOf } from '@lethe/testing/kafka';
import { NotReadyError, type SuppressionIndex } from '../src/index.js';
import { suppression, SuppressionsTopic } from './support/suppressions.js';

const REFUSED = 'TOPIC_AUTHORIZATION_FAILED';
/** Longer than any test. */
const KEEP_REPLACED_MS = 600_000;

/**
 * Returns a client that is allowed to read and describe the topic, but not to read its settings.
 */
function withoutDescribeConfigs(kafka: KafkaClient): KafkaClient {
  const refusal = Object.assign(new Error('Not authorized'), { type: REFUSED });
  const inside = kafkajsOf(kafka);
  const admin: typeof inside.admin = (...args) => {
    const describeConfigs = () => Promise.reject(refusal);
    return { ...inside.admin(...args), describeConfigs };
  };
  const get = (target: KafkaClient, name: string | symbol): unknown =>
    name === 'admin' ? admin : Reflect.get(target, name);
  return new Proxy(kafka, { get });
}

describeWithKafka('SuppressionIndex', () => {
  const server = useTestKafka();
  let topic: SuppressionsTopic;
  const others: SuppressionsTopic[] = [];

  beforeEach(async () => {
    topic = await SuppressionsTopic.make(server.brokers);
  });
  afterEach(async () => {
    for (const other of others.splice(0)) await other.close();
    await topic.close();
  });

  function absentTopic(): SuppressionsTopic {
    const other = SuppressionsTopic.absent(server.brokers);
    others.push(other);
    return other;
  }

  /** Moves the clock of this process forward. */
  function passTime(ms: number): void {
    const realNow = Date.now;
    jest.spyOn(Date, 'now').mockImplementation(() => realNow() + ms);
  }
  afterEach(() => {
    jest.restoreAllMocks();
  });

  const at = (index: SuppressionIndex, user: string, source = 's1'): boolean =>
    index.isSuppressed('ws', user, source);

  it('reads suppressions at all sources and at some sources from the beginning of the topic', async () => {
    await topic.publish({ everywhere: '*', some: ['s1', 's2'], lifted: '*', again: '*' });
    await topic.publish({ lifted: [], again: [] });
    await topic.publish({ again: ['s3'] });
    const index = await topic.readyIndex();
    expect(at(index, 'everywhere', 'any')).toBe(true);
    expect([at(index, 'some', 's2'), at(index, 'some', 's3')]).toEqual([true, false]);
    expect(at(index, 'lifted')).toBe(false);
    expect([at(index, 'again', 's1'), at(index, 'again', 's3')]).toEqual([false, true]);
    expect(at(index, 'unknown')).toBe(false);
    expect(index.isSuppressed('other', 'everywhere', 's1')).toBe(false);
    expect(index.status).toMatchObject({
      ready: true,
      connected: true,
      rebuilding: false,
      users: 3,
      lag: 0,
      unreadable: 0,
      lastChangeAt: expect.any(Date) as Date,
    });
    expect(topic.events).toMatchObject([{ type: 'ready', users: 3 }]);
  });

  it('follows new records', async () => {
    const index = await topic.readyIndex();
    expect(at(index, 'u')).toBe(false);
    for (const sources of ['*', [], ['s1'], ['s2'], '*', []] as const) {
      await topic.publish({ u: sources });
      const isAtS1 = sources === '*' || sources[0] === 's1';
      await waitFor(() => at(index, 'u') === isAtS1 && index.status.lag === 0);
    }
    expect(index.status.users).toBe(0);
  });

  it('normalises ids like Lethe, and suppresses no empty id', async () => {
    await topic.publish({ 'jo do': '*' });
    const index = await topic.readyIndex();
    expect(at(index, ' jo\u200b do\n')).toBe(true);
    expect(at(index, 'JO do')).toBe(false);
    expect([at(index, ''), at(index, ' \t\u200b')]).toEqual([false, false]);
  });

  it('throws NotReadyError before it is ready and after it is closed', async () => {
    await topic.publish({ u: '*' });
    const index = topic.index();
    expect(() => at(index, 'u')).toThrow(NotReadyError);
    expect(index.status.ready).toBe(false);
    await index.untilReady();
    expect(at(index, 'u')).toBe(true);
    await index.close();
    expect(() => at(index, 'u')).toThrow(/closed/);
    await expect(index.untilReady()).rejects.toThrow(NotReadyError);
  });

  it('ends `untilReady` with an error after a timeout, and when it is closed', async () => {
    const index = absentTopic().index();
    const waiting = index.untilReady(AbortSignal.timeout(100));
    const closing = index.untilReady();
    await expect(waiting).rejects.toThrow(/timeout/i);
    await Promise.all([index.close(), expect(closing).rejects.toThrow(/closed/)]);
  });

  it('waits for a missing topic', async () => {
    const late = absentTopic();
    const index = late.index();
    await waitFor(() => late.errors.length > 0);
    expect(index.status).toMatchObject({ ready: false, connected: false, lag: undefined });
    await late.create();
    await late.publish({ u: '*' });
    await index.untilReady();
    await waitFor(() => at(index, 'u'));
  });

  it('is ready on a topic with only aborted records, and ignores these records', async () => {
    await (await topic.openTransaction('aborted')).abort();
    const index = await topic.readyIndex();
    expect(at(index, 'aborted')).toBe(false);
    expect(index.status.lag).toBe(0);
  });

  describe('at an open transaction', () => {
    it('waits, because committed suppressions can follow the transaction', async () => {
      const transaction = await topic.openTransaction('open');
      await topic.publish({ open: '*', other: '*' });
      const index = topic.index();
      await waitFor(() => (index.status.lag ?? 0) > 0);
      expect(index.status.ready).toBe(false);
      await transaction.abort();
      await index.untilReady();
      expect([at(index, 'open'), at(index, 'other')]).toEqual([true, true]);
    });

    it('waits only for a limited time', async () => {
      await topic.publish({ before: '*' });
      const transaction = await topic.openTransaction('open');
      const index = await topic.readyIndex({ openTransactionWaitMs: 500 });
      expect([at(index, 'before'), at(index, 'open')]).toEqual([true, false]);
      expect(index.status.lag).toBeGreaterThan(0);
      expect(topic.events).toContainEqual({
        type: 'open-transaction',
        partitions: [expect.any(Number)],
      });
      await transaction.commit();
      await waitFor(() => at(index, 'open') && index.status.lag === 0);
    });

    it('waits only for a limited time on the topic of the relay record', async () => {
      await topic.publish({ before: '*' });
      await topic.openTransaction('open', topicName(topic.prefix, TOPICS.relay));
      const index = await topic.readyIndex({ openTransactionWaitMs: 500 });
      expect(at(index, 'before')).toBe(true);
    });
  });

  it('skips unreadable records', async () => {
    await topic.publish({ u: '*', v: '*' });
    const { value } = suppression(topic.topic, 'w', '*');
    await topic.publishRecords([
      { key: 'ws:u', value: '{' },
      { key: 'ws:u', value: '{"workspaceId":"ws","userId":"u","suppressed":[]}' },
      { key: 'ws:u', value },
      { key: 'nonsense', value },
      { key: 'ws: v ', value: null },
    ]);
    const index = await topic.readyIndex();
    expect([at(index, 'u'), at(index, 'v'), at(index, 'w')]).toEqual([true, true, false]);
    expect(index.status.unreadable).toBe(5);
    const reported = topic.events.filter(({ type }) => type === 'unreadable');
    expect(reported).toHaveLength(1);
  });

  it('reads a topic without the permission to read its settings, and reports this only once', async () => {
    await topic.publish({ u: '*' });
    const index = await topic.readyIndex({ kafka: withoutDescribeConfigs(topic.kafka) });
    expect(at(index, 'u')).toBe(true);
    await topic.replace(); // forces a new connection
    await waitFor(() => topic.events.some(({ type }) => type === 'restarted'));
    expect(topic.events.filter(({ type }) => type === 'retention-unknown')).toEqual([
      { type: 'retention-unknown', error: expect.objectContaining({ type: REFUSED }) as unknown },
    ]);
    expect(topic.errors).not.toContainEqual(expect.objectContaining({ type: REFUSED }));
  });

  it('reads partitions that are added at run time', async () => {
    await topic.publish({ kept: '*' });
    const index = await topic.readyIndex();
    await topic.withAdmin((admin) =>
      admin.createPartitions({ topicPartitions: [{ topic: topic.topic, count: 24 }] }),
    );
    const { key, value } = suppression(topic.topic, 'fresh', '*');
    await topic.sendTo(23, { key, value });
    await waitFor(() => at(index, 'fresh'), {
      message: () => `the new partitions: ${inspect(index.status)} ${inspect(topic.errors)}`,
    });
    expect(at(index, 'kept')).toBe(true);
    expect(topic.events).toContainEqual({ type: 'restarted', reason: 'partitions-changed' });
  });

  it('keeps the suppressions of a recreated topic for keepReplacedMs', async () => {
    await topic.publish({ kept: '*', lifted: '*', gone: '*' });
    const index = await topic.readyIndex({ keepReplacedMs: KEEP_REPLACED_MS });
    await topic.replace();
    await waitFor(() => topic.events.some(({ type }) => type === 'restarted'));
    expect(topic.events).toContainEqual({ type: 'restarted', reason: 'topic-replaced' });
    expect(index.status).toMatchObject({ ready: true, rebuilding: true });
    expect([at(index, 'kept'), at(index, 'gone')]).toEqual([true, true]);
    await topic.publish({ kept: '*', lifted: [], fresh: '*' });
    await waitFor(() => at(index, 'fresh') && !at(index, 'lifted'));
    expect(index.status.rebuilding).toBe(true);
    passTime(KEEP_REPLACED_MS);
    await waitFor(() => !index.status.rebuilding);
    expect(topic.events).toContainEqual({ type: 'replaced', users: 2 });
    expect([at(index, 'kept'), at(index, 'fresh')]).toEqual([true, true]);
    expect([at(index, 'lifted'), at(index, 'gone')]).toEqual([false, false]);
  });
});
