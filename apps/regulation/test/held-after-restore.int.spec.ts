import { randomUUID } from 'node:crypto';
import { endExpiredLeases } from '../src/deletion-jobs/sweep/end-expired-leases.js';
import { holdDoubtfulJobs } from '../src/restore/rebuild-deletion-jobs.js';
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
