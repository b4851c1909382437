import { setTimeout as delay } from 'node:timers/promises';
import { describeWithKafka, usualOrLong, waitFor } from '@lethe/testing';
import { deletingWorkspace, DeletionOrders } from './support/deletion-orders.js';
import { withKafkaAdmin } from './support/group-progress.js';
import { OwnService } from './support/own-services.js';
import { readinessOf } from './support/readiness-of.js';
import { Recovery } from './support/recovery.js';
import { SteadyCallers } from './support/steady-callers.js';
import { WORKSPACES } from './support/workspaces.js';
import { System } from './system.js';
import { Receiver } from './test-api/receiver.js';

/** Milliseconds without Kafka. A Kafka client fails for the first time after a second. */
const KAFKA_OUTAGE_MS = usualOrLong(5_000, 60_000);

describeWithKafka('a system whose Kafka fails, alone or with everything', () => {
  let postgres: OwnService;
  let kafka: OwnService;
  let receiver: Receiver;
  let system: System;
  let orders: DeletionOrders;
  let recovery: Recovery;
  let callers: SteadyCallers | undefined;

  beforeAll(async () => {
    postgres = await OwnService.postgres();
    kafka = await OwnService.kafka();
    receiver = await Receiver.start();
    const hooks = { dst_plain: '/deletions', dst_slow: '/slow/3000' };
    system = await System.prepare({
      regulations: 2,
      workers: 2,
      databaseUrl: postgres.address,
      brokers: kafka.address,
      workspaces: [...WORKSPACES, deletingWorkspace(receiver.url, hooks)],
      environment: (app) => ({
        // Without automatic creation of topics, a deleted topic stays missing until the test
        // creates it.
        ...(app === 'regulation' || app === 'deletion-worker'
          ? { LETHE_CREATE_TOPICS: 'false' }
          : {}),
      }),
    });
    orders = new DeletionOrders(system, receiver);
    recovery = new Recovery(system);
  });

  afterEach(async () => {
    await callers?.stop();
  });

  afterAll(async () => {
    await system.stop();
    await receiver.stop();
    await kafka.remove();
    await postgres.remove();
  });

  async function makeTopics(): Promise<void> {
    const command = system.cli('topics', 'ensure', '--wait', '60');
    expect({ ...(await command.exited), output: command.output }).toMatchObject({ code: 0 });
  }
  const workersSay = (kafka: 'up' | 'down') =>
    waitFor(
      async () => {
        for (const worker of system.workers) {
          const readiness = await readinessOf(worker);
          expect(readiness).toMatchObject({ status: 'ready', checks: { kafka } });
        }
        return true;
      },
      { message: () => `workers whose Kafka is ${kafka}:\n${system.output}` },
    );

  it('starts and acknowledges while Kafka is down, and publishes when Kafka is up', async () => {
    const [, late] = system.workers;
    for (const instance of system.instances) if (instance !== late) instance.start();
    await system.ready();
    await recovery.liveAll('early', 3);
    await orders.order('early', 'dst_plain'); // deletions begin only after the relay has compared the topics with the database
    await kafka.start();
    await makeTopics();
    await recovery.expectEverythingPublished();
    await orders.expectAllDone();
  });

  it(`acknowledges and deletes for ${KAFKA_OUTAGE_MS / 1000} s without Kafka, and publishes in order afterwards`, async () => {
    const [first, late] = system.workers;
    callers = new SteadyCallers(system, 'no-kafka');
    await orders.order('in-hand', 'dst_slow');
    await orders.order('behind-it', 'dst_slow');
    await orders.called('in-hand');
    await kafka.stop();
    const outage = delay(KAFKA_OUTAGE_MS);
    await orders.order('during', 'dst_plain');
    await orders.expectAllDone();
    expect(await first!.stop()).toEqual({ code: 0, signal: null });
    late!.start();
    await orders.order('for-the-late-one', 'dst_plain');
    await orders.expectAllDone();
    first!.start();
    await recovery.liveAll('no-kafka', 5);
    await outage;
    await orders.order('at-the-end', 'dst_plain');
    await orders.expectAllDone();
    await callers.stop();
    expect(callers.refused).toEqual([]);
    await workersSay('down');
    await kafka.start();
    await recovery.expectEverythingPublished();
    await recovery.expectStored(callers);
    await orders.expectAllPublished();
    await workersSay('up');
    await orders.order('after', 'dst_plain');
    for (const userId of ['behind-it', 'during', 'after']) await orders.expectNoticeRead(userId);
    await orders.expectAllDone();
  });

  it('keeps all acknowledged changes after a kill -9 of every process', async () => {
    callers = new SteadyCallers(system, 'crash');
    await callers.acknowledge(100);
    await Promise.all([postgres, kafka, ...system.instances].map((process) => process.kill()));
    await callers.stop();

    await Promise.all([postgres.start(), kafka.start()]);
    system.startAll();
    await recovery.recovers('after-everything');
    await recovery.expectEverythingPublished();
    await recovery.expectStored(callers);
  });

  it('deletes while the topic of its jobs is missing, and reads notices from the recreated topic', async () => {
    const topic = system.topic('deletions');
    const deletedAt = performance.now();
    await withKafkaAdmin(kafka.address, (admin) => admin.deleteTopics({ topics: [topic] }));
    await workersSay('down');
    await orders.order('no-topic', 'dst_plain');
    await orders.expectAllDone();
    expect(await withKafkaAdmin(kafka.address, (admin) => admin.listTopics())).not.toContain(topic);
    await makeTopics();
    await workersSay('up');
    await orders.expectNoticeRead('no-topic');
    await orders.expectAllPublished();
    const most = 2 + (performance.now() - deletedAt) / 10_000;
    for (const { lines } of system.workers) {
      const complaints = lines.filter((line) =>
        line.includes('the deletions topic cannot be read'),
      );
      expect(complaints.length).toBeLessThanOrEqual(most);
    }
  });
});
