import { ADVISORY_LOCKS, PLANNED_EACH_TIME, type RunQuery } from '@lethe/database';
import { SCHEMA } from '../database/schema-name.js';
import { floorSql, type TransactionFloor } from './transaction-floor.js';

/**
 * Gives the next change numbers to committed changes that have none. Must be called before changes
 * are read in order.
 *
 * Numbers come after the commit and under a lock that lasts until the numbers are committed too, so
 * they become visible in order and no reader can pass a change that commits late. Rows that an open
 * transaction holds are passed over, so no caller waits for another transaction.
 *
 * At most once a minute, and only when numbers were given since the last time, it also leaves a
 * mark: how far the numbers are now. Changes that commit later get numbers above it.
 *
 * @param limit most rows of one round
 * @param workspaceIds only changes of these workspaces; when absent, of all
 * @param floor of these workspaces
 */
export async function numberChanges(
  query: RunQuery,
  limit: number,
  workspaceIds: readonly string[],
  { database, transaction }: TransactionFloor,
): Promise<void> {
  const place = [database, transaction, workspaceIds];
  await query(NUMBER_SOME, [ADVISORY_LOCKS.numbering, limit, ...place]);
}

/**
 * Part of the statement that numbers, as it needs the same lock: the clock is read while no other
 * process gives out numbers, so the numbers up to the mark are of changes committed before that
 * time.
 */
const MARK = `
  insert into ${SCHEMA}.change_marks (at, position)
  select clock_timestamp(), numbers.position
    from turn, (
      select case when is_called then last_value else 0 end as position
        from ${SCHEMA}.suppression_changes
    ) as numbers
   where not exists (
     select from (
       select at, position from ${SCHEMA}.change_marks order by at desc limit 1
     ) as newest
      where newest.at > clock_timestamp() - interval '1 minute' or newest.position = numbers.position
   )
  on conflict (at) do nothing`;

/**
 * @param change the rest of the common table expressions, where `change` has the rows to number
 * @param answer SQL: columns to return besides the count of numbered rows
 */
export const numberSql = (change: string, answer = ''): string => `
  with recursive turn as materialized (
    select pg_advisory_xact_lock($1)
  ), ${change}, numbered as (
    update ${SCHEMA}.suppressions s
       set change_seq = nextval('${SCHEMA}.suppression_changes')
     where s.ctid = any(array(select place from change))
    returning 1
  ), marked as (
    ${MARK}
  )
  select count(*)::int as numbered${answer} from numbered`;

const NUMBER_SOME = `${PLANNED_EACH_TIME} ${numberSql(`change as (
    select s.ctid as place from turn, ${SCHEMA}.suppressions s
     where s.change_seq is null and s.workspace_id = any($5::text[])
       and s.changed_in >= ${floorSql('$3', '$4')}
     limit $2
       for update of s skip locked
  )`)}`;

/** Older marks are removed: a client that asks for an earlier time starts from the beginning. */
const KEEP_MARKS = '30 days';

/** Removes old marks. */
export async function forgetOldMarks(query: RunQuery): Promise<void> {
  await query(
    `delete from ${SCHEMA}.change_marks where at < clock_timestamp() - $1::interval
        and at < (select max(at) from ${SCHEMA}.change_marks)`,
    [KEEP_MARKS],
  );
}
