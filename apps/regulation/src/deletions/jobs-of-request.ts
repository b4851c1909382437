import type { DeletionSettings } from '@lethe/catalog';
import { mapInSteps } from '@lethe/resilience';
import { inPortions } from '../database/in-portions.js';
import type { NewRegulations } from '../record/new-regulations.js';
import { cutJobs, measured, type DeletionUser } from './cut-jobs.js';
import type { DeletionTarget } from './check-destinations.js';
import type { NewDeletionJob } from './insert-jobs.js';

const DAY_MS = 24 * 3_600_000;
/** Maximum number of users in all jobs of one portion. */
const USERS_OF_A_PORTION = 2_000;

/** Returns the deadline of a deletion that was requested at `createdAt`. */
export function dueAtOf(
  createdAt: string,
  { deletionDeadlineDays }: Pick<DeletionSettings, 'deletionDeadlineDays'>,
): string {
  return new Date(Date.parse(createdAt) + deletionDeadlineDays * DAY_MS).toISOString();
}

/**
 * Divides a request into jobs for its destinations. Yields portions of jobs, each small enough for
 * one call of `insertJobs`.
 */
export async function* jobsOfRequest(
  created: NewRegulations,
  targets: readonly DeletionTarget[],
  settings: Pick<DeletionSettings, 'deletionDelaySeconds' | 'deletionDeadlineDays'>,
): AsyncGenerator<readonly NewDeletionJob[]> {
  const users = await mapInSteps(created.entries, ({ id, attributes }) =>
    measured({ regulationId: id, userId: attributes.userId, identifiers: attributes }),
  );
  yield* inPortions(jobsOf(created, users, targets, settings), [
    { most: USERS_OF_A_PORTION, sizeOf: (job) => job.users.length },
  ]);
}

function* jobsOf(
  { workspaceId, requestId, createdAt }: NewRegulations,
  users: readonly (DeletionUser & NewDeletionJob['users'][number])[],
  targets: readonly DeletionTarget[],
  settings: Pick<DeletionSettings, 'deletionDelaySeconds' | 'deletionDeadlineDays'>,
): Generator<NewDeletionJob> {
  const dueAt = dueAtOf(createdAt, settings);
  for (const target of targets) {
    for (const batch of cutJobs(users, target.batchSize)) {
      yield {
        ...{ workspaceId, requestId, createdAt, users: batch },
        destinationId: target.id,
        destinationType: target.type,
        delaySeconds: settings.deletionDelaySeconds,
        dueAt,
      };
    }
  }
}
