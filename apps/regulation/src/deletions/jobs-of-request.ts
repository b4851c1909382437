import type { DeletionSettings } from '@lethe/catalog';
import type { UserIdentifiers } from '@lethe/contracts';
import { mapInSteps } from '@lethe/resilience';
import { inPortions } from '../database/in-portions.js';
import { dueAtOf } from '../record/due-at.js';
import { demandOf, type NewRegulations } from '../record/new-regulations.js';
import { cutJobs, measured, type DeletionUser } from './cut-jobs.js';
import type { DeletionTarget } from './check-destinations.js';
import type { NewDeletionJob } from './insert-jobs.js';

/** Maximum number of users in all jobs of one portion. */
const USERS_OF_A_PORTION = 2_000;

/** Settings that apply to a deletion from its order on. Later changes do not affect it. */
export type OrderSettings = Pick<
  DeletionSettings,
  'deletionDelaySeconds' | 'deletionDeadlineDays'
> & { readonly verifyAfterSeconds: number | null };

/**
 * Divides a request into jobs for its destinations. Yields portions of jobs, each small enough for
 * one call of `insertJobs`.
 */
export async function* jobsOfRequest(
  created: NewRegulations,
  targets: readonly DeletionTarget[],
  settings: OrderSettings,
): AsyncGenerator<readonly NewDeletionJob[]> {
  const users = await mapInSteps(created.entries, (entry) =>
    measured<UserOfRequest>({
      regulationId: entry.id,
      userId: entry.attributes.userId,
      identifiers: entry.attributes,
      dueAt: dueAtOf(demandOf(created, entry), settings),
      destinationIds: entry.destinationIds,
    }),
  );
  yield* inPortions(jobsOf(created, users, targets, settings), [
    { most: USERS_OF_A_PORTION, sizeOf: (job) => job.users.length },
  ]);
}

type UserOfRequest = NewDeletionJob['users'][number] & {
  readonly identifiers: UserIdentifiers;
  readonly destinationIds: readonly string[] | undefined;
};

/** Returns a function that returns the users of a request whose data is deleted at a target. */
function usersByTarget(
  users: readonly (UserOfRequest & DeletionUser)[],
): (target: DeletionTarget) => readonly (UserOfRequest & DeletionUser)[] {
  const sets = new Map<readonly string[], ReadonlySet<string>>();
  for (const { destinationIds: own } of users) {
    if (own !== undefined && !sets.has(own)) sets.set(own, new Set(own));
  }
  if (sets.size === 0) return () => users;
  return ({ id }) =>
    users.filter(({ destinationIds: own }) => own === undefined || sets.get(own)?.has(id) === true);
}

function* jobsOf(
  { workspaceId, requestId, createdAt }: NewRegulations,
  users: readonly (UserOfRequest & DeletionUser)[],
  targets: readonly DeletionTarget[],
  settings: OrderSettings,
): Generator<NewDeletionJob> {
  const usersAt = usersByTarget(users);
  for (const target of targets) {
    for (const batch of cutJobs(usersAt(target), target.batchSize)) {
      yield {
        ...{ workspaceId, requestId, createdAt, users: batch },
        destinationId: target.id,
        destinationType: target.type,
        delaySeconds: settings.deletionDelaySeconds,
        verifyAfterSeconds: settings.verifyAfterSeconds,
      };
    }
  }
}
