import { TOPICS } from '@lethe/contracts';
import { describeWithKafka, spawnApp, waitFor, type SpawnedApp } from '@lethe/testing';
import { collectRecords } from '@lethe/testing/kafka';
import { deletingWorkspace, DeletionOrders } from './support/deletion-orders.js';
import { withKafkaAdmin } from './support/group-progress.js';
import { mainOf } from './support/main-of.js';
import { OwnService } from './support/own-services.js';
import { readinessOf } from './support/readiness-of.js';
import { WORKSPACE, WORKSPACES } from './support/workspaces.js';
import { System } from './system.js';
import { Receiver } from './test-api/receiver.js';

describeWithKafka('a system whose Kafka is lost', () => {
  let kafka: OwnService;
  let receiver: Receiver;
  let system: System;
  let orders: DeletionOrders;
  let filter: SpawnedApp | undefined;

  beforeAll(async () => {
    kafka = await OwnService.kafka();
    await kafka.start();
    receiver = await Receiver.start();
    const destinations = { dst_plain: '/deletions' };
    system = await System.start({
      brokers: kafka.address,
      workers: 1,
      workspaces: [...WORKSPACES, deletingWorkspace(receiver.url, destinations)],
    });
    orders = new DeletionOrders(system, receiver);
  });
  afterAll(async () => {
    await filter?.stop();
    await system.stop();
    await receiver.stop();
    await kafka.remove();
  });

  const has = (kafka: 'up' | 'down') =>
    waitFor(async () => {
      const [regulation, worker] = [system.regulations[0]!, system.workers[0]!];
      const checks = { database: 'up', kafka };
      expect(await readinessOf(regulation)).toMatchObject({ status: 'ready', checks });
      expect(await readinessOf(worker)).toMatchObject({ status: 'ready', checks });
      return true;
    });
  async function cli(...args: string[]): Promise<void> {
    const command = system.cli('topics', ...args);
    expect({ ...(await command.exited), output: command.output }).toMatchObject({ code: 0 });
  }
  const send = (userId: string) =>
    cli('send', 'in', JSON.stringify({ userId, workspaceId: WORKSPACE, sourceId: 'src_web' }));

  it('deletes after the topic of its jobs was deleted, and reads notices from the recreated topic', async () => {
    await orders.order('before', 'dst_plain');
    await orders.expectNoticeRead('before');
    await withKafkaAdmin(kafka.address, (admin) =>
      admin.deleteTopics({ topics: [system.topic('deletions')] }),
    );
    await orders.order('after', 'dst_plain');
    await orders.expectAllDone();
    await orders.expectNoticeRead('after');
    await orders.expectAllPublished();
  });

  it('publishes everything to a new Kafka, and no filter passes events of suppressed users before that', async () => {
    await system.api().suppress('ann');
    await system.drained();
    await has('up');
    await kafka.lose();
    await has('down');
    await system.api().suppress('bob');
    await orders.order('while-lost', 'dst_plain');
    await orders.expectAllDone();
    await kafka.start();

    await waitFor(() => cli('create', 'in', 'out').then(() => true));
    for (const userId of ['ann', 'bob', 'cyd']) await send(userId);
    const prefix = system.topic('suppressions').replace(TOPICS.suppressions.name, '');
    filter = spawnApp({
      args: [mainOf('event-filter')],
      env: {
        KAFKA_BROKERS: kafka.address,
        LETHE_TOPIC_PREFIX: prefix,
        LETHE_EVENTS_IN: 'in',
        LETHE_EVENTS_OUT: 'out',
        PORT: '0',
      },
    });
    await filter.waitForLine(/filtering events/);
    const passed = await waitFor(async () => {
      const records = await collectRecords(kafka.address, 'out');
      const users = records.map(
        ({ value }) => (JSON.parse(String(value)) as { userId: string }).userId,
      );
      return users.includes('cyd') ? users : undefined;
    });
    expect(passed).toEqual(['cyd']);
    expect(system.regulations[0]!.output).toMatch(/"reason":"another-(cluster|topic)"/);
    await has('up');
    await orders.expectNoticeRead('while-lost');
    await orders.expectAllDone();
  });
});
