import { ADVISORY_LOCKS, type DatabaseConnection } from '@lethe/database';
import { doneBy, inBatches, underAdvisoryLock } from '../../database/in-batches.js';
import { SCHEMA } from '../../database/schema-name.js';
import { FINAL_STATES } from '../deletion-job-states.js';
import { DONE_AT } from './done-at.js';
import { updateDueTimes } from '../../deletions/due-times.js';
import {
  hasUsersLeft,
  isOverdue,
  isOverdueForUser,
  isUndone,
  needsAttentionForUser,
} from '../overdue.js';

/**
 * Maximum number of jobs and of users in one transaction, because a transaction holds its row locks
 * until it ends. The last job can exceed the limit of users.
 */
const JOBS_AT_ONCE = 1_000;
const USERS_AT_ONCE = 10_000;

/**
 * Stores the status of regulations with jobs that ended, or became overdue, since the last run.
 * `regulationStatus` has the same rule for one regulation, and stores nothing.
 *
 * @param signal stops the work between two transactions
 */
export async function settleStatuses(
  database: DatabaseConnection,
  signal?: AbortSignal,
): Promise<void> {
  const [waiting] = await database.query<{ ended: boolean; overdue: boolean }>(
    `select exists (select from ${SCHEMA}.deletion_jobs where unsettled) as ended,
            exists (select from ${SCHEMA}.deletion_jobs j where ${FALLS_DUE})
              or exists (select from ${SCHEMA}.deletion_jobs j where ${FALLS_DUE_LATER}) as overdue`,
  );
  if (waiting === undefined || !(waiting.ended || waiting.overdue)) return;
  if (waiting.overdue) {
    for (const mark of [MARK_OVERDUE, MARK_OVERDUE_LATER]) {
      await inBatches(JOBS_AT_ONCE, () => doneBy(database.query, mark), signal);
    }
  }
  await inBatches(1, () => settleEnded(database), signal);
}

/**
 * Stores the statuses of the regulations of ended jobs. Only one instance at a time runs this
 * function, because a second run could overwrite newer statuses with older data.
 *
 * Each statement sees everything that was committed before it began. So the last statement sees
 * each retry that was committed earlier. A later retry waits for the locked jobs, and then marks
 * them as unsettled again. This function waits for no row lock. The next run handles jobs and
 * regulations that are locked now.
 *
 * @returns the number of jobs that are no longer unsettled
 */
function settleEnded(database: DatabaseConnection): Promise<number> {
  return underAdvisoryLock(database, ADVISORY_LOCKS.settling, async (manager) => {
    const jobs = await manager.query<{ id: string }[]>(TAKE_ENDED);
    if (jobs.length === 0) return 0;
    const ids = jobs.map(({ id }) => id);
    const regulations = await manager.query<{ id: string }[]>(LOCK_TOUCHED, [ids]);
    const locked = regulations.map(({ id }) => id);
    await updateDueTimes(manager, ids); // users of an aborted job may have been retried or canceled
    await manager.query(WRITE_STATUSES, [locked]);
    const [row] = await manager.query<{ done: number }[]>(MARK_SETTLED, [ids, locked]);
    return row?.done ?? 0;
  });
}

const FALLS_DUE = `${isOverdue('j')} and not overdue_settled`;
const FALLS_DUE_LATER = `${isUndone('j')} and j.later_due_at < statement_timestamp()`;

/**
 * Returns SQL that marks jobs as unsettled because a deadline has passed, so that `settleEnded`
 * stores the status of their regulations. This is a separate statement, which waits for no lock.
 * The marks survive a crash.
 */
const markUnsettled = (falls: string, time: string, noticed: string): string =>
  `with marked as (
     update ${SCHEMA}.deletion_jobs changed set unsettled = true, ${noticed}
      where id = any(array(
        select id from ${SCHEMA}.deletion_jobs j where ${falls}
         order by ${time} limit ${JOBS_AT_ONCE} for update skip locked))
     returning 1
   )
   select count(*)::int as done from marked`;

const MARK_OVERDUE = markUnsettled(FALLS_DUE, 'due_at', 'overdue_settled = true');

/** SQL: marks jobs in which the deadline of some users has passed after the deadline of the job. */
const MARK_OVERDUE_LATER = markUnsettled(
  FALLS_DUE_LATER,
  'later_due_at',
  `later_due_at = (
         select min(r.due_at) from ${SCHEMA}.deletion_job_users u join ${SCHEMA}.regulations r on r.id = u.regulation_id
          where u.job_id = changed.id and r.due_at > statement_timestamp())`,
);

const TAKE_ENDED = `
  with locked as materialized (
    select id from ${SCHEMA}.deletion_jobs where unsettled
     order by id limit ${JOBS_AT_ONCE} for update skip locked
  ), ended as materialized (
    select id, sum(users) over (order by id) - users as before
      from locked cross join lateral (
        select count(*) as users from ${SCHEMA}.deletion_job_users u where u.job_id = locked.id) counted
  )
  select id from ended where before < ${USERS_AT_ONCE} order by id`;

const LOCK_TOUCHED = `
  select id from ${SCHEMA}.regulations
   where id = any(array(
     select u.regulation_id from ${SCHEMA}.deletion_job_users u where u.job_id = any($1::bigint[])))
   order by id for no key update skip locked`;

/**
 * SQL: sets `unsettled` of jobs to false. Also sets `retried_at` of an `aborted` job that has no
 * users left to delete, for example because all its regulations were canceled.
 */
const MARK_SETTLED = `
  with settled as (
    update ${SCHEMA}.deletion_jobs j
       set unsettled = false,
           retried_at = case when state = 'aborted' and retried_at is null and not ${hasUsersLeft('j')}
             then statement_timestamp() else retried_at end
     where id = any($1::bigint[]) and id not in (
       select u.job_id from ${SCHEMA}.deletion_job_users u
        where u.job_id = any($1::bigint[])
          and not exists (select from unnest($2::uuid[]) as l (id) where l.id = u.regulation_id))
    returning 1
  )
  select count(*)::int as done from settled`;

/**
 * SQL: stores the statuses. For each destination, only the newest job that contains the user
 * decides. If a verification ordered a new job before the status was stored, the status does not
 * change, but `done_at` does. If the new job then fails, the deletion was complete once, so the
 * regulation is not `deletion_failed`.
 */
const WRITE_STATUSES = `
  with touched as materialized (
    select unnest($1::uuid[]) as id
  ), latest as (
    select distinct on (touched.id, j.destination_id) touched.id, j.state, j.due_at,
           ${isOverdueForUser('j', 'r')} is true as is_overdue, ${needsAttentionForUser('j', 'r')} as needs_attention,
           coalesce(j.finished_at, j.changed_at) as finished_at, j.first_completed_at
      from touched join ${SCHEMA}.regulations r on r.id = touched.id
      join ${SCHEMA}.deletion_job_users u on u.regulation_id = touched.id
      join ${SCHEMA}.deletion_jobs j on j.id = u.job_id
     order by touched.id, j.destination_id, j.id desc
  ), summed as (
    select id, count(*) filter (where state = 'complete') as complete,
           bool_or(state not in ${FINAL_STATES}) as is_open, bool_or(is_overdue) as is_overdue,
           bool_and(due_at is not null) as is_timed, bool_or(needs_attention) as needs_attention,
           bool_or(state not in ${FINAL_STATES} and first_completed_at is null) as is_needed,
           bool_or(needs_attention and first_completed_at is null) as may_be_retried,
           bool_or(state = 'complete' or first_completed_at is not null) as was_complete,
           max(coalesce(first_completed_at, finished_at)) as finished_at
      from latest group by id
  ), judged as (
    select r.id, s.finished_at, s.is_timed, s.is_needed, s.may_be_retried,
           s.needs_attention and not s.is_open as needs_attention,
           case when s.is_open then case when s.is_overdue then 'overdue' end
                when s.complete = cardinality(r.destination_ids) then 'deleted'
                when not s.was_complete then 'deletion_failed'
                else 'partially_deleted' end as status,
           s.is_overdue and not s.is_open as ended_overdue
      from summed s join ${SCHEMA}.regulations r on r.id = s.id
  )
  update ${SCHEMA}.regulations r
     set deletion_status = j.status, ended_overdue = j.ended_overdue,
         needs_attention = j.needs_attention, done_at = ${DONE_AT}
    from judged j
   where r.id = j.id and (
     (r.deletion_status, r.ended_overdue, r.needs_attention)
       is distinct from (j.status, j.ended_overdue, j.needs_attention) or r.canceled
     or r.done_at is null and ${DONE_AT} is not null)`;
