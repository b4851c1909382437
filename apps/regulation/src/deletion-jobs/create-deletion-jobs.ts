import type { DeletionSettings } from '@lethe/catalog';
import type { DeletionJobRequested } from '@lethe/contracts';
import type { EntityManager } from 'typeorm';
import type { NewRegulations } from '../regulations/new-regulations.js';
import { cutJobs } from './cut-jobs.js';
import type { DeletionTarget } from './deletion-plan.js';
import { insertJobs } from './insert-jobs.js';

const DAY_MS = 24 * 3_600_000;

/**
 * Cuts a request into jobs for one destination and stores them, in the transaction of the request.
 *
 * @returns the event of each job, for the deletions topic
 */
export async function createDeletionJobs(
  manager: EntityManager,
  created: NewRegulations,
  target: DeletionTarget,
  settings: Pick<DeletionSettings, 'deletionDelaySeconds' | 'deletionDeadlineDays'>,
): Promise<DeletionJobRequested[]> {
  const { workspaceId, requestId, createdAt } = created;
  const dueAt = new Date(Date.parse(createdAt) + settings.deletionDeadlineDays * DAY_MS);
  const users = created.entries.map(({ id, attributes }) => ({
    regulationId: id,
    userId: attributes.userId,
    identifiers: attributes,
  }));
  return insertJobs(
    manager,
    cutJobs(users, target.batchSize).map((batch) => ({
      ...{ workspaceId, requestId, createdAt, users: batch },
      destinationId: target.id,
      destinationType: target.type,
      delaySeconds: settings.deletionDelaySeconds,
      dueAt: dueAt.toISOString(),
    })),
  );
}
