import type { DeletionAttemptDto } from '@lethe/api/deletions';
import type { EntityManager } from 'typeorm';
import { SCHEMA } from '../../database/schema-name.js';
import { isCovered } from '../../record/covered.js';
import { ID_AS_GIVEN } from '../../record/given-id.js';
import { isLeft } from '../../record/overdue.js';
import type { RegulationEvents } from '../../record/regulation-events.js';
import { withAttempt } from '../attempts/with-attempt.js';
import { takesUserIdOnly } from '../claim/identifiers-for.js';
import { insertFurtherJobs } from '../insert-further-jobs.js';
import type { DestinationQueue } from '../queues/destination-queue.js';
import type { EndedVerification } from './end-verifications.js';

interface FoundJob {
  readonly id: string;
  readonly request_id: string;
  readonly destination_type: string;
  readonly verify_after_seconds: number | null;
  readonly first_completed_at: Date | null;
  readonly finished_at: Date;
  readonly history: readonly DeletionAttemptDto[] | null;
  readonly at: Date;
}

interface CoveredUser {
  readonly verification_id: string;
  readonly job_id: string;
  readonly regulation_id: string;
  /** The id as given. */
  readonly user_id: string;
  readonly due_at: Date | null;
  readonly is_left: boolean;
  readonly is_purged: boolean;
  /** Number of rows, keys or records of the user. A `bigint`, so a string. */
  readonly count: string;
}

/**
 * Raises the alarm for verifications that found data of users who are suppressed everywhere, and
 * orders one new job for these users. Does nothing else: data of other users can be wanted. If the
 * data is found again after the new job, only the alarm is raised, and a person decides.
 *
 * The new job does not prolong the retention of identifiers. So if they are purged already, and the
 * destination finds users by more than the `userId`, only the alarm is raised. If they are purged
 * later, see `abort-purged.ts`.
 *
 * @param queue the destination, whose queue the transaction has locked
 * @param ended verifications that ended in this transaction
 * @returns the number of new jobs; if there are any, the caller must wake the queue after the commit
 */
export async function deleteAgain(
  manager: EntityManager,
  events: RegulationEvents,
  { workspaceId, destinationId }: DestinationQueue,
  ended: readonly EndedVerification[],
): Promise<number> {
  const found = ended.filter((one) => one.found.length > 0);
  if (found.length === 0) return 0;
  // The jobs come before the regulations, as in a retry.
  const rows = await manager.query<FoundJob[]>(
    `select id, request_id, destination_type, verify_after_seconds, first_completed_at, finished_at, history,
            statement_timestamp() as at
       from ${SCHEMA}.deletion_jobs where id = any($1::bigint[]) order by id for update`,
    [found.map((one) => one.jobId)],
  );
  const covered = await lockCovered(manager, found);
  if (covered.length === 0) return 0;
  await manager.query(
    `update ${SCHEMA}.deletion_verifications set alarm = true where id = any($1::bigint[])`,
    [[...new Set(covered.map((user) => user.verification_id))]],
  );
  const jobs = rows.flatMap((job) => {
    if (job.first_completed_at !== null) return [];
    const users = covered.filter(
      (user) =>
        user.job_id === job.id &&
        user.is_left &&
        (!user.is_purged || takesUserIdOnly(job.destination_type)),
    );
    return users.length === 0 ? [] : [{ job, users }];
  });
  if (jobs.length === 0) return 0;
  await insertFurtherJobs(
    manager,
    events,
    jobs.map(({ job, users }) => ({
      ...{ workspaceId, destinationId, requestId: job.request_id },
      destinationType: job.destination_type,
      verifyAfterSeconds: job.verify_after_seconds,
      firstCompletedAt: job.finished_at.toISOString(),
      createdAt: job.at.toISOString(),
      delaySeconds: 0,
      history: historyOf(job, users),
      users: users.map((user) => ({
        regulationId: user.regulation_id,
        userId: user.user_id,
        dueAt: user.due_at?.toISOString() ?? null,
      })),
    })),
  );
  // The regulations are open again, see `settle-statuses.ts`.
  await manager.query(
    `update ${SCHEMA}.deletion_jobs set unsettled = true where id = any($1::bigint[])`,
    [jobs.map(({ job }) => job.id)],
  );
  return jobs.length;
}

/**
 * Returns the users with found data who are suppressed everywhere, and locks their regulations. If a
 * cancel commits before the lock, its user is left out. If it comes later, it waits for the lock, and
 * then sees the new job.
 */
function lockCovered(
  manager: EntityManager,
  found: readonly EndedVerification[],
): Promise<CoveredUser[]> {
  const users = found.flatMap((one) => one.found.map((regulationId) => ({ ...one, regulationId })));
  return manager.query<CoveredUser[]>(
    `select f.verification_id, u.job_id, u.regulation_id, ${ID_AS_GIVEN('r')} as user_id, r.due_at,
            ${isLeft('j')} as is_left, r.identifiers_forgotten_at is not null as is_purged,
            (v.found ->> r.id::text)::bigint as count
       from unnest($1::bigint[], $2::bigint[], $3::uuid[]) as f (verification_id, job_id, regulation_id)
       join ${SCHEMA}.deletion_jobs j on j.id = f.job_id
       join ${SCHEMA}.deletion_job_users u on u.job_id = j.id and u.regulation_id = f.regulation_id
       join ${SCHEMA}.regulations r on r.id = u.regulation_id
       join ${SCHEMA}.deletion_verifications v on v.id = f.verification_id
      where ${isCovered('r')}
      order by r.id for no key update of r`,
    [
      users.map((user) => user.id),
      users.map((user) => user.jobId),
      users.map((user) => user.regulationId),
    ],
  );
}

/** Returns the history of the new job. Its last entry says how much was found of the users. */
function historyOf(
  { history, at }: FoundJob,
  users: readonly CoveredUser[],
): readonly DeletionAttemptDto[] {
  const found = users.reduce((sum, { count }) => sum + Number(count), 0);
  const { earlier, last } = withAttempt(history ?? [], { outcome: 'found', found });
  return [...earlier, { ...last, at: at.toISOString() }];
}
