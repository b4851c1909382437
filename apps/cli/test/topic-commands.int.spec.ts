import { TOPICS } from '@lethe/contracts';
import {
  createKafka,
  ensureTopics,
  toCloudEventRecord,
  TransactionalPublisher,
} from '@lethe/messaging';
import { describeWithKafka, freePort, uniquePrefix, useTestKafka } from '@lethe/testing';
import { collectRecords } from '@lethe/testing/kafka';
import { runCli, runProcess, startCommand, startProcess } from './cli-under-test.js';
import { relay } from './relay.js';

describeWithKafka('the topic commands', () => {
  const kafka = useTestKafka();
  const prefix = uniquePrefix();
  const topic = `${prefix}${TOPICS.suppressions.name}`;
  const environment = () => ({ KAFKA_BROKERS: kafka.brokers, LETHE_TOPIC_PREFIX: prefix });
  const client = () => createKafka({ brokers: [kafka.brokers], clientId: 'cli-test' });

  /** Publishes the state of a user, or a tombstone. */
  async function publish(userId: string, data: object | null): Promise<void> {
    const publisher = new TransactionalPublisher(client(), { transactionalId: `${prefix}test` });
    await publisher.connect();
    const event = {
      id: `event-${userId}`,
      type: 'changed',
      source: '/test',
      time: '2026-11-21T08:00:00Z',
    };
    await publisher.publish([toCloudEventRecord(topic, `ws:${userId}`, event, data)]);
    await publisher.close();
  }

  beforeAll(async () => {
    await ensureTopics(client(), { prefix, definitions: [TOPICS.suppressions] });
  });

  it('list topics', async () => {
    expect(await runProcess(['topics', 'list'], environment())).toEqual({
      code: 0,
      stdout: [topic, `${topic}.dlq`],
      stderr: [],
    });
  });

  it('show old and new records until Ctrl-C', async () => {
    await publish('user-1', { userId: 'user-1' });
    const tail = startProcess(
      ['topics', 'tail', TOPICS.suppressions.name, '--from-beginning'],
      environment(),
    );
    await tail.waitForLine(/^\d+@\d+ {2}2026-11-21T08:00:00\.000Z {2}ws:user-1$/);
    await tail.waitForLine(
      /^ {2}type=changed .*id=event-user-1|^ {2}.*id=event-user-1.*type=changed/,
    );
    await tail.waitForLine(/^ {4}"userId": "user-1"$/);

    await publish('user-2', null);
    await tail.waitForLine(/ws:user-2$/);
    await tail.waitForLine(/^ {2}\(tombstone\)$/);

    tail.kill('SIGINT');
    expect(await tail.exited).toEqual({ code: 0, signal: null });
  });

  it('create a topic that does not belong to Lethe and send a record to it', async () => {
    const own = uniquePrefix() + 'events';
    const made = await runCli(['topics', 'create', own, '--partitions', '3'], environment());
    expect(made).toMatchObject({ code: 0, stdout: [`${own} was created.`] });
    const again = await runCli(['topics', 'create', own, `${own}.more`], environment());
    expect(again).toMatchObject({
      code: 0,
      stdout: [`${own} exists already.`, `${own}.more was created.`],
    });

    const header = ['--header', 'workspaceId=ws_demo', '--header', 'note=a=b'];
    const value = '{"userId":"user-1"}';
    const sent = await runProcess(
      ['topics', 'send', own, '--key', 'k', ...header, value],
      environment(),
    );
    expect(sent).toMatchObject({ code: 0, stderr: [`Sent to ${own}.`] });
    const tail = startCommand(['topics', 'tail', own, '--from-beginning'], environment());
    await tail.waitForLine(/"userId": "user-1"$/);
    expect(await tail.interrupt()).toMatchObject({ code: 0 });
    const records = await collectRecords(kafka.brokers, own);
    expect(records).toMatchObject([
      { key: 'k', value: Buffer.from(value), headers: { workspaceId: 'ws_demo', note: 'a=b' } },
    ]);
  });

  it.each([
    ['create', 'x', '--partitions', '0'],
    ['create', 'x', '--partitions', 'many'],
    ['send', 'x', 'value', '--header', 'nothing'],
    ['send', 'x'],
  ])('reject %s %s %s %s', async (...args) => {
    expect(await runCli(['topics', ...args], environment())).toMatchObject({ code: 2 });
  });

  it('list the existing topics if the given topic does not exist', async () => {
    const { code, stderr } = await runCli(['topics', 'tail', 'nope'], environment());
    expect(code).toBe(1);
    expect(stderr).toEqual([expect.stringContaining(`Topics of this installation: ${topic}`)]);
  });

  it('wait for Kafka with --wait', async () => {
    const port = await freePort();
    const env = { KAFKA_BROKERS: `127.0.0.1:${port}`, LETHE_TOPIC_PREFIX: uniquePrefix() };
    const ensure = startCommand(['topics', 'ensure', '--wait', '600'], env);
    await ensure.waitForLine(/^Kafka does not answer yet\. Waiting up to 600 s\.$/);
    const [host = '', realPort] = kafka.brokers.split(':');
    const end = await relay(port, { host, port: Number(realPort) });
    expect(await ensure.ended).toMatchObject({ code: 0 });
    expect(ensure.stdout.at(-1)).toMatch(/: created$/);
    end();
  });

  it('show the address of a Kafka that is unreachable', async () => {
    const KAFKA_BROKERS = `127.0.0.1:${await freePort()}`;
    const { code, stderr } = await runCli(['topics', 'list'], { KAFKA_BROKERS });
    expect(code).toBe(1);
    expect(stderr).toEqual([expect.stringContaining(`Kafka cannot be used at ${KAFKA_BROKERS}`)]);
  });
});
