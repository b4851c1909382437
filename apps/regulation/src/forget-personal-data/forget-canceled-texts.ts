import type { DatabaseConnection } from '@lethe/database';
import { SCHEMA } from '../database/schema-name.js';
import { HISTORY_WITHOUT_REASONS } from '../deletion-jobs/attempts/attempt-sql.js';

/** Most jobs of one statement. */
const JOBS_AT_ONCE = 1_000;
/** Databases in which nothing is left: a cancel of this version leaves nothing. */
const done = new WeakSet<DatabaseConnection>();

/**
 * Forgets what was written about deletions that versions before this one canceled. Their users have left them, so the
 * purge of a regulation does not find them. Once a process: it reads all canceled jobs.
 *
 * @param signal ends it between two batches
 */
export async function forgetCanceledTexts(
  database: DatabaseConnection,
  signal?: AbortSignal,
): Promise<void> {
  while (!done.has(database) && signal?.aborted !== true) {
    const forgotten = await database.query<{ id: string }>(FORGET);
    if (forgotten.length < JOBS_AT_ONCE) done.add(database);
  }
}

/** By workspaces, as the index of jobs by state begins with them. */
const FORGET = `
  with recursive workspace as (
    (select workspace_id from ${SCHEMA}.deletion_jobs order by workspace_id limit 1)
    union all
    select next.workspace_id from workspace cross join lateral (
      select j.workspace_id from ${SCHEMA}.deletion_jobs j
       where j.workspace_id > workspace.workspace_id order by j.workspace_id limit 1) next
  ), canceled as materialized (
    select one.id from workspace cross join lateral (
      select j.id from ${SCHEMA}.deletion_jobs j
       where j.workspace_id = workspace.workspace_id and j.state = 'canceled'
         and (j.progress is not null or j.accepted is not null or j.reason is not null
           or jsonb_path_exists(j.history, '$[*].reason'))
         and not exists (select from ${SCHEMA}.deletion_job_users u where u.job_id = j.id)
       limit ${JOBS_AT_ONCE} for update of j skip locked) one
     limit ${JOBS_AT_ONCE}
  ), gone as (
    update ${SCHEMA}.deletion_jobs j
       set reason = null, progress = null, accepted = null, history = ${HISTORY_WITHOUT_REASONS}
      from canceled where j.id = canceled.id returning j.id
  )
  select id from gone`;
