import type { DeletionSettings } from '@lethe/catalog';
import type { DatabaseConnection } from '@lethe/database';
import { appendToOutbox } from '../../record/append-to-outbox.js';
import type { EntityManager } from 'typeorm';
import type { DeletionTarget } from '../../deletions/check-destinations.js';
import { insertJobs } from '../../deletions/insert-jobs.js';
import { dueAtOf, jobsOfRequest } from '../../deletions/jobs-of-request.js';
import { wakeLanes } from '../../deletions/queues/wake-lanes.js';
import type { NewRegulations } from '../../record/new-regulations.js';
import type { ServiceParts } from '../../service-parts.js';
import { insertRegulations } from './insert-regulations.js';

/** Where regulations delete, and when; no settings where nothing is deleted. */
export interface Deletion {
  readonly targets: readonly DeletionTarget[];
  readonly settings: DeletionSettings | undefined;
}

/**
 * Stores regulations and all that belongs to them: facts, suppressions, deletion jobs with their events.
 *
 * @returns as `insertRegulations`: the transaction must not be committed when it is not empty
 */
export async function storeRegulations(
  manager: EntityManager,
  created: NewRegulations,
  { targets, settings }: Deletion,
  { events, hashes, limits: { sourcesOfUser } }: Pick<ServiceParts, 'events' | 'hashes' | 'limits'>,
): Promise<ReadonlySet<string>> {
  const dueAt = settings && dueAtOf(created.createdAt, settings);
  const crowded = await insertRegulations(manager, created, {
    factsOf: (part) => events.created(part),
    hashes,
    sourcesOfUser,
    dueAt,
  });
  if (crowded.size > 0 || settings === undefined) return crowded;
  for await (const portion of jobsOfRequest(created, targets, settings)) {
    const jobs = await insertJobs(manager, portion);
    await appendToOutbox(
      manager,
      jobs.map((job) => events.deletionRequested(job)),
    );
  }
  return crowded;
}

/** To be called after the commit. What is not woken here is found by the sweep. */
export async function wakeWorkers(
  database: DatabaseConnection,
  workspaceId: string,
  targets: readonly DeletionTarget[],
): Promise<void> {
  await wakeLanes(
    database.query,
    targets.map(({ id }) => ({ workspaceId, destinationId: id })),
  ).catch(() => undefined);
}
