import { TOPICS } from '@lethe/contracts';
import { describeWithKafka, spawnApp, waitFor, type SpawnedApp } from '@lethe/testing';
import { collectRecords } from '@lethe/testing/kafka';
import { mainOf } from './support/main-of.js';
import { OwnService } from './support/own-services.js';
import { WORKSPACE } from './support/workspaces.js';
import { System } from './system.js';

const READY_MS = 120_000;

describeWithKafka('a system whose Kafka is lost', () => {
  let kafka: OwnService;
  let system: System;
  let filter: SpawnedApp | undefined;

  beforeAll(async () => {
    kafka = await OwnService.kafka();
    await kafka.start();
    system = await System.start({ brokers: kafka.address });
  });
  afterAll(async () => {
    await filter?.stop();
    await system.stop();
    await kafka.remove();
  });

  async function kafkaState(): Promise<unknown> {
    const [, port = ''] = /"health":(\d+)/.exec(system.regulations[0]!.output) ?? [];
    const answer = await fetch(`http://127.0.0.1:${port}/readyz`);
    const { status, checks } = (await answer.json()) as { status: string; checks: object };
    return { status, checks };
  }
  const has = (kafka: 'up' | 'down') =>
    waitFor(
      async () => {
        expect(await kafkaState()).toEqual({ status: 'ready', checks: { database: 'up', kafka } });
        return true;
      },
      { timeoutMs: READY_MS },
    );
  async function cli(...args: string[]): Promise<void> {
    const command = system.cli('topics', ...args);
    expect({ ...(await command.exited), output: command.output }).toMatchObject({ code: 0 });
  }
  const send = (userId: string) =>
    cli('send', 'in', JSON.stringify({ userId, workspaceId: WORKSPACE, sourceId: 'src_web' }));

  it('tells the new one everything by itself, and no filter lets anybody through before', async () => {
    await system.api().suppress('ann');
    await system.drained();
    await has('up');
    await kafka.lose();
    await has('down');
    await system.api().suppress('bob');
    await kafka.start();

    await waitFor(() => cli('create', 'in', 'out').then(() => true), { timeoutMs: READY_MS });
    for (const userId of ['ann', 'bob', 'somebody']) await send(userId);
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
    await filter.waitForLine(/filtering events/, { timeoutMs: READY_MS });
    const passed = await waitFor(
      async () => {
        const records = await collectRecords(kafka.address, 'out');
        const users = records.map(
          ({ value }) => (JSON.parse(String(value)) as { userId: string }).userId,
        );
        return users.includes('somebody') ? users : undefined;
      },
      { timeoutMs: READY_MS },
    );
    expect(passed).toEqual(['somebody']);
    expect(system.regulations[0]!.output).toMatch(/"reason":"another-(cluster|topic)"/);
    await has('up');
  });
});
