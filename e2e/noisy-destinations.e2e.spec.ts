import type { RegulationDetailDto } from '@lethe/api/regulations';
import {
  describeWithKafka,
  NOISES,
  NoisyReceiver,
  waitFor,
  type TestDatabase,
} from '@lethe/testing';
import { peakMemoryOf } from './support/memory-of.js';
import { SilentServer } from './support/silent-server.js';
import { createSystemDatabase } from './support/system-database.js';
import { OTHER_WORKSPACE, TOKENS, WORKSPACE } from './support/workspaces.js';
import { System } from './system.js';

/** Slots of the worker. A workspace gets six of them if another workspace has jobs. */
const SLOTS = 8;
const STUCK = Array.from({ length: SLOTS }, (_, n) => `stuck_${n}`);
const MOST_STUCK = 6;
const GOOD = ['good_0', 'good_1'];
const RETRY_AFTER_SECONDS = 7_200;
/** Maximum resident memory, whatever destinations answer. */
const MOST_MEMORY = 320 * 1024 * 1024;
const SILENT = ['redis', 'postgres', 'kafka'] as const;

type Deletion = NonNullable<RegulationDetailDto['deletions']>[number];

describeWithKafka('misbehaving destinations', () => {
  let receiver: NoisyReceiver;
  let silent: Record<(typeof SILENT)[number], SilentServer>;
  let database: TestDatabase;
  let system: System;

  beforeAll(async () => {
    receiver = await NoisyReceiver.start({ retryAfterSeconds: RETRY_AFTER_SECONDS });
    const [redis, postgres, kafka] = await Promise.all([
      SilentServer.start(),
      SilentServer.start(),
      SilentServer.start(),
    ]);
    silent = { redis, postgres, kafka };
    database = await createSystemDatabase();
    system = await System.start({
      databaseUrl: database.url,
      workers: 1,
      workspaces: [noisyWorkspace(receiver.url, silent, database.url), goodWorkspace(receiver.url)],
      environment: (app) => ({
        ...(app === 'deletion-worker' ? { LETHE_DELETION_CONCURRENCY: String(SLOTS) } : {}),
        ...(app === 'gateway' ? { LOG_LEVEL: 'warn' } : {}),
      }),
    });
    await system.query(`create table slow (id text)`);
    await slowDown(3_600);
    await system.query(
      `create trigger slow before delete on slow for each statement execute function sleep()`,
    );
  });
  afterAll(async () => {
    await letGo();
    await system.stop();
    await database.drop();
    await Promise.all([receiver, ...Object.values(silent)].map((server) => server.stop()));
  });

  /** Orders the deletion of one user. @returns id of the regulation */
  const order = async (
    token: 'admin' | 'otherAdmin',
    destinationIds: string[],
  ): Promise<string> => {
    const users = [{ userId: `user-of-${token}` }];
    const request = { regulationType: 'delete' as const, users, destinationIds };
    const [record] = await system.api(token).create(request);
    return record!.id;
  };
  const deleted = (token: 'admin' | 'otherAdmin', id: string, hurry = () => Promise.resolve()) =>
    waitFor(
      async () => {
        await hurry();
        return (await system.api(token).get(id)).status === 'deleted';
      },
      { message: () => `the deletion of ${id}:\n${system.output}` },
    );
  const tenGoodJobs = async () => {
    const ids = await Promise.all(Array.from({ length: 5 }, () => order('otherAdmin', GOOD)));
    for (const id of ids) await deleted('otherAdmin', id);
  };
  /** Waits until `isSo` has accepted the deletion at each destination of a regulation. */
  const all = (id: string, isSo: (deletion: Deletion) => boolean) => {
    const seen = new Map<string, Deletion>();
    return waitFor(
      async () => {
        const { deletions = [] } = await system.api().get(id);
        for (const one of deletions) {
          if (isSo(one) && !seen.has(one.destinationId)) seen.set(one.destinationId, one);
        }
        return seen.size === deletions.length && seen;
      },
      {
        intervalMs: 200,
        message: () => `all destinations, got ${[...seen.keys()].join()}:\n${system.output}`,
      },
    );
  };
  const stuck = async () =>
    (
      await system.query<{ pid: number }>(
        `select pid from pg_stat_activity where datname = current_database() and wait_event = 'PgSleep'`,
      )
    ).length;
  /** Delays each delete in the table `slow` from now on. */
  const slowDown = async (seconds: number) => {
    await system.query(
      `create or replace function sleep() returns trigger language plpgsql as
         $$ begin perform pg_sleep(${String(seconds)}); return null; end $$`,
    );
  };
  const letGo = async () => {
    await slowDown(0);
    await system.query(
      `select pg_terminate_backend(pid) from pg_stat_activity
        where datname = current_database() and wait_event = 'PgSleep'`,
    );
  };
  /** Makes waiting jobs due at once, so that the test does not wait for hours. */
  const hurry = async () => {
    await system.query(
      `update regulation.deletion_jobs set claimable_at = now() where state in ('pending', 'failed')`,
    );
    await system.query(
      `update regulation.deletion_lanes set ready_at = now(), delayed_until = null
        where ready_at > now() and ready_at < 'infinity'`,
    );
  };

  it('get a state that fits their answer, do not delay other destinations, and are called again when they recover', async () => {
    const orderedAt = Date.now();
    const noisy = await order('admin', [...NOISES, ...SILENT]);
    await tenGoodJobs();
    await waitFor(() => silent.kafka.connections > 0);
    silent.kafka.hangUp(); // a timeout would take minutes
    const seen = await all(noisy, ({ reason }) => reason !== undefined);

    const outage = { status: 'pending', attempts: 0 };
    const failure = { status: 'failed', attempts: 1 };
    const because = (reason: RegExp) => ({ reason: expect.stringMatching(reason) as string });
    const silence = /^The deletion URL gave no answer: no answer within 10 s/;
    expect(Object.fromEntries(seen)).toMatchObject({
      limited: { ...outage, ...because(/429: it receives too many requests/) },
      failing: { ...failure, ...because(/^The deletion URL answered with status 500/) },
      hanging: { ...outage, ...because(silence) },
      resetting: { ...outage, ...because(/^The deletion URL gave no answer: /) },
      trickling: { ...outage, ...because(silence) },
      endless: { ...failure, ...because(/cannot be read\. .* at most 1 MiB/) },
      redis: { ...outage, ...because(/timed out/) },
      postgres: { ...outage, ...because(/did not/) },
      kafka: { ...outage, ...because(/^Kafka cannot be reached, or does not answer/) },
    });
    for (const { nextAttemptAt } of seen.values()) {
      expect(Date.parse(nextAttemptAt ?? '')).toBeGreaterThan(orderedAt);
    }
    const leastWait = Date.parse(seen.get('limited')?.nextAttemptAt ?? '') - orderedAt;
    expect(leastWait).toBeGreaterThanOrEqual(RETRY_AFTER_SECONDS * 1_000);
    expect(receiver.calls.get('/limited')).toBe(1);
    expect(peakMemoryOf(system.workers[0]!.pid)).toBeLessThan(MOST_MEMORY);

    receiver.calm();
    const six = await order('admin', [...NOISES]);
    await deleted('admin', six, hurry);
    const { deletions = [] } = await system.api().get(noisy);
    for (const { destinationId, status } of deletions) {
      const isWell = (NOISES as readonly string[]).includes(destinationId);
      if (isWell) expect({ destinationId, status }).toEqual({ destinationId, status: 'complete' });
    }
  });

  it('that never end a call leave slots for other destinations', async () => {
    const held = await order('admin', STUCK);
    await waitFor(async () => (await stuck()) >= MOST_STUCK);

    await tenGoodJobs();
    expect(await stuck()).toBe(MOST_STUCK);

    await letGo();
    await deleted('admin', held, async () => {
      await letGo();
      await hurry();
    });
  });
});

const SECRET = `whsec_${Buffer.alloc(24, 7).toString('base64')}`;

function destination(id: string, type: string, config: object): object {
  return { id, name: id, type, enabled: true, config };
}

function webhook(id: string, url: string): object {
  return destination(id, 'WEBHOOK', { deletionUrl: `${url}/${id}`, deletionSecret: SECRET });
}

function noisyWorkspace(
  url: string,
  { redis, postgres, kafka }: Record<(typeof SILENT)[number], SilentServer>,
  databaseUrl: string,
): object {
  const server = new URL(databaseUrl);
  const store = {
    host: '127.0.0.1',
    database: server.pathname.slice(1),
    user: decodeURIComponent(server.username),
    password: decodeURIComponent(server.password),
    sslMode: 'disable',
    deletionTables: [{ table: 'public.slow', userIdColumn: 'id' }],
  };
  return {
    id: WORKSPACE,
    name: 'Noisy',
    deletionDelay: 0,
    tokens: [{ name: 'admin', email: 'a@e2e.example', token: TOKENS.admin, role: 'admin' }],
    destinations: [
      ...NOISES.map((noise) => webhook(noise, url)),
      destination('redis', 'REDIS', { address: `127.0.0.1:${redis.port}` }),
      destination('postgres', 'POSTGRES', { ...store, port: String(postgres.port) }),
      destination('kafka', 'KAFKA', {
        hostName: '127.0.0.1',
        port: String(kafka.port),
        topic: 'users',
      }),
      ...STUCK.map((id) => destination(id, 'POSTGRES', { ...store, port: server.port })),
    ],
  };
}

function goodWorkspace(url: string): object {
  return {
    id: OTHER_WORKSPACE,
    name: 'Good',
    deletionDelay: 0,
    tokens: [{ name: 'admin', email: 's@e2e.example', token: TOKENS.otherAdmin, role: 'admin' }],
    destinations: GOOD.map((id) => webhook(id, url)),
  };
}
