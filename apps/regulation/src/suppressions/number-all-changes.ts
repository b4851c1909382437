import { ADVISORY_LOCKS, PLANNED_EACH_TIME, type RunQuery } from '@lethe/database';
import { SCHEMA, DATABASE_IDENTITY } from '../database/schema-name.js';
import { floorSql, OLDEST_RUNNING, type TransactionFloor } from './transaction-floor.js';
import { numberSql } from './number-changes.js';

/**
 * Gives the next change numbers to committed changes of all workspaces that have none; see
 * `numberChanges`.
 *
 * @param limit most rows of one round
 * @param floor as the previous call returned it
 * @param workspaces that changed lately, the last ones first: their dead entries are skipped;
 * changes of other workspaces are found too
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
  if (next === undefined) throw new Error('Numbering gave no answer.');
  return next;
}

/** Changes that each workspace gets in a round at least, before others get more. */
const SHARE = 100;

/** SQL: a transaction id above all of a workspace's. */
const END = `'18446744073709551615'::xid8`;

const DEAD_ROWS = `select pg_stat_get_dead_tuples('${SCHEMA}.suppressions'::regclass)`;
/**
 * Walking over this many dead entries takes as long as one search for the beginning of a workspace.
 */
const WORTH_A_LOOK = 50;

/**
 * SQL: changes of a workspace without a number, the oldest first, except rows that other
 * transactions hold.
 */
const waitingOf = (workspace: string, limit: string | number) => `
  select s.ctid as place from ${SCHEMA}.suppressions s
   where exists (select from turn) and s.change_seq is null
     and s.workspace_id = ${workspace}.workspace_id and s.changed_in >= ${workspace}.oldest
   order by s.changed_in limit ${limit}
     for update of s skip locked`;

/** SQL: the first change without a number from the present place of the walk on. */
const nextWhere = (condition: string) => `
  (select s.workspace_id, s.changed_in from ${SCHEMA}.suppressions s
    where s.change_seq is null and ${condition}
      and (s.workspace_id, s.changed_in) >= (walk.workspace_id, walk.above)
    order by s.workspace_id, s.changed_in limit 1)`;

/**
 * Finds the workspaces that have changes without a number, each with its oldest one: walks from the
 * floor of each known workspace to the beginning of the next known one, including unknown
 * workspaces between them. Uses only as many known workspaces as there are dead rows to skip:
 * mostly few.
 *
 * Each workspace gets a share first, then those with more changes get the rest. If there are more
 * workspaces than shares, chance decides; the others get theirs in the next rounds.
 */
const NUMBER_ALL = `${PLANNED_EACH_TIME} ${numberSql(
  `known as (
    select place, lead(place) over (order by place) as stop
      from (
        select '' as place union (
          select workspace from unnest($5::text[]) with ordinality as changed (workspace, nth)
           order by nth desc limit (${DEAD_ROWS}) / ${WORTH_A_LOOK})
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
