import type { DeletionAttemptDto } from '@lethe/api/deletions';
import { appendToOutbox, type OutboxEvent } from '../../record/append-to-outbox.js';
import type { EntityManager } from 'typeorm';
import { SCHEMA } from '../../database/schema-name.js';
import { withAttempt } from '../attempts/with-attempt.js';
import { identifiersFor } from '../claim/identifiers-for.js';
import { hasUsersLeft, isLeft, needsAttention } from '../../record/overdue.js';
import { insertJobs, type NewDeletionJob } from '../insert-jobs.js';
import { GIVEN_ID } from '../../record/given-id.js';
import type { RegulationEvents } from '../../record/regulation-events.js';

/** Aborted jobs that are to be tried anew. */
export interface RetryBatch {
  readonly workspaceId: string;
  /** Name of the token that asks for it. */
  readonly actor: string;
  readonly jobIds: readonly string[];
  /** For this user only; for all of theirs when absent. */
  readonly regulationId?: string;
}

interface AbortedJob {
  readonly id: string;
  readonly request_id: string;
  readonly destination_id: string;
  readonly destination_type: string;
  readonly due_at: Date | null;
  readonly history: readonly DeletionAttemptDto[] | null;
  readonly at: Date;
}

/** What became of a batch. */
export interface RetriedBatch {
  /** The new jobs, whose destinations the caller wakes after the commit. */
  readonly jobs: readonly NewDeletionJob[];
  /** Destinations at which users were left out, as only the userId is left of what they were to be found by. */
  readonly forgotten: readonly string[];
}

/**
 * Gives the users of aborted jobs to new jobs, one for each: those whom no later job of the destination has, and
 * whose regulation is not canceled. Left out are users whose identifiers were forgotten, where the receiver finds
 * users by others than the userId: it would find nobody, and say that they are deleted. Their job needs attention still, but
 * no later retry looks at it. The second caller for the same job finds nothing left.
 */
export async function retryBatch(
  manager: EntityManager,
  events: RegulationEvents,
  { workspaceId, actor, jobIds, regulationId }: RetryBatch,
): Promise<RetriedBatch> {
  // Locked in a statement of its own: the next one must see the commit of the last holder of the lock.
  const aborted = await manager.query<AbortedJob[]>(
    `select id, request_id, destination_id, destination_type, due_at, history, statement_timestamp() as at
       from ${SCHEMA}.deletion_jobs j
      where workspace_id = $1 and id = any($2::bigint[]) and ${needsAttention('j')}
      order by id for update`,
    [workspaceId, jobIds],
  );
  if (aborted.length === 0) return { jobs: [], forgotten: [] };
  const ids = aborted.map((job) => job.id);
  const users = await usersWithout(manager, ids, regulationId);
  const forgotten = new Set<string>();
  const jobs = aborted.flatMap((job): NewDeletionJob[] => {
    const ofJob = users.filter((user) => user.job_id === job.id);
    const left = ofJob.filter((user) => !user.is_forgotten || takesUserIdOnly(job));
    if (left.length < ofJob.length) forgotten.add(job.destination_id);
    if (left.length === 0) return [];
    return [
      {
        workspaceId,
        requestId: job.request_id,
        destinationId: job.destination_id,
        destinationType: job.destination_type,
        dueAt: job.due_at?.toISOString() ?? null,
        createdAt: job.at.toISOString(),
        delaySeconds: 0,
        history: historyOfRetry(job, actor),
        users: left.map((user) => ({ regulationId: user.regulation_id, userId: user.user_id })),
      },
    ];
  });
  const requested = await insertJobs(manager, jobs);
  // Unsettled: its regulations are open again, see `settle-statuses.ts`.
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
  await appendToOutbox(
    manager,
    requested.map((job) => events.deletionRequested(job)),
  );
  await appendToOutbox(
    manager,
    jobs.flatMap((job) => pendingAgain(job, events)),
  );
  return { jobs, forgotten: [...forgotten] };
}

/** What became of the users before, and who asked for more. */
function historyOfRetry({ history, at }: AbortedJob, actor: string): readonly DeletionAttemptDto[] {
  const { earlier, last } = withAttempt(history ?? [], { outcome: 'retried', createdBy: actor });
  return [...earlier, { ...last, at: at.toISOString() }];
}

function takesUserIdOnly({ destination_type: type }: AbortedJob): boolean {
  return identifiersFor(type)?.every((name) => name === 'userId') === true;
}

interface LeftUser {
  readonly job_id: string;
  readonly regulation_id: string;
  /** As it was given. */
  readonly user_id: string;
  readonly is_forgotten: boolean;
}

/** Locks the regulations, too: a cancel comes either before, and its user is not in here, or sees the new job. */
function usersWithout(
  manager: EntityManager,
  jobIds: readonly string[],
  regulationId: string | undefined,
): Promise<LeftUser[]> {
  return manager.query<LeftUser[]>(
    `select u.job_id, u.regulation_id, ${GIVEN_ID('r')} as user_id, r.identifiers_forgotten_at is not null as is_forgotten
       from ${SCHEMA}.deletion_jobs j
       join ${SCHEMA}.deletion_job_users u on u.job_id = j.id
       join ${SCHEMA}.regulations r on r.id = u.regulation_id
      where j.id = any($1::bigint[]) and ($2::uuid is null or r.id = $2) and ${isLeft('j')}
      order by r.id for no key update of r`,
    [jobIds, regulationId ?? null],
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
