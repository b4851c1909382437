import type { RunQuery } from '@lethe/database';
import type { EntityManager } from 'typeorm';
import { SCHEMA } from '../../database/schema-name.js';
import { FINAL_STATES } from '../deletion-job-states.js';

/**
 * SQL: `done_at` of a regulation `r`. This is the time from which its personal data is no longer
 * needed. It is null while the data is still needed. It is infinity if the regulation is canceled
 * and one of its jobs is still open, see `noteEnds`. `j` summarizes the newest jobs of all
 * destinations. If some of these jobs failed permanently, the data is needed until the deadline,
 * because a person can retry them. An exception ends this. Jobs that a restore rebuilt have no deadline.
 *
 * A job that a verification ordered counts as complete since the first completion, in whatever state
 * it is. So it keeps no identifiers.
 */
export const DONE_AT = `case
           when not j.is_timed then null
           when j.is_needed then case when r.canceled then 'infinity'::timestamptz end
           when not j.may_be_retried or r.canceled then j.finished_at
           else greatest(r.due_at, j.finished_at) end`;

interface Regulation {
  readonly id: string;
  readonly workspaceId: string;
}

/**
 * Returns whether the jobs of a regulation have deadlines. Jobs that a restore rebuilt have no
 * deadline, and the personal data of their regulations is kept.
 */
export async function hasDueTimes(
  manager: EntityManager,
  { id, workspaceId }: Regulation,
): Promise<boolean> {
  const [row] = await manager.query<{ is_timed: boolean }[]>(
    `select bool_and(j.due_at is not null) as is_timed
       from ${SCHEMA}.deletion_job_users u join ${SCHEMA}.deletion_jobs j on j.id = u.job_id
      where u.regulation_id = $1 and j.workspace_id = $2`,
    [id, workspaceId],
  );
  return row?.is_timed === true;
}

/**
 * Stores the time from which the personal data of a canceled regulation is no longer needed. Stores
 * infinity if a job is open. By this value, `noteEnds` finds the regulation after the job has ended
 * or the user was removed from it.
 */
export async function noteNothingOpen(
  manager: EntityManager,
  { id, workspaceId }: Regulation,
): Promise<void> {
  await manager.query(
    `update ${SCHEMA}.regulations r
        set done_at = case when ${HAS_OPEN_JOB} then 'infinity' else canceled_at end
      where id = $1 and workspace_id = $2 and done_at is null`,
    [id, workspaceId],
  );
}

/** Stores `done_at` for several canceled regulations that have no open jobs. */
export async function noteEnded(
  manager: EntityManager,
  workspaceId: string,
  ids: readonly string[],
): Promise<void> {
  await manager.query(
    `update ${SCHEMA}.regulations r set done_at = canceled_at
      where workspace_id = $1 and id = any($2::uuid[]) and done_at is null
        and (select bool_and(j.due_at is not null) from ${SCHEMA}.deletion_job_users u
               join ${SCHEMA}.deletion_jobs j on j.id = u.job_id where u.regulation_id = r.id)`,
    [workspaceId, ids],
  );
}

/**
 * Stores `done_at` for regulations that were canceled while a job was open, if no job is open now.
 */
export async function noteEnds(query: RunQuery): Promise<void> {
  await query(
    `with ended as materialized (
       select id from ${SCHEMA}.regulations r
        where done_at = 'infinity' and identifiers_forgotten_at is null and canceled and not ${HAS_OPEN_JOB}
        order by id for no key update skip locked
     )
     update ${SCHEMA}.regulations r set done_at = statement_timestamp() from ended where r.id = ended.id`,
  );
}

const HAS_OPEN_JOB = `exists (select from ${SCHEMA}.deletion_job_users u
    join ${SCHEMA}.deletion_jobs j on j.id = u.job_id
   where u.regulation_id = r.id and j.state not in ${FINAL_STATES})`;
