import { setTimeout } from 'node:timers/promises';
import { Metrics } from '@lethe/observability';
import { SCHEMA } from '../src/database/schema-name.js';
import { backlogMetrics } from '../src/backlog/backlog-metrics.js';
import { rowsReadBy } from './rows-read.js';
import { contextOf, newTestService, type TestService } from './test-service.js';

describe('backlogMetrics', () => {
  let service: TestService;
  const metrics = new Metrics();
  let leads = true;
  let isAway = false;
  /** With millions of rows, PostgreSQL uses no bitmaps here. */
  let usesBitmaps = true;
  const job = backlogMetrics(metrics, {
    database: {
      transaction: (work) =>
        isAway
          ? Promise.reject(new Error('away'))
          : service.database.transaction(async (manager) => {
              if (!usesBitmaps) await manager.query('set local enable_bitmapscan = off');
              return work(manager);
            }),
    },
    isLeading: () => leads,
    timeoutMs: 200,
    maxPauseMs: 1,
  });
  /** Runs a round, and returns the values by name and labels. */
  const poll = async (): Promise<Map<string, number>> => {
    await setTimeout(2); // the pause between polls
    await job.round(new AbortController().signal);
    return shown();
  };
  const shown = async (): Promise<Map<string, number>> => {
    const lines = (await metrics.registry.metrics()).matchAll(/^lethe_(\S+) (\S+)$/gm);
    return new Map([...lines].map(([, name = '', value]) => [name, Number(value)]));
  };
  const create = (regulationType: 'suppress' | 'suppress_with_delete', userId: string) =>
    service.commands.createRegulations({
      context: contextOf('ws_a'),
      wantRecords: true,
      ...{
        regulationType,
        users: [{ userId }],
        ...(regulationType === 'suppress' ? {} : { destinationIds: ['dst_hook'] }),
      },
    });

  beforeAll(async () => {
    service = await newTestService();
    service.catalog.addWebhook('dst_hook');
  });
  afterAll(() => service.close());

  it('shows zeros for a new database', async () => {
    const seen = await poll();
    expect(seen.get('outbox_rows')).toBe(0);
    expect(seen.get('suppressions_unpublished')).toBe(0);
    expect(seen.get('suppressions_unpublished_oldest_age_seconds')).toBe(0);
    expect(seen.get('deletion_jobs_overdue')).toBe(0);
    expect(seen.get('deletion_jobs_needing_attention')).toBe(0);
    expect(seen.get('deletion_verifications_found')).toBe(0);
    expect(seen.get('deletion_jobs{state="aborted"}')).toBe(0);
  });

  it('shows committed changes that are not published, and their age', async () => {
    await create('suppress', 'ann');
    await create('suppress_with_delete', 'bob');
    await service.database.query(
      `update ${SCHEMA}.suppressions set changed_at = changed_at - interval '2 minutes' where user_id = 'ann'`,
    );
    const seen = await poll();
    expect(seen.get('suppressions_unpublished')).toBe(2);
    expect(seen.get('suppressions_unpublished_oldest_age_seconds')).toBeGreaterThan(119);
    expect(seen.get('outbox_rows')).toBe(3); // two new regulations, one new deletion
    expect(seen.get('deletion_jobs{state="pending"}')).toBe(1);
    expect(seen.get('deletion_jobs_oldest_age_seconds{state="pending"}')).toBeGreaterThanOrEqual(0);
  });

  it('reads no suppressions that are published', async () => {
    await service.database.query(
      `insert into ${SCHEMA}.suppressions
         (workspace_id, user_id, source_id, active_count, first_at, changed_at, change_seq)
       select 'ws_b', md5(n::text), '*', 1, now() - interval '3 days', now() - interval '3 days', n
         from generate_series(1, 20000) n`,
    );
    const position = `${SCHEMA}.relay_positions set position = `;
    await service.database.query(`update ${position}19998`);
    await service.database.query(`vacuum (analyze) ${SCHEMA}.suppressions`);
    usesBitmaps = false;
    let seen = new Map<string, number>();
    const rows = await rowsReadBy(service.database, async () => {
      seen = await poll();
    });
    expect(seen.get('suppressions_unpublished')).toBe(4); // those of ann and bob have no number
    const age = seen.get('suppressions_unpublished_oldest_age_seconds');
    expect(age).toBeGreaterThan(2 * 86_400);
    expect(rows).toBeLessThan(100);
    await service.database.query(`update ${position}0`);
    await service.database.query(`delete from ${SCHEMA}.suppressions where workspace_id = 'ws_b'`);
    usesBitmaps = true;
  });

  it('counts overdue jobs and ended jobs', async () => {
    await service.database.query(
      `update ${SCHEMA}.deletion_jobs set due_at = statement_timestamp() - interval '1 hour'`,
    );
    expect((await poll()).get('deletion_jobs_overdue')).toBe(1);
    await service.database.query(`update ${SCHEMA}.deletion_jobs set state = 'aborted'`);
    const seen = await poll();
    expect(seen.get('deletion_jobs_overdue')).toBe(1);
    expect(seen.get('deletion_jobs_needing_attention')).toBe(1);
    expect(seen.get('deletion_jobs{state="aborted"}')).toBe(1);
    expect(seen.get('deletion_jobs_finished_total{state="aborted"}')).toBe(1);
    expect(seen.get('deletion_jobs{state="pending"}')).toBe(0);
    expect(seen.has('deletion_jobs_oldest_age_seconds{state="pending"}')).toBe(false);
    await service.database.query(`update ${SCHEMA}.deletion_jobs set retried_at = now()`);
    const retried = await poll();
    expect(retried.get('deletion_jobs_overdue')).toBe(0);
    expect(retried.get('deletion_jobs_needing_attention')).toBe(0);
    expect(retried.get('deletion_jobs{state="aborted"}')).toBe(1);
  });

  it('counts by type the destinations that back off with open jobs and are not paused', async () => {
    const addQueue = (id: string, type: string, columns: string) =>
      service.database.query(
        `insert into ${SCHEMA}.deletion_lanes (workspace_id, destination_id, destination_type, delays, failures, ready_at, claim_id, paused_at)
         values ('ws_a', '${id}', '${type}', ${columns})`,
      );
    await addQueue('one', 'WEBHOOK', `2, 0, now() + interval '1 day', null, null`);
    await addQueue('two', 'WEBHOOK', `0, 1, 'infinity', gen_random_uuid(), null`);
    await addQueue('three', 'WEBHOOK', `0, 1, now(), null, now()`); // paused
    await addQueue('four', 'WEBHOOK', `0, 0, now(), null, null`); // does not back off
    await addQueue('five', 'WEBHOOK', `0, 4, 'infinity', null, null`); // no open job
    await addQueue('six', 'NOBODY_KNOWS', `0, 4, now(), null, null`);
    await addQueue('seven', 'NOBODY_KNOWS_2', `0, 4, now(), null, null`);
    const seen = await poll();
    expect(seen.get('deletion_destinations_left_alone{destination_type="WEBHOOK"}')).toBe(2);
    expect(seen.get('deletion_destinations_left_alone{destination_type="other"}')).toBe(2);
    await service.database.query(
      `delete from ${SCHEMA}.deletion_lanes where destination_id <> 'dst_hook'`,
    );
  });

  it('shows nothing while the database is unreachable, and counts the changes afterwards', async () => {
    isAway = true;
    await expect(poll()).rejects.toThrow('away');
    expect(await metrics.registry.metrics()).not.toMatch(/^lethe_outbox_rows /m);
    isAway = false;
    await service.database.query(`update ${SCHEMA}.generation set id = gen_random_uuid()`);
    await service.database.query(`update ${SCHEMA}.deletion_jobs set state = 'complete'`);
    const seen = await poll();
    expect(seen.get('database_generation_changes_total')).toBe(1);
    expect(seen.get('deletion_jobs_finished_total{state="complete"}')).toBe(1);
  });

  it('hides the values of a locked table, and shows new values after the lock', async () => {
    const before = await poll();
    let unlock = (): void => undefined;
    const isUnlocked = new Promise<void>((resolve) => (unlock = resolve));
    let lockHolder: Promise<void> = Promise.resolve();
    await new Promise<void>((locked) => {
      lockHolder = service.database.transaction(async (manager) => {
        await manager.query(`lock table ${SCHEMA}.deletion_tallies in access exclusive mode`);
        locked();
        await isUnlocked;
      });
    });
    await expect(poll()).rejects.toThrow();
    const seen = await shown();
    expect(seen.has('deletion_jobs{state="aborted"}')).toBe(false);
    expect(seen.get('outbox_rows')).toBe(before.get('outbox_rows'));
    const seenAt = (of: string, from: Map<string, number>) =>
      from.get(`backlog_seen_timestamp_seconds{of="${of}"}`);
    expect(seenAt('deletions', seen)).toBe(seenAt('deletions', before));
    expect(seenAt('outbox', seen)).toBeGreaterThan(seenAt('outbox', before) ?? Infinity);
    unlock();
    await lockHolder;
    const after = await poll();
    expect(after.has('deletion_jobs{state="aborted"}')).toBe(true);
    expect(seenAt('deletions', after)).toBeGreaterThan(seenAt('deletions', before) ?? Infinity);
  });

  it('shows values only while the instance leads', async () => {
    leads = false;
    expect((await poll()).has('outbox_rows')).toBe(false);
    leads = true;
    expect((await poll()).has('outbox_rows')).toBe(true);
  });
});
