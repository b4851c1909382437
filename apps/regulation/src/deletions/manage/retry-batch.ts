import type { DeletionAttemptDto } from '@lethe/api/deletions';
import type { EntityManager } from 'typeorm';
import { SCHEMA } from '../../database/schema-name.js';
import { withAttempt } from '../attempts/with-attempt.js';
import { takesUserIdOnly } from '../claim/identifiers-for.js';
import { hasUsersLeft, isLeft, needsAttention } from '../../record/overdue.js';
import { insertFurtherJobs } from '../insert-further-jobs.js';
import type { NewDeletionJob } from '../insert-jobs.js';
import { ID_AS_GIVEN } from '../../record/given-id.js';
import type { RegulationEvents } from '../../record/regulation-events.js';

/** Jobs that failed permanently and are to be retried. */
export interface RetryBatch {
  readonly workspaceId: string;
  /** Name of the token that sent the request. */
  readonly actor: string;
  readonly jobIds: readonly string[];
  /** Retries only the user of this regulation. If absent, all users of the jobs are retried. */
  readonly regulationId?: string;
}

interface AbortedJob {
  readonly id: string;
  readonly request_id: string;
  readonly destination_id: string;
  readonly destination_type: string;
  readonly verify_after_seconds: number | null;
  readonly first_completed_at: Date | null;
  readonly history: readonly DeletionAttemptDto[] | null;
  readonly at: Date;
}

export interface RetriedBatch {
  /** The new jobs. After the commit, the caller must wake the queues of their destinations. */
  readonly jobs: readonly NewDeletionJob[];
  /** Destinations with users that were left out, because their identifiers were purged. */
  readonly withPurgedUsers: readonly string[];
}

/**
 * Creates a new job for each job that failed permanently. The new job gets the users of the old
 * job. Leaves out users of canceled regulations, and users who already have a later job at the
 * destination. Also leaves out users with purged identifiers, if the receiver finds users by
 * identifiers other than the `userId`. For such a user, the receiver would find no data and report
 * a complete deletion. The old job of these users still needs attention, but later calls of
 * `retryDeletionJobs` skip it. If two callers retry the same job, the second caller finds no users
 * left.
 */
export async function retryBatch(
  manager: EntityManager,
  events: RegulationEvents,
  { workspaceId, actor, jobIds, regulationId }: RetryBatch,
): Promise<RetriedBatch> {
  // A separate statement takes the locks. So the next statement sees the commit of the transaction
  // that held the locks before.
  const aborted = await manager.query<AbortedJob[]>(
    `select id, request_id, destination_id, destination_type, verify_after_seconds, first_completed_at,
            history, statement_timestamp() as at
       from ${SCHEMA}.deletion_jobs j
      where workspace_id = $1 and id = any($2::bigint[]) and ${needsAttention('j')}
      order by id for update`,
    [workspaceId, jobIds],
  );
  if (aborted.length === 0) return { jobs: [], withPurgedUsers: [] };
  const ids = aborted.map((job) => job.id);
  const users = await lockUsersLeft(manager, ids, regulationId);
  const forgotten = new Set<string>();
  const jobs = aborted.flatMap((job): NewDeletionJob[] => {
    const ofJob = users.filter((user) => user.job_id === job.id);
    const left = ofJob.filter(
      (user) => !user.is_forgotten || takesUserIdOnly(job.destination_type),
    );
    if (left.length < ofJob.length) forgotten.add(job.destination_id);
    if (left.length === 0) return [];
    return [
      {
        workspaceId,
        requestId: job.request_id,
        destinationId: job.destination_id,
        destinationType: job.destination_type,
        verifyAfterSeconds: job.verify_after_seconds,
        firstCompletedAt: job.first_completed_at?.toISOString(),
        createdAt: job.at.toISOString(),
        delaySeconds: 0,
        history: historyOfRetry(job, actor),
        users: left.map((user) => ({
          regulationId: user.regulation_id,
          userId: user.user_id,
          dueAt: user.due_at?.toISOString() ?? null,
        })),
      },
    ];
  });
  await insertFurtherJobs(manager, events, jobs);
  // Marks the old jobs `unsettled`, because their regulations are open again, see
  // `settle-statuses.ts`.
  await manager.query(
    `update ${SCHEMA}.deletion_jobs j
        set unsettled = true,
            retried_at = case when not left_over.is_any then statement_timestamp() end,
            unretryable_at = case when left_over.is_any and $2 then statement_timestamp() end
       from unnest($1::bigint[]) as batch (id)
       join ${SCHEMA}.deletion_jobs tried using (id)
      cross join lateral (select ${hasUsersLeft('tried')} as is_any) left_over
      where j.id = tried.id`,
    [ids, regulationId === undefined],
  );
  return { jobs, withPurgedUsers: [...forgotten] };
}

/** Returns the history of the old job with one more entry for the retry, which names the token. */
function historyOfRetry({ history, at }: AbortedJob, actor: string): readonly DeletionAttemptDto[] {
  const { earlier, last } = withAttempt(history ?? [], { outcome: 'retried', createdBy: actor });
  return [...earlier, { ...last, at: at.toISOString() }];
}

interface LeftUser {
  readonly job_id: string;
  readonly regulation_id: string;
  /** The id as given. */
  readonly user_id: string;
  readonly due_at: Date | null;
  readonly is_forgotten: boolean;
}

/**
 * Returns the users to retry, and locks their regulations. If a cancel commits before the lock, its
 * user is left out. If it comes later, it waits for the lock, and then sees the new job.
 */
function lockUsersLeft(
  manager: EntityManager,
  jobIds: readonly string[],
  regulationId: string | undefined,
): Promise<LeftUser[]> {
  return manager.query<LeftUser[]>(
    `select u.job_id, u.regulation_id, ${ID_AS_GIVEN('r')} as user_id, r.due_at, r.identifiers_forgotten_at is not null as is_forgotten
       from ${SCHEMA}.deletion_jobs j
       join ${SCHEMA}.deletion_job_users u on u.job_id = j.id
       join ${SCHEMA}.regulations r on r.id = u.regulation_id
      where j.id = any($1::bigint[]) and ($2::uuid is null or r.id = $2) and ${isLeft('j')}
      order by r.id for no key update of r`,
    [jobIds, regulationId ?? null],
  );
}
