import { setTimeout as delay } from 'node:timers/promises';
import { createKafka } from '@lethe/messaging';
import { describeWithKafka, uniquePrefix, waitFor } from '@lethe/testing';
import { collectRecords, kafkajsOf, type Producer } from '@lethe/testing/kafka';
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
/** Length of the test. LETHE_E2E_SOAK_MINUTES is for trials. */
const SOAK_MS = Number(process.env.LETHE_E2E_SOAK_MINUTES ?? 30) * 60_000;
if (!(SOAK_MS > 0)) throw new Error('LETHE_E2E_SOAK_MINUTES must be a number of minutes');
const SAMPLE_EVERY_MS = 20_000;
const LOAD_PAUSE_MS = 100;
const EVENTS = { in: 'soak.in', out: 'soak.out' };
/** Number of events in one send. The first event belongs to the suppressed user. */
const EVENTS_AT_ONCE = 20;
const SUPPRESSED = 'soak-suppressed';

/** Tables that must not grow, because their rows are removed again or have a fixed number. */
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
  let kafka: OwnService;
  let receiver: Receiver;
  let system: System;
  let load: SteadyLoad;
  let usage: UsageLog;
  let producer: Producer;
  const others = new Repeating();
  const refused: string[] = [];
  const done = { events: 0, deletions: 0, changes: 0 };
  const stops: (() => Promise<unknown>)[] = [];

  beforeAll(async () => {
    const postgres = await OwnService.postgres();
    stops.push(() => postgres.remove());
    kafka = await OwnService.kafka();
    stops.push(() => kafka.remove());
    await kafka.start();
    receiver = await Receiver.start();
    stops.push(() => receiver.stop());
    const prefix = uniquePrefix();
    system = await System.start({
      ...{ regulations: 2, gateways: 2, runners: 2, workers: 1 },
      ...{ databaseUrl: postgres.address, brokers: kafka.address, prefix },
      workspaces: [...WORKSPACES, deletingWorkspace(receiver.url, { dst_deleting: '/deletions' })],
    });
    stops.push(() => system.stop());
    await keepLittleWal();
    const topics = await system.cli('topics', 'create', EVENTS.in, EVENTS.out).exited;
    expect(topics).toMatchObject({ code: 0 });
    await system.api().suppress(SUPPRESSED);
    const filter = new Instance('event-filter', {
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
    stops.push(() => filter.stop());
    await filter.waitForLine(/filtering events/);
    const client = createKafka({ brokers: [kafka.address], clientId: 'soak' });
    producer = kafkajsOf(client).producer({ allowAutoTopicCreation: false });
    await producer.connect();
    stops.push(() => producer.disconnect());
    const callers = (count: number) =>
      Array.from({ length: count }, (_, n) => system.api('admin', n % 2));
    load = new SteadyLoad(
      { creates: callers(4), lists: callers(2), runs: callers(4) },
      LOAD_PAUSE_MS,
    );
    stops.push(() => load.stop());
    addOthers();
    stops.push(() => others.stop());
    usage = new UsageLog(system, [...system.instances, filter], FLAT_TABLES);
    await delay(WARM_UP_MS);
    await usage.watch(SOAK_MS, SAMPLE_EVERY_MS); // the length of the test
    console.log(usage.figures); // for developers
    await Promise.all([load.stop(), others.stop()]);
  });
  afterAll(async () => {
    for (const stop of stops.reverse()) await stop().catch(() => undefined);
  });

  /**
   * Limits the WAL to 128 MB. With PostgreSQL's default of 1 GB, the WAL would grow for the whole
   * half hour, also without a defect.
   */
  async function keepLittleWal(): Promise<void> {
    await system.query(`alter system set max_wal_size = '128MB'`);
    await system.query('select pg_reload_conf()');
  }

  /** Adds requests that `SteadyLoad` does not send. */
  function addOthers(): void {
    const noted = (work: (n: number) => Promise<unknown>) => (n: number) =>
      work(n).catch((error: unknown) => refused.push(String(error)));
    const eventOf = (n: number) => ({
      userId: n % EVENTS_AT_ONCE === 0 ? SUPPRESSED : `soak-${n}`,
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
      noted(async (n) => {
        await system.api('deleter', n % 2).create({
          regulationType: 'suppress_with_delete',
          users: [{ userId: `deleted-${n}` }],
          destinationIds: ['dst_deleting'],
        });
        done.deletions += 1;
      }),
    );
    others.add(1_000, noted(poll));
    others.add(
      100,
      noted(async (n) => {
        await producer.send({
          topic: EVENTS.in,
          messages: Array.from({ length: EVENTS_AT_ONCE }, (_, k) => ({
            value: JSON.stringify(eventOf(n * EVENTS_AT_ONCE + k)),
          })),
        });
        done.events += EVENTS_AT_ONCE;
      }),
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
    const page = (await answer.json()) as { token: string; items: unknown[] };
    token = page.token;
    done.changes += page.items.length;
  }

  it('fails no request', () => {
    expect(load.failed).toEqual([]);
    expect(refused).toEqual([]);
    expect(load.acknowledged.length).toBeGreaterThan(0);
  });

  it('completes deletions, publishes changes, and filters each event once', async () => {
    await waitFor(async () => {
      const [open] = await system.query<{ jobs: number }>(
        `select count(*)::int as jobs from regulation.deletion_jobs where state <> 'complete'`,
      );
      return open?.jobs === 0;
    });
    expect(done.deletions).toBeGreaterThan(0);
    expect(done.changes).toBeGreaterThan(0);
    const passed = done.events - done.events / EVENTS_AT_ONCE;
    const records = await waitFor(
      async () => {
        const read = await collectRecords(kafka.address, EVENTS.out);
        return read.length >= passed && read;
      },
      { intervalMs: 5_000, message: `${passed} events to come out` },
    );
    const userIds = records.map(
      ({ value }) => (JSON.parse(String(value)) as { userId: string }).userId,
    );
    expect(userIds).not.toContain(SUPPRESSED);
    expect({ all: userIds.length, different: new Set(userIds).size }).toEqual({
      all: passed,
      different: passed,
    });
  });

  it('does not grow in memory, handles, sockets, WAL and table sizes', async () => {
    expect(usage.grown).toEqual([]);
    expect(await usage.neverVacuumed()).toEqual([]);
  });

  it('publishes all acknowledged changes once and in order', async () => {
    await system.drained();
    expect(await findWrongFacts(system)).toEqual([]);
    expect(await findWrongStates(system)).toEqual([]);
    const rows = await system.query<{ id: string }>('select id from regulation.regulations');
    const stored = new Set(rows.map(({ id }) => id));
    expect(load.acknowledged.filter((id) => !stored.has(id))).toEqual([]);
  });
});
