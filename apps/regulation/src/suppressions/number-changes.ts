import { ADVISORY_LOCKS, PLANNED_EACH_TIME, type RunQuery } from '@lethe/database';
import { SCHEMA } from '../database/schema-name.js';
import { LEAVE_MARK } from './feed/change-marks.js';
import { floorSql, type TransactionFloor } from './transaction-floor.js';

/**
 * Gives the next change numbers to committed changes without a number. Callers must call it before
 * they read changes in the sequence of their numbers.
 *
 * Numbers are assigned after the commit of a change, under a lock that lasts until the numbers are
 * committed. So numbers become visible in ascending sequence, and no reader can miss a change that
 * commits late. Locked rows are skipped, so no caller waits for another transaction.
 *
 * At most once a minute, and only after new numbers, it also stores a mark, which is the last
 * number at this time. Changes that commit later get higher numbers.
 *
 * @param limit maximum number of rows in one round
 * @param workspaceIds workspaces whose changes get numbers
 * @param floor transaction floor of these workspaces
 */
export async function numberChanges(
  query: RunQuery,
  limit: number,
  workspaceIds: readonly string[],
  { database, transaction }: TransactionFloor,
): Promise<void> {
  const scope = [database, transaction, workspaceIds];
  await query(NUMBER_SOME, [ADVISORY_LOCKS.numbering, limit, ...scope]);
}

/**
 * Returns the statement that numbers changes.
 *
 * @param change common table expressions. The last one, `change`, has the rows to number
 * @param answer SQL: columns to return in addition to the number of rows
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
