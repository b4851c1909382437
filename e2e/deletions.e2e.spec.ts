import { createTestDatabase, describeWithKafka, waitFor, type TestDatabase } from '@lethe/testing';
import pg from 'pg';
import { TOKENS, WORKSPACE } from './support/workspaces.js';
import { System } from './system.js';
import { Receiver } from './test-api/receiver.js';

/**
 * Seconds of a lease, long enough for a busy machine. Tests end leases earlier, in the database.
 */
const LEASE_SECONDS = '20';

describeWithKafka('deletions', () => {
  let receiver: Receiver;
  let system: System;
  let rows: TestDatabase;

  beforeAll(async () => {
    receiver = await Receiver.start();
    rows = await createTestDatabase();
    system = await System.prepare({
      workers: 3,
      workspaces: [workspace(receiver.url, rows.url)],
      environment: (app) => ({
        ...(app === 'deletion-worker' ? { LETHE_DELETION_LEASE: LEASE_SECONDS } : {}),
        ...(app === 'gateway' ? { LOG_LEVEL: 'warn' } : {}),
      }),
    });
    for (const instance of [...system.regulations, ...system.gateways, system.workers[0]!]) {
      instance.start();
    }
    await system.ready();
  });
  afterAll(async () => {
    await system.stop();
    await receiver.stop();
    await rows.drop();
  });

  /** @returns id of the regulation */
  const order = async (userId: string, destinationId: string): Promise<string> => {
    const request = { regulationType: 'suppress_with_delete' as const, users: [{ userId }] };
    const [record] = await system.api().create({ ...request, destinationIds: [destinationId] });
    return record!.id;
  };
  const arrived = (userId: string, times = 1) =>
    waitFor(() => receiver.count(userId) >= times, {
      message: () =>
        `${times} calls for ${userId}, got ${receiver.count(userId)}:\n${system.output}`,
    });
  const deleted = (id: string) =>
    waitFor(
      async () => {
        await hurry();
        return (await system.api().get(id)).status === 'deleted';
      },
      { message: () => `the deletion of ${id}:\n${system.output}` },
    );
  /** Makes waiting retries due at once, so that the test does not wait a minute. */
  const hurry = async () => {
    await system.query(
      `update regulation.deletion_jobs set claimable_at = now() where state = 'failed'`,
    );
    await system.query(
      `update regulation.deletion_lanes set ready_at = now(), delayed_until = null
        where ready_at > now() and ready_at < 'infinity'`,
    );
  };

  it('call the destination, and end as deleted', async () => {
    const id = await order('user-plain', 'dst_plain');
    await arrived('user-plain');
    await deleted(id);
    const { deletions, status } = await system.api().get(id);
    expect(status).toBe('deleted');
    expect(deletions).toMatchObject([
      { destinationId: 'dst_plain', status: 'complete', attempts: 0 },
    ]);
    const [request] = receiver.requests.filter(({ body }) => body.includes('user-plain'));
    expect(request?.headers).toHaveProperty('webhook-signature');
    expect(JSON.parse(request?.body ?? '')).toMatchObject({
      type: 'user.deletion_requested',
      data: { users: [{ regulationId: id, userId: 'user-plain' }] },
    });
  });

  it('continue at another worker when a worker is killed or frozen', async () => {
    const [first, second, third] = system.workers;
    const frozen = await order('user-frozen', 'dst_held_1');
    await arrived('user-frozen');
    first!.freeze();
    second!.start();
    const killed = await order('user-killed', 'dst_held_2');
    await arrived('user-killed');
    await second!.kill();
    third!.start();
    receiver.open();
    await system.query(
      `update regulation.deletion_jobs set lease_expires_at = now()
        where state = 'running' and destination_id like 'dst_held%'`,
    );

    await Promise.all([deleted(frozen), deleted(killed)]);
    const calls = receiver.count('user-frozen');
    expect(calls).toBeGreaterThanOrEqual(2);
    expect(receiver.count('user-killed')).toBeGreaterThanOrEqual(2);
    const before = await states();
    first!.thaw();
    // The thawed worker reports its old jobs. The service ignores these reports, and the worker
    // continues with new jobs.
    await third!.stop();
    await deleted(await order('user-after', 'dst_plain'));
    expect(await states()).toEqual(before);
    for (const id of [frozen, killed]) {
      const { deletions } = await system.api().get(id);
      expect(deletions).toMatchObject([{ status: 'complete' }]);
      expect(deletions![0]!.attempts).toBeGreaterThanOrEqual(1);
    }
    expect(receiver.count('user-frozen')).toBe(calls);
  });

  it('note that counts are a lower bound when a worker was killed before its report', async () => {
    const [first, second] = system.workers;
    const [target, other] = [0, 1].map(() => new pg.Client({ connectionString: rows.url }));
    await Promise.all([target!.connect(), other!.connect()]);
    const isThere = async (sql: string) => (await target!.query(sql)).rowCount === 1;
    try {
      await target!.query('create table customers (id text)');
      await target!.query(`insert into customers values ('user-rows')`);
      await other!.query('begin; select from customers for update');
      const id = await order('user-rows', 'dst_rows');
      const waiting = `select from pg_stat_activity where application_name = 'lethe'
        and datname = current_database() and wait_event_type = 'Lock'`;
      await waitFor(() => isThere(waiting), { message: () => `the delete:\n${system.output}` });
      // Without a service, no report arrives. A frozen service would read the report later.
      for (const service of system.regulations) await service.kill();
      await other!.query('rollback');
      await waitFor(async () => !(await isThere('select from customers')));
      await first!.kill();
      for (const service of system.regulations) service.start();
      await system.ready();
      second!.start();
      await system.query(
        `update regulation.deletion_jobs set lease_expires_at = now()
          where state = 'running' and destination_id = 'dst_rows'`,
      );
      await deleted(id);
      const { deletions } = await system.api().get(id);
      expect(deletions).toMatchObject([
        {
          record: {
            counts: { users: 1, 'rows in public.customers': 0 },
            notes: [expect.stringContaining('too low'), expect.stringContaining('No rows')],
          },
        },
      ]);
    } finally {
      await Promise.all([target!.end(), other!.end()]);
    }
  });

  const states = () =>
    system.query(
      `select id, state, attempt from regulation.deletion_jobs
        where destination_id like 'dst_held%' order by id`,
    );
});

function workspace(url: string, rowsUrl: string): object {
  const { hostname: host, port, pathname, username, password } = new URL(rowsUrl);
  const deletionSecret = `whsec_${Buffer.alloc(24, 7).toString('base64')}`;
  const hook = (id: string, deletionUrl: string) => ({
    id,
    name: id,
    type: 'WEBHOOK',
    enabled: true,
    config: { webhookUrl: `${url}/events`, deletionUrl, deletionSecret },
  });
  return {
    id: WORKSPACE,
    name: 'Deletions',
    deletionDelay: 0,
    tokens: [{ name: 'admin', email: 'a@e2e.example', token: TOKENS.admin, role: 'admin' }],
    destinations: [
      hook('dst_plain', `${url}/deletions`),
      hook('dst_held_1', `${url}/held/0`),
      hook('dst_held_2', `${url}/held/0`),
      {
        ...{ id: 'dst_rows', name: 'dst_rows', type: 'POSTGRES', enabled: true },
        config: {
          ...{ host, port, database: pathname.slice(1), user: username, sslMode: 'disable' },
          password: decodeURIComponent(password),
          deletionTables: [{ table: 'customers', userIdColumn: 'id' }],
        },
      },
    ],
  };
}
