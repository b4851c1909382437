import { setTimeout as delay } from 'node:timers/promises';
import { describeWithKafka, usualOrLong } from '@lethe/testing';
import { OwnService } from './support/own-services.js';
import { Recovery } from './support/recovery.js';
import { SteadyCallers } from './support/steady-callers.js';
import { System } from './system.js';

/** The length is what is shown; a client of Kafka has failed for the first time after a second. */
const KAFKA_OUTAGE_MS = usualOrLong(5_000, 60_000);

describeWithKafka('a system whose Kafka fails, alone or with everything', () => {
  let postgres: OwnService;
  let kafka: OwnService;
  let system: System;
  let recovery: Recovery;
  let callers: SteadyCallers | undefined;

  beforeAll(async () => {
    postgres = await OwnService.postgres();
    kafka = await OwnService.kafka();
    system = await System.prepare({
      regulations: 2,
      databaseUrl: postgres.address,
      brokers: kafka.address,
    });
    recovery = new Recovery(system);
  });

  afterEach(async () => {
    await callers?.stop();
  });

  afterAll(async () => {
    await system.stop();
    await kafka.remove();
    await postgres.remove();
  });

  it('starts and acknowledges while Kafka is down, and publishes once it is there', async () => {
    system.startAll();
    await system.ready();
    await recovery.liveAll('early', 3);
    await kafka.start();
    await recovery.expectEverythingPublished();
  });

  it(`acknowledges through ${KAFKA_OUTAGE_MS / 1000} s without Kafka, and publishes in order afterwards`, async () => {
    callers = new SteadyCallers(system, 'no-kafka');
    await kafka.stop();
    const outage = delay(KAFKA_OUTAGE_MS);
    await recovery.liveAll('no-kafka', 5);
    await outage;
    await callers.stop();
    expect(callers.refused).toEqual([]);
    await kafka.start();
    await recovery.expectEverythingPublished();
    await recovery.expectStored(callers);
  });

  it('has everything that it acknowledged after a kill -9 of every process', async () => {
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
});
