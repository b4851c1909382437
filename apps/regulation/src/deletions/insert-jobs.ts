import type { DeletionAttemptDto } from '@lethe/api/deletions';
import type { DeletionJobRequested, DeletionState } from '@lethe/contracts';
import { currentTraceparent } from '@lethe/observability';
import type { EntityManager } from 'typeorm';
import { SCHEMA } from '../database/schema-name.js';

export interface NewDeletionJob {
  readonly workspaceId: string;
  readonly requestId: string;
  readonly destinationId: string;
  readonly destinationType: string;
  /** Time in RFC 3339. */
  readonly createdAt: string;
  /** Seconds from now until a worker can claim the job. */
  readonly delaySeconds: number;
  /** Seconds from the completion until the destination is asked again; null if it is never asked. */
  readonly verifyAfterSeconds: number | null;
  /**
   * Time in RFC 3339 at which the deletion was complete first, if a verification found data of the
   * users again.
   */
  readonly firstCompletedAt?: string | undefined;
  /** History of the earlier job of these users, if there was one. */
  readonly history?: readonly DeletionAttemptDto[];
  /** At least one user, and at most as many as the limits of `cutJobs` allow. */
  readonly users: readonly UserOfJob[];
}

interface UserOfJob {
  readonly regulationId: string;
  readonly userId: string;
  /** Deadline of the user's deletion in RFC 3339; null if it is unknown. */
  readonly dueAt: string | null;
}

/**
 * Stores jobs in the caller's transaction. They are `pending` and not on hold, so workers can claim
 * them. After the commit, the caller must call `wakeQueues` for the destinations of the jobs.
 *
 * @returns the event of each job, for the deletions topic, in the sequence of `jobs`
 */
export async function insertJobs(
  manager: EntityManager,
  jobs: readonly NewDeletionJob[],
): Promise<DeletionJobRequested[]> {
  if (jobs.length === 0) return [];
  const ids = await takeJobIds(manager, jobs.length);
  const state: DeletionState = 'pending';
  await manager.query(
    `insert into ${SCHEMA}.deletion_jobs
       (id, workspace_id, request_id, destination_id, destination_type, state, held,
        created_at, changed_at, claimable_at, due_at, later_due_at, history, verify_after_seconds,
        first_completed_at, traceparent)
     overriding system value
     select id, workspace_id, request_id, destination_id, destination_type, '${state}', false,
            created_at, created_at, statement_timestamp() + delay * interval '1 second', due_at,
            later_due_at, history, verify_after, first_completed_at, $13
       from unnest($1::bigint[], $2::text[], $3::uuid[], $4::text[], $5::text[], $6::timestamptz[],
                   $7::float8[], $8::timestamptz[], $9::timestamptz[], $10::jsonb[], $11::int[],
                   $12::timestamptz[])
         as job (id, workspace_id, request_id, destination_id, destination_type, created_at, delay, due_at,
                 later_due_at, history, verify_after, first_completed_at)`,
    [
      ids,
      jobs.map((job) => job.workspaceId),
      jobs.map((job) => job.requestId),
      jobs.map((job) => job.destinationId),
      jobs.map((job) => job.destinationType),
      jobs.map((job) => job.createdAt),
      jobs.map((job) => job.delaySeconds),
      ...dueTimes(jobs),
      jobs.map(({ history }) => (history === undefined ? null : JSON.stringify(history))),
      jobs.map((job) => job.verifyAfterSeconds),
      jobs.map((job) => job.firstCompletedAt ?? null),
      currentTraceparent() ?? null,
    ],
  );
  await manager.query(
    `insert into ${SCHEMA}.deletion_job_users (job_id, regulation_id)
     select job_id, regulation_id from unnest($1::bigint[], $2::uuid[]) as t (job_id, regulation_id)`,
    [
      jobs.flatMap((job, index) => job.users.map(() => ids[index])),
      jobs.flatMap((job) => job.users.map((user) => user.regulationId)),
    ],
  );
  return jobs.map((job, index): DeletionJobRequested => ({
    jobId: ids[index] ?? '',
    workspaceId: job.workspaceId,
    destinationId: job.destinationId,
    destinationType: job.destinationType,
    attempt: 0,
    requestedAt: job.createdAt,
    users: job.users.map(({ regulationId, userId }) => ({ regulationId, userId })),
  }));
}

/** Returns the first deadline of each job, and its next later one. */
function dueTimes(jobs: readonly NewDeletionJob[]): (string | null)[][] {
  const times = jobs.map(({ users }) =>
    [...new Set(users.flatMap(({ dueAt }) => dueAt ?? []))].sort(),
  );
  return [0, 1].map((place) => times.map((ofJob) => ofJob[place] ?? null));
}

/**
 * Returns ids for new jobs. The ids are needed before the insert, because the event of a job
 * contains its id. The ids cannot come from `returning`, which does not guarantee the sequence of
 * its rows.
 */
export async function takeJobIds(manager: EntityManager, count: number): Promise<string[]> {
  const rows = await manager.query<{ id: string }[]>(
    `select nextval(pg_get_serial_sequence('${SCHEMA}.deletion_jobs', 'id')) as id
       from generate_series(1, $1)`,
    [count],
  );
  return rows.map((row) => row.id);
}
