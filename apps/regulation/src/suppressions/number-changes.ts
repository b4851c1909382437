import { ADVISORY_LOCKS } from '@lethe/database';
import type { RunQuery } from '@lethe/outbox';
import { SCHEMA } from '../database/schema-name.js';
import { floorSql, type ChangesFloor } from './changes-floor.js';

/**
 * Gives the next change numbers to committed changes that have none. Everybody who reads changes
 * in order calls this first.
 *
 * Numbers come after the commit and under a lock that lasts until the numbers are committed too,
 * so they become visible in order and no reader can pass a change that commits late. Rows that an
 * open transaction holds are passed over: nobody waits for somebody else's transaction.
 *
 * At most once a minute, and only when numbers were given since the last time, it also leaves a
 * mark: how far the numbers are now. Whatever commits later gets a number above it.
 *
 * @param limit most rows of one round
 * @param workspaceIds only changes of these
 * @param floor of these
 */
export async function numberChanges(
  query: RunQuery,
  limit: number,
  workspaceIds: readonly string[],
  { database, transaction }: ChangesFloor,
): Promise<void> {
  const place = [database, transaction, workspaceIds];
  await query(NUMBER_SOME, [ADVISORY_LOCKS.numbering, limit, ...place]);
}

/**
 * Part of the statement above, as it needs the lock: the clock is read while nobody else gives out
 * numbers, so those up to the mark are of changes that were committed before.
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
 * @param change the rest of the common table expressions, where `change` are the places to number
 * @param answer what is told beside how many got a number
 */
export const numberSql = (change: string, answer = ''): string => `
  with recursive turn as materialized (
    select pg_advisory_xact_lock($1)
  ), ${change}, numbered as (
    update ${SCHEMA}.suppressions s
       set change_seq = nextval('${SCHEMA}.suppression_changes')
      from change
     where s.ctid = change.place
    returning 1
  ), marked as (
    ${MARK}
  )
  select count(*)::int as numbered${answer} from numbered`;

const NUMBER_SOME = numberSql(`change as (
    select s.ctid as place from turn, ${SCHEMA}.suppressions s
     where s.change_seq is null and s.workspace_id = any($5::text[])
       and s.changed_in >= ${floorSql('$3', '$4')}
     limit $2
       for update of s skip locked
  )`);

/** Marks that are older are of no use: who asks for more starts from the beginning. */
const KEEP_MARKS = '30 days';

/** Removes old marks. */
export async function forgetOldMarks(query: RunQuery): Promise<void> {
  await query(
    `delete from ${SCHEMA}.change_marks where at < clock_timestamp() - $1::interval
        and at < (select max(at) from ${SCHEMA}.change_marks)`,
    [KEEP_MARKS],
  );
}
