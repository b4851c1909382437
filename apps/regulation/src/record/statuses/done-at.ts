import type { RunQuery } from '@lethe/database';
import type { EntityManager } from 'typeorm';
import { SCHEMA } from '../../database/schema-name.js';
import { FINAL_STATES } from '../deletion-job-states.js';

/**
 * SQL: `done_at` of a regulation `r`: since when its personal data is no longer needed. Null: it still is. `j` sums up the newest
 * job of each destination. Where some are aborted, personal data is needed until the deletion is due, as a person may try
 * again; jobs that a restore rebuilt have no such time. Infinity: canceled while a job of it is out, see `noteEnds`.
 */
export const DONE_AT = `case
           when not j.is_timed then null
           when j.is_open then case when r.canceled then 'infinity'::timestamptz end
           when j.status = 'deleted' or r.canceled then j.finished_at
           else greatest(j.due_at, j.finished_at) end`;

interface Regulation {
  readonly id: string;
  readonly workspaceId: string;
}

/** Whether a regulation's jobs have due times: those that a restore rebuilt have none, and keep what they have. */
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
 * Notes since when a canceled regulation's personal data is needed no more. With infinity where a job of it is open:
 * that one may come back without the user, and then it is looked for by this, see `noteEnds`.
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

/** The same of several regulations of which no job is open. */
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

/** Notes it of those that were canceled while a job of theirs was out, and no job has them any more. */
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

/** SQL: a job that has not ended has the user of the regulation `r`. */
const HAS_OPEN_JOB = `exists (select from ${SCHEMA}.deletion_job_users u
    join ${SCHEMA}.deletion_jobs j on j.id = u.job_id
   where u.regulation_id = r.id and j.state not in ${FINAL_STATES})`;
