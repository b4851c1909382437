import { ADVISORY_LOCKS, PLANNED_EACH_TIME, type RunQuery } from '@lethe/database';
import { SCHEMA, DATABASE_IDENTITY } from '../database/schema-name.js';
import { floorSql, OLDEST_RUNNING, type TransactionFloor } from './transaction-floor.js';
import { numberSql } from './number-changes.js';

/**
 * Gives the next change numbers to committed changes without a number, in all workspaces, see
 * `numberChanges`.
 *
 * @param limit maximum number of rows in one round
 * @param floor result of the previous call
 * @param workspaces workspaces that changed last, the latest workspace at the end. The statement
 *   skips dead entries of these workspaces. It also finds changes of other workspaces
 * @returns the floor for the next call
 */
export async function numberAllChanges(
  query: RunQuery,
  limit: number,
  floor: TransactionFloor,
  workspaces: readonly string[],
): Promise<TransactionFloor> {
  const { database, transaction } = floor;
  const parameters = [ADVISORY_LOCKS.numbering, limit, database, transaction, workspaces];
  const [next] = await query<TransactionFloor>(NUMBER_ALL, parameters);
  if (next === undefined) throw new Error('The numbering of changes returned no row.');
  return next;
}

/** Number of changes that each workspace can have in a round before any workspace gets more. */
const SHARE = 100;

/** SQL: a transaction id above all others. */
const END = `'18446744073709551615'::xid8`;

const DEAD_ROWS = `select pg_stat_get_dead_tuples('${SCHEMA}.suppressions'::regclass)`;
/**
 * Number of dead entries that take as long to scan as one search for the beginning of a workspace.
 */
const DEAD_ENTRIES_PER_SEARCH = 50;

/** SQL: the changes of a workspace that have no number and are not locked, the oldest first. */
const waitingOf = (workspace: string, limit: string | number) => `
  select s.ctid as place from ${SCHEMA}.suppressions s
   where exists (select from turn) and s.change_seq is null
     and s.workspace_id = ${workspace}.workspace_id and s.changed_in >= ${workspace}.oldest
   order by s.changed_in limit ${limit}
     for update of s skip locked`;

/** SQL: the first change without a number at the present position of the walk or after it. */
const nextWhere = (condition: string) => `
  (select s.workspace_id, s.changed_in from ${SCHEMA}.suppressions s
    where s.change_seq is null and ${condition}
      and (s.workspace_id, s.changed_in) >= (walk.workspace_id, walk.above)
    order by s.workspace_id, s.changed_in limit 1)`;

/**
 * SQL: numbers changes. Finds the workspaces that have changes without a number, and the oldest
 * such change of each. The walk goes from the floor of each known workspace to the beginning of the
 * next known workspace. It includes unknown workspaces between them. The number of known workspaces
 * that it uses depends on the number of dead rows to skip, and is usually small.
 *
 * Each workspace first gets a share of the round. Then workspaces with more changes get the rest.
 * If the round is too small for all shares, the statement chooses workspaces at random, and the
 * next rounds serve the other workspaces.
 */
const NUMBER_ALL = `${PLANNED_EACH_TIME} ${numberSql(
  `known as (
    select place, lead(place) over (order by place) as stop
      from (
        select '' as place union (
          select workspace from unnest($5::text[]) with ordinality as changed (workspace, nth)
           order by nth desc limit (${DEAD_ROWS}) / ${DEAD_ENTRIES_PER_SEARCH})
      ) as places
  ), walk (workspace_id, above, stop, oldest) as (
    select place, ${floorSql('$3', '$4')}, stop, null::xid8 from known
    union all
    select next.workspace_id, ${END}, walk.stop, next.changed_in
      from walk cross join lateral (
        ${nextWhere('s.workspace_id < walk.stop')} union all ${nextWhere('walk.stop is null')}
      ) as next
  ), workspace as materialized (
    select workspace_id, oldest from walk where oldest is not null
  ), shared as (
    select w.workspace_id, w.oldest, share.place
      from (select * from workspace order by random()) as w
      cross join lateral (${waitingOf('w', SHARE)}) as share
     limit $2::integer
  ), others as (
    select other.place
      from (
        select workspace_id, oldest from shared group by 1, 2 having count(*) >= ${SHARE}
      ) as large
      cross join lateral (${waitingOf('large', '$2::integer')}) as other
     limit $2::integer
  ), change as (
    select place
      from (select place, 1 as turn from shared union all select place, 2 from others) as choice
     group by place
     order by min(turn)
     limit $2::integer
  )`,
  `, ${DATABASE_IDENTITY} as database, least(
     ${OLDEST_RUNNING}, (select oldest from workspace order by oldest limit 1))::text as transaction`,
)}`;
