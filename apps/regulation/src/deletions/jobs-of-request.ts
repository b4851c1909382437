import type { DeletionSettings } from '@lethe/catalog';
import { mapInSteps } from '@lethe/resilience';
import type { NewRegulations } from '../record/new-regulations.js';
import { cutJobs, measured } from './cut-jobs.js';
import type { DeletionTarget } from './deletion-plan.js';
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
  let portion: NewDeletionJob[] = [];
  let users = 0;
  for await (const job of jobsOf(created, targets, settings)) {
    if (portion.length > 0 && users + job.users.length > USERS_OF_A_PORTION) {
      yield portion;
      portion = [];
      users = 0;
    }
    portion.push(job);
    users += job.users.length;
  }
  if (portion.length > 0) yield portion;
}

async function* jobsOf(
  { workspaceId, requestId, createdAt, entries }: NewRegulations,
  targets: readonly DeletionTarget[],
  settings: Pick<DeletionSettings, 'deletionDelaySeconds' | 'deletionDeadlineDays'>,
): AsyncGenerator<NewDeletionJob> {
  const dueAt = dueAtOf(createdAt, settings);
  const users = await mapInSteps(entries, ({ id, attributes }) =>
    measured({ regulationId: id, userId: attributes.userId, identifiers: attributes }),
  );
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
