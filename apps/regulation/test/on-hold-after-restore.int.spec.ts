import { randomUUID } from 'node:crypto';
import type { ReceivedRecord } from '@lethe/messaging';
import { settleStatuses } from '../src/record/statuses/settle-statuses.js';
import { loadTopics, type PublishedTopics } from '../src/restore/load-published-topics.js';
import { endExpiredLeases } from '../src/deletions/sweep/end-expired-leases.js';
import { holdDoubtfulJobs, rebuildDeletionJobs } from '../src/restore/rebuild-deletion-jobs.js';
import { DeletionService } from './deletion-service.js';
import { contextOf } from './test-service.js';

let deletions: DeletionService;
beforeAll(async () => {
  deletions = await DeletionService.start();
  for (const id of ['ran', 'told', 'waits', 'known']) deletions.service.catalog.addWebhook(id);
});
afterAll(() => deletions.close());

it('puts jobs on hold that were running at the backup, or were canceled since then', async () => {
  await deletions.order(['ran'], [{ userId: 'a' }]);
  await deletions.claim({ claimId: randomUUID() });
  const [told] = await deletions.order(['told'], [{ userId: 'b' }]);
  await deletions.order(['waits'], [{ userId: 'c' }]);
  const onHold = await deletions.database.transaction(async (manager) => {
    await manager.query(
      `create temp table published_facts on commit drop as
       select $1::uuid as regulation_id, 'canceled' as fact, null::text as destination_id, null::text as detail`,
      [told],
    );
    return holdDoubtfulJobs(manager);
  });
  expect(onHold.map(({ destinationId, users }) => [destinationId, users])).toEqual([
    ['ran', 1],
    ['told', 1],
  ]);
  await deletions.passLeases();
  await endExpiredLeases(deletions.database, 'test.');
  await deletions.passDelays();
  expect((await deletions.claim()).claimed).toMatchObject([{ destinationId: 'waits' }]);
});

it('recreates a retry on hold, and the failed job in its final state', async () => {
  const [retried, refused] = [randomUUID(), randomUUID()];
  const rebuilt = await deletions.database.transaction(async (manager) => {
    await manager.query(
      `create temp table published_orders on commit drop as
       select job_id, 'ws_a' as workspace_id, 'waits' as destination_id, 'WEBHOOK' as destination_type,
              timestamptz '2026-01-01' + hours * interval '1 hour' as requested_at, regulation_id, 'd' as user_id
         from (values (9001::bigint, 0, $1::uuid), (9001, 0, $2), (9002, 2, $1)) as o (job_id, hours, regulation_id)`,
      [retried, refused],
    );
    await manager.query(
      `create temp table published_facts on commit drop as
       select regulation_id, 'deletion_status_changed' as fact, 'waits' as destination_id, 'aborted' as detail,
              timestamptz '2026-01-01 01:00' as at
         from unnest($1::uuid[]) as regulation_id`,
      [[retried, refused]],
    );
    return rebuildDeletionJobs(manager, 10_000n);
  });
  const waits = { workspaceId: 'ws_a', destinationId: 'waits', users: 1 };
  expect(rebuilt).toEqual({
    held: [{ ...waits, jobId: '9002' }],
    ended: [{ ...waits, jobId: '9001', state: 'aborted' }],
  });
});

it('does not recreate a lost retry of a regulation that the backup has, so that its identifiers are purged in time', async () => {
  const { service, database } = deletions;
  const [id = ''] = await deletions.order(['known'], [{ userId: 'e', email: 'e@example.com' }]);
  await deletions.attempt(() => ({ status: 'aborted', reason: 'HTTP 401' }));
  await service.commands.retryRegulation({ context: contextOf(), id });
  const published = await database.query<{ topic: string; data: string }>(
    'select topic, data from regulation.outbox order by id',
  );
  // The backup is from before the retry.
  const [lost] = await database.query<{ id: string }>(
    'select max(job_id) as id from regulation.deletion_job_users where regulation_id = $1',
    [id],
  );
  await database.query('delete from regulation.deletion_job_users where job_id = $1', [lost?.id]);
  await database.query('delete from regulation.deletion_jobs where id = $1', [lost?.id]);
  await database.query(
    'update regulation.deletion_jobs set retried_at = null where request_id = (select request_id from regulation.regulations where id = $1)',
    [id],
  );
  const topics: PublishedTopics = {
    identity: () => Promise.resolve({ clusterId: 'c', topicId: 't' }),
    read: async (topic, onRecord) => {
      for (const [offset, { data }] of published.filter((one) => one.topic === topic).entries()) {
        const record = { partition: 0, offset: String(offset), value: Buffer.from(data) };
        await onRecord(record as ReceivedRecord);
      }
    },
  };
  const { lastJobId, rebuilt } = await database.transaction(async (manager) => {
    const loaded = await loadTopics(manager, topics, 'test.');
    return { ...loaded, rebuilt: await rebuildDeletionJobs(manager, loaded.lastJobId + 1n) };
  });
  expect([lastJobId > 0n, rebuilt]).toEqual([true, { held: [], ended: [] }]);
  await settleStatuses(database);
  expect(await service.purge(-40)).toBeGreaterThan(0);
  const { attributes } = await service.commands.getRegulation({ context: contextOf(), id });
  expect(attributes).toEqual({ userId: 'e' });
});
