import { ADVISORY_LOCKS, type DatabaseConnection } from '@lethe/database';
import { HISTORY_WITHOUT_REASONS } from '../../deletions/attempts/attempt-sql.js';
import { noteEnds } from '../../record/statuses/done-at.js';
import { FINAL_STATES } from '../../record/deletion-job-states.js';
import { inBatches, oneAtATime } from '../../database/in-batches.js';
import { SCHEMA } from '../../database/schema-name.js';
import { GIVEN_ID } from '../../record/given-id.js';

/** Most regulations of one statement: its locks last until its end. */
const FORGOTTEN_AT_ONCE = 1_000;

/**
 * Forgets the identifiers other than the userId, which stays as it was given, of regulations whose deletions were done long enough ago:
 * `done_at` says since when they are needed no more; its rule is in `record/statuses/done-at.ts`. A deletion that is tried again at this moment keeps
 * them; one that is tried again later has the userId only. What workers wrote about a job goes with the last
 * of its users: why it failed or was aborted, and the notes. How it was done and what was counted stays.
 *
 * @param retentionDays for which they are kept after that
 * @param signal ends it between two batches
 * @returns how many regulations were due
 */
export async function forgetPersonalData(
  database: DatabaseConnection,
  retentionDays: number,
  signal?: AbortSignal,
): Promise<number> {
  await noteEnds(database.query);
  return inBatches(FORGOTTEN_AT_ONCE, () => forgetBatch(database, retentionDays), signal);
}

/**
 * Regulations and texts in one transaction: what is forgotten is not looked at again. One at a time in all of the
 * service: of two, neither would see that the other one forgets the rest of a job's users. Locks the jobs first, as
 * a retry does.
 *
 * @returns how many were due; 0 where others have all of them in hand
 */
function forgetBatch(database: DatabaseConnection, retentionDays: number): Promise<number> {
  return oneAtATime(database, ADVISORY_LOCKS.forgetting, async (manager) => {
    const due = await manager.query<{ id: string }[]>(FIND_DUE, [retentionDays]);
    if (due.length === 0) return 0;
    const dueIds = due.map(({ id }) => id);
    await manager.query(LOCK_JOBS, [dueIds]);
    const forgotten = await manager.query<{ id: string }[]>(FORGET, [retentionDays, dueIds]);
    await manager.query(FORGET_TEXTS, [forgotten.map(({ id }) => id)]);
    return forgotten.length === 0 ? 0 : due.length;
  });
}

const IS_DUE = `done_at < statement_timestamp() - $1::integer * interval '1 day'
       and identifiers_forgotten_at is null
       and not exists (select from ${SCHEMA}.deletion_job_users u
                        join ${SCHEMA}.deletion_jobs j on j.id = u.job_id
                       where u.regulation_id = r.id
                         and (j.unsettled or j.state not in ${FINAL_STATES}))`;

const FIND_DUE = `
  select id from ${SCHEMA}.regulations r where ${IS_DUE} order by done_at limit ${FORGOTTEN_AT_ONCE}`;

const LOCK_JOBS = `
  select j.id from ${SCHEMA}.deletion_jobs j
   where j.id in (select job_id from ${SCHEMA}.deletion_job_users where regulation_id = any($1::uuid[]))
   order by j.id for no key update of j`;

/** Leaves what a cancel has in hand for the next time. A trigger takes the hashes of the attributes away with them. */
const FORGET = `
  with old as materialized (
    select id from ${SCHEMA}.regulations r
     where id = any($2::uuid[]) and ${IS_DUE}
     order by id for no key update skip locked
  ), gone as (
    update ${SCHEMA}.regulations r
       set attributes = jsonb_build_object('userId', ${GIVEN_ID('r')}),
           identifiers_forgotten_at = statement_timestamp()
      from old where r.id = old.id returning r.id
  )
  select id from gone`;

/** A statement of its own, as it has to see what the one before wrote. */
const FORGET_TEXTS = `
  update ${SCHEMA}.deletion_jobs j set reason = null, record = record - 'notes', report_hash = null,
         history = ${HISTORY_WITHOUT_REASONS}
   where j.id in (select job_id from ${SCHEMA}.deletion_job_users where regulation_id = any($1::uuid[]))
     and j.state in ${FINAL_STATES}
     and (j.reason is not null or j.report_hash is not null or jsonb_exists(j.record, 'notes')
       or jsonb_path_exists(j.history, '$[*].reason'))
     and not exists (select from ${SCHEMA}.deletion_job_users u
                       join ${SCHEMA}.regulations r on r.id = u.regulation_id
                      where u.job_id = j.id and r.identifiers_forgotten_at is null)`;
