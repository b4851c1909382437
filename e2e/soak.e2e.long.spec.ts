import { setTimeout as delay } from 'node:timers/promises';
import { createKafka } from '@lethe/messaging';
import { describeWithKafka, uniquePrefix } from '@lethe/testing';
import { kafkajsOf, type Producer } from '@lethe/testing/kafka';
import { Repeating } from './monitoring/repeating.js';
import { deletingWorkspace } from './support/deletion-orders.js';
import { findWrongFacts } from './support/facts.js';
import { Instance } from './support/instance.js';
import { mainOf } from './support/main-of.js';
import { OwnService } from './support/own-services.js';
import { findWrongStates } from './support/states.js';
import { SteadyLoad } from './support/steady-load.js';
import { UsageLog } from './support/usage.js';
import { DATA_PLANES, WORKSPACE, WORKSPACES } from './support/workspaces.js';
import { System } from './system.js';
import { Receiver } from './test-api/receiver.js';

const WARM_UP_MS = 2 * 60_000;
/** LETHE_E2E_SOAK_MINUTES is for trying it out. */
const SOAK_MS = Number(process.env.LETHE_E2E_SOAK_MINUTES ?? 30) * 60_000;
const LOOK_MS = 20_000;
const LOAD_PAUSE_MS = 100;
const EVENTS = { in: 'soak.in', out: 'soak.out' };
const EVENTS_AT_ONCE = 20;

/** What is in them leaves again, or there is a fixed number of it. */
const FLAT_TABLES = [
  'regulation.outbox',
  'regulation.relay_positions',
  'regulation.change_marks',
  'regulation.deletion_lanes',
  'regulation.deletion_tallies',
  'regulation.deletion_claims_allowed',
  'regulation.generation',
  'catalog.rate_demands',
  'catalog.tokens',
  'catalog.destinations',
];

describeWithKafka('half an hour of everything', () => {
  let postgres: OwnService;
  let kafka: OwnService;
  let receiver: Receiver;
  let system: System;
  let filter: Instance;
  let producer: Producer;
  let load: SteadyLoad;
  let usage: UsageLog;
  const others = new Repeating();
  const refused: string[] = [];

  beforeAll(async () => {
    postgres = await OwnService.postgres();
    kafka = await OwnService.kafka();
    await kafka.start();
    receiver = await Receiver.start();
    const prefix = uniquePrefix();
    system = await System.start({
      ...{ regulations: 2, gateways: 2, runners: 2, workers: 1 },
      ...{ databaseUrl: postgres.address, brokers: kafka.address, prefix },
      workspaces: [...WORKSPACES, deletingWorkspace(receiver.url, { dst_deleting: '/deletions' })],
    });
    await system.cli('topics', 'create', EVENTS.in, EVENTS.out).exited;
    filter = new Instance('event-filter', {
      args: [mainOf('event-filter')],
      env: {
        KAFKA_BROKERS: kafka.address,
        LETHE_TOPIC_PREFIX: prefix,
        LETHE_EVENTS_IN: EVENTS.in,
        LETHE_EVENTS_OUT: EVENTS.out,
        PORT: '0',
      },
    });
    filter.start();
    await filter.waitForLine(/filtering events/);
    const client = createKafka({ brokers: [kafka.address], clientId: 'soak' });
    producer = kafkajsOf(client).producer({ allowAutoTopicCreation: false });
    await producer.connect();
    const callers = (count: number) =>
      Array.from({ length: count }, (_, n) => system.api('admin', n % 2));
    load = new SteadyLoad(
      { creates: callers(4), lists: callers(2), runs: callers(4) },
      LOAD_PAUSE_MS,
    );
    addOthers();
    usage = new UsageLog(system, [...system.instances, filter], FLAT_TABLES);
    await delay(WARM_UP_MS);
    await usage.watch(SOAK_MS, LOOK_MS); // the length is what is shown
    usage.tell();
    await Promise.all([load.stop(), others.stop()]);
  });
  afterAll(async () => {
    await producer.disconnect();
    await filter.stop();
    await system.stop();
    await receiver.stop();
    await kafka.remove();
    await postgres.remove();
  });

  /** What callers of `SteadyLoad` do not do. */
  function addOthers(): void {
    const noted = (work: (n: number) => Promise<unknown>) => (n: number) =>
      work(n).catch((error: unknown) => refused.push(String(error)));
    const one = (n: number) => ({
      userId: `soak-${n}`,
      workspaceId: WORKSPACE,
      sourceId: 'src_web',
    });
    others.add(
      500,
      noted(async (n) => {
        const id = await system.api('admin', n % 2).suppress(`canceled-${n % 100}`);
        await system.api('admin', n % 2).cancel(id);
      }),
    );
    others.add(
      1_000,
      noted((n) =>
        system.api('deleter', n % 2).create({
          regulationType: 'suppress_with_delete',
          users: [{ userId: `deleted-${n}` }],
          destinationIds: ['dst_deleting'],
        }),
      ),
    );
    others.add(1_000, noted(poll));
    others.add(
      100,
      noted((n) =>
        producer.send({
          topic: EVENTS.in,
          messages: Array.from({ length: EVENTS_AT_ONCE }, (_, k) => ({
            value: JSON.stringify(one(n * EVENTS_AT_ONCE + k)),
          })),
        }),
      ),
    );
  }

  let token: string | undefined;
  async function poll(): Promise<void> {
    const query = token === undefined ? '' : `?pageToken=${token}`;
    const path = `/dataplane/workspaces/${WORKSPACE}/regulations/suppressions${query}`;
    const credentials = Buffer.from(`${DATA_PLANES.workspace}:`).toString('base64');
    const answer = await fetch(`${system.addressOf(0)}${path}`, {
      headers: { authorization: `Basic ${credentials}` },
    });
    if (answer.status !== 200) throw new Error(`a poll was answered with ${answer.status}`);
    ({ token } = (await answer.json()) as { token: string });
  }

  it('fails no request', () => {
    expect(load.failed).toEqual([]);
    expect(refused).toEqual([]);
    expect(load.acknowledged.length).toBeGreaterThan(0);
  });

  it('needs no more memory, handles, sockets, WAL and tables at its end than in its middle', () => {
    expect(usage.grown).toEqual([]);
  });

  it('publishes all that was acknowledged, once and in order', async () => {
    await system.drained();
    expect(await findWrongFacts(system)).toEqual([]);
    expect(await findWrongStates(system)).toEqual([]);
    const rows = await system.query<{ id: string }>('select id from regulation.regulations');
    const stored = new Set(rows.map(({ id }) => id));
    expect(load.acknowledged.filter((id) => !stored.has(id))).toEqual([]);
  });
});
