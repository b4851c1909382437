import { ADVISORY_LOCKS, PLANNED_EACH_TIME, type RunQuery } from '@lethe/database';
import { SCHEMA } from '../database/schema-name.js';
import { LEAVE_MARK } from './feed/change-marks.js';
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
    ${LEAVE_MARK}
  )
  select count(*)::int as numbered${answer} from numbered`;

const NUMBER_SOME = `${PLANNED_EACH_TIME} ${numberSql(`change as (
    select s.ctid as place from turn, ${SCHEMA}.suppressions s
     where s.change_seq is null and s.workspace_id = any($5::text[])
       and s.changed_in >= ${floorSql('$3', '$4')}
     limit $2
       for update of s skip locked
  )`)}`;
