import type { DeletionSettings } from '@lethe/catalog';
import { mapInSteps } from '@lethe/resilience';
import { inPortions } from '../database/in-portions.js';
import type { NewRegulations } from '../record/new-regulations.js';
import { cutJobs, measured, type DeletionUser } from './cut-jobs.js';
import type { DeletionTarget } from './check-destinations.js';
import type { NewDeletionJob } from './insert-jobs.js';

const DAY_MS = 24 * 3_600_000;
/** Users of all jobs of a portion: few destinations of many users, or many destinations of few. */
const USERS_OF_A_PORTION = 2_000;

/** By when what is ordered at a time has to be done. */
export function dueAtOf(
  createdAt: string,
  { deletionDeadlineDays }: Pick<DeletionSettings, 'deletionDeadlineDays'>,
): string {
  return new Date(Date.parse(createdAt) + deletionDeadlineDays * DAY_MS).toISOString();
}

/** Cuts a request into jobs for its destinations, in portions to be stored with one statement each. */
export async function* jobsOfRequest(
  created: NewRegulations,
  targets: readonly DeletionTarget[],
  settings: Pick<DeletionSettings, 'deletionDelaySeconds' | 'deletionDeadlineDays'>,
): AsyncGenerator<readonly NewDeletionJob[]> {
  const users = await mapInSteps(created.entries, ({ id, attributes }) =>
    measured({ regulationId: id, userId: attributes.userId, identifiers: attributes }),
  );
  yield* inPortions(jobsOf(created, users, targets, settings), [
    { most: USERS_OF_A_PORTION, of: (job) => job.users.length },
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
