import type { DeletionSettings } from '@lethe/catalog';
import type { DatabaseConnection } from '@lethe/database';
import { appendToOutbox } from '../../record/append-to-outbox.js';
import type { EntityManager } from 'typeorm';
import type { DeletionTarget } from '../../deletions/check-destinations.js';
import { insertJobs } from '../../deletions/insert-jobs.js';
import { jobsOfRequest } from '../../deletions/jobs-of-request.js';
import { wakeQueues } from '../../deletions/queues/wake-queues.js';
import { verifyAfterSeconds } from '../../deletions/verifications/verify-after.js';
import { dueAtOf } from '../../record/due-at.js';
import { demandOf, type NewRegulations } from '../../record/new-regulations.js';
import { storeResolved, type ResolvedDestinations } from '../../record/not-deleted.js';
import type { ServiceParts } from '../../service-parts.js';
import { insertRegulations } from './insert-regulations.js';

/** The destinations and settings of deletions. Without deletions, there are no settings. */
export interface Deletion {
  readonly targets: readonly DeletionTarget[];
  readonly settings: DeletionSettings | undefined;
  /** Absent if the request names its destinations. */
  readonly resolved?: ResolvedDestinations | undefined;
}

/**
 * Stores regulations with their facts and suppressions. Also stores deletion jobs with their
 * events.
 *
 * @returns as `insertRegulations`; if the set has an element, the caller must not commit
 */
export async function storeRegulations(
  manager: EntityManager,
  created: NewRegulations,
  { targets, settings, resolved }: Deletion,
  parts: Pick<ServiceParts, 'events' | 'hashes' | 'limits' | 'personalDataDays'>,
): Promise<ReadonlySet<string>> {
  const { events, hashes, limits } = parts;
  const crowded = await insertRegulations(manager, created, {
    factsOf: (part) => events.created(part),
    hashes,
    sourcesOfUser: limits.sourcesOfUser,
    dueAtOf: settings && ((entry) => dueAtOf(demandOf(created, entry), settings)),
  });
  if (crowded.size > 0 || settings === undefined) return crowded;
  const orderSettings = {
    ...settings,
    verifyAfterSeconds: verifyAfterSeconds(settings, parts.personalDataDays),
  };
  for await (const portion of jobsOfRequest(created, targets, orderSettings)) {
    const jobs = await insertJobs(manager, portion);
    await appendToOutbox(
      manager,
      jobs.map((job) => events.deletionRequested(job)),
    );
  }
  if (resolved !== undefined) await storeResolved(manager, created, resolved);
  return crowded;
}

/** Wakes workers after the commit. If this fails, the sweep wakes the workers. */
export async function wakeWorkers(
  database: DatabaseConnection,
  workspaceId: string,
  targets: readonly DeletionTarget[],
): Promise<void> {
  await wakeQueues(
    database.query,
    targets.map(({ id }) => ({ workspaceId, destinationId: id })),
  ).catch(() => undefined);
}
