import type { EntityManager } from 'typeorm';
import { appendToOutbox, type OutboxEvent } from '../record/append-to-outbox.js';
import type { RegulationEvents } from '../record/regulation-events.js';
import { insertJobs, type NewDeletionJob } from './insert-jobs.js';

/**
 * Stores jobs for users who had a job before, and publishes that their deletions are pending again.
 * As with `insertJobs`, the caller must wake the queues after the commit.
 */
export async function insertFurtherJobs(
  manager: EntityManager,
  events: RegulationEvents,
  jobs: readonly NewDeletionJob[],
): Promise<void> {
  const requested = await insertJobs(manager, jobs);
  await appendToOutbox(
    manager,
    requested.map((job) => events.deletionRequested(job)),
  );
  await appendToOutbox(
    manager,
    jobs.flatMap((job) => pendingAgain(job, events)),
  );
}

function pendingAgain(
  { workspaceId, destinationId, createdAt, users }: NewDeletionJob,
  events: RegulationEvents,
): OutboxEvent[] {
  return users.map(({ regulationId }) =>
    events.deletionStatusChanged({
      ...{ regulationId, workspaceId, destinationId },
      status: 'pending',
      at: createdAt,
    }),
  );
}
