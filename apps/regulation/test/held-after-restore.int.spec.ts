import { randomUUID } from 'node:crypto';
import { endExpiredLeases } from '../src/deletions/sweep/end-expired-leases.js';
import { holdDoubtfulJobs, rebuildDeletionJobs } from '../src/restore/rebuild-deletion-jobs.js';
import { DeletionService } from './deletion-service.js';

let deletions: DeletionService;
beforeAll(async () => {
  deletions = await DeletionService.start();
  for (const id of ['ran', 'told', 'waits']) deletions.service.catalog.addWebhook(id);
});
afterAll(() => deletions.close());

it('holds what ran when the database was saved, and what the topics know more of', async () => {
  await deletions.order(['ran'], [{ userId: 'a' }]);
  await deletions.claim({ claimId: randomUUID() });
  const [told] = await deletions.order(['told'], [{ userId: 'b' }]);
  await deletions.order(['waits'], [{ userId: 'c' }]);
  const held = await deletions.database.transaction(async (manager) => {
    await manager.query(
      `create temp table told_facts on commit drop as
       select $1::uuid as regulation_id, 'canceled' as fact, null::text as destination_id, null::text as detail`,
      [told],
    );
    return holdDoubtfulJobs(manager);
  });
  expect(held.map(({ destinationId, users }) => [destinationId, users])).toEqual([
    ['ran', 1],
    ['told', 1],
  ]);
  await deletions.passLeases();
  await endExpiredLeases(deletions.database, 'test.');
  await deletions.passDelays();
  expect((await deletions.claim()).claimed).toMatchObject([{ destinationId: 'waits' }]);
});

it('holds what was ordered again after it was told to have been aborted', async () => {
  const [retried, refused] = [randomUUID(), randomUUID()];
  const rebuilt = await deletions.database.transaction(async (manager) => {
    await manager.query(
      `create temp table told_orders on commit drop as
       select job_id, 'ws_a' as workspace_id, 'waits' as destination_id, 'WEBHOOK' as destination_type,
              timestamptz '2026-01-01' + hours * interval '1 hour' as requested_at, regulation_id, 'd' as user_id
         from (values (9001::bigint, 0, $1::uuid), (9001, 0, $2), (9002, 2, $1)) as o (job_id, hours, regulation_id)`,
      [retried, refused],
    );
    await manager.query(
      `create temp table told_facts on commit drop as
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
