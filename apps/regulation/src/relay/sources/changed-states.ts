import { PLANNED_EACH_TIME } from '@lethe/database';
import { SCHEMA, DATABASE_IDENTITY } from '../../database/schema-name.js';
import { SUPPRESSIONS_POSITION } from '../position/relay-position.js';
import { nextWorkspace } from '../../suppressions/next-workspace.js';
import { ALL_SOURCES } from '../../suppressions/all-sources.js';

/** A user's present state, and the change that causes its publication. */
export interface StateRow {
  readonly workspace_id: string;
  readonly user_id: string;
  readonly active: readonly string[];
  /**
   * Whether the user is suppressed at all sources. It is correct even if the row for all sources
   * was not read.
   */
  readonly is_everywhere: boolean;
  /** Number of rows of the user that were read, including rows of lifted suppressions. */
  readonly sources: number;
  readonly changed_at: Date;
  readonly last_seq: string;
  /**
   * Number of the last change of the round. Rows with higher numbers are early changes, see
   * `CHANGED_STATES`.
   */
  readonly round_end: string;
  /** Whether more changes can exist than the round holds. */
  readonly is_full: boolean;
  readonly state_id: string;
  readonly epoch: string;
  /**
   * The lowest offset at which each partition could end before this session; only in the first
   * take.
   */
  readonly known_ends: readonly string[] | null;
  /** Whether the statement ran on the database on which the session holds its lock. */
  readonly is_here: boolean;
}

/**
 * Maximum number of rows of one round. Early changes can have as many rows again. All these rows
 * are in memory.
 */
export const MAX_ROWS = 20_000;
/**
 * Number of changes that each workspace can have in every round, even if other workspaces have many
 * earlier changes.
 */
const SHARE = 100;

/** SQL: the rows of the user that the row `changed` names. */
const ROWS_OF_CHANGED = `
  select s.source_id, s.active_count, s.changed_at, s.change_seq from ${SCHEMA}.suppressions s
   where s.workspace_id = changed.workspace_id and s.user_id = changed.user_id
   limit ${MAX_ROWS}`;

/**
 * Maximum number of users in a round, divided by the limit of changes. It is 2, because a round can
 * have as many early changes as other changes.
 */
export const USERS_OF_CHANGE = 2;

const AHEAD = `, workspace (workspace_id) as (
    select ${nextWorkspace(`''`)} from round where is_full
    union all
    select ${nextWorkspace('workspace.workspace_id')}
      from workspace where workspace.workspace_id is not null
  ), ahead as materialized (
    select change.workspace_id, change.user_id, change.change_seq,
           row_number() over (partition by change.workspace_id order by change_seq) as nth
      from (
        select workspace_id, greatest(round_end, passed.position) as position
          from workspace
          cross join round
          left join unnest($5::text[], $6::bigint[]) as passed (workspace_id, position)
            using (workspace_id)
         where workspace_id is not null and workspace_id not in (
           select main.workspace_id from main where change_seq <= round_end
            group by 1 having count(*) >= ${SHARE})
         order by random()
      ) as waiting
      cross join lateral (
        select s.workspace_id, s.user_id, s.change_seq from ${SCHEMA}.suppressions s
         where s.workspace_id = waiting.workspace_id and s.change_seq > waiting.position
         order by s.change_seq limit ${SHARE}
      ) as change
     limit $2::integer
  ), beside as (
    select changed.*, s.*
      from (
        select workspace_id, user_id, max(change_seq) as last_seq, max(nth) as nth, random() as chance
          from ahead group by 1, 2 order by nth, chance limit $2::integer
      ) as changed
      cross join lateral (${ROWS_OF_CHANGED}) as s
     order by changed.nth, changed.chance
     limit ${MAX_ROWS}
  )`;

/**
 * SQL: the users that changed after a position, each with its present state. Each user appears
 * once, at the position of the user's last change. `state_id` identifies the state (generation,
 * last numbered change, time of the newest change), so a repetition of the same state has the same
 * id.
 *
 * If there are more changes, or more rows of their users, than the round can hold, the result is
 * marked `is_full`. Then early changes are requested too. These are the next changes of workspaces
 * that have less than their share in the round. The statement takes one change of each workspace,
 * then a second change of each workspace, and so on. The position stays at the end of the round, so
 * early changes come again when the position reaches them. Without early changes, the statement
 * takes 1.1 ms instead of 1.7 ms, nearly all of it for planning.
 *
 * The limits keep the planner from merging both sides of the inner joins. So the plan reads users
 * in the sequence of the index, and no more rows than requested, even without statistics of the
 * tables.
 *
 * Parameters: $1 end of the last take, $2 limit, $3 epoch of the last take, $4 identity of the
 * session's database. Before the first take, and in a new epoch, the stored position is used
 * instead of $1. With early changes, $5 has the workspaces that already had early changes, and $6
 * the positions of these workspaces.
 */
export const CHANGED_STATES = changedStates();
export const CHANGED_STATES_AND_AHEAD = changedStates({
  tables: AHEAD,
  rows: `
    union all
    select workspace_id, user_id, last_seq, source_id, active_count, changed_at, change_seq, nth, chance
      from beside`,
});

function changedStates(ahead = { tables: '', rows: '' }): string {
  return `${PLANNED_EACH_TIME}
  with recursive stored as materialized (
    select position, epoch, end_offsets from ${SCHEMA}.relay_positions
     where name = '${SUPPRESSIONS_POSITION}'
  ), main as materialized (
    select workspace_id, user_id, change_seq from ${SCHEMA}.suppressions
     where change_seq > coalesce((
             select case when epoch = $3::bigint then $1::bigint else position end from stored), 0)
     order by change_seq limit $2::integer
  ), in_turn as materialized (
    select changed.*, s.*
      from (
        select workspace_id, user_id, max(change_seq) as last_seq from main
         group by 1, 2 order by 3 limit $2::integer
      ) as changed
      cross join lateral (${ROWS_OF_CHANGED}) as s
     order by changed.last_seq
     limit ${MAX_ROWS}
  ), round as materialized (
    select coalesce(
             (select max(last_seq) from in_turn where is_cut and last_seq < read_end),
             read_end) as round_end,
           is_cut or (select count(*) = $2::integer from main) as is_full
      from (
        select count(*) = ${MAX_ROWS} as is_cut, max(last_seq) as read_end from in_turn
      ) as read
  )${ahead.tables}, state as (
    select *, 0 as nth, 0 as chance from in_turn where last_seq <= (select round_end from round)${ahead.rows}
  )
  select workspace_id, user_id, last_seq, (select round_end from round) as round_end,
         (select is_full from round) as is_full,
         coalesce(array_agg(source_id order by source_id collate "C")
           filter (where active_count > 0), '{}') as active,
         case when count(*) < ${MAX_ROWS}
           then bool_or(source_id = '${ALL_SOURCES}' and active_count > 0)
           else exists (
             select from ${SCHEMA}.suppressions s
              where s.workspace_id = state.workspace_id and s.user_id = state.user_id
                and s.source_id = '${ALL_SOURCES}' and s.active_count > 0)
         end as is_everywhere,
         count(*)::integer as sources,
         max(changed_at) as changed_at,
         (select epoch from stored) as epoch,
         (select end_offsets from stored where $3::bigint is null) as known_ends,
         (select ${DATABASE_IDENTITY} = $4) as is_here,
         (select id from ${SCHEMA}.generation) || '.' || max(change_seq) || '.'
           || (extract(epoch from max(changed_at)) * 1000000)::bigint as state_id
    from state
   group by workspace_id, user_id, last_seq, nth, chance
   order by nth, chance, last_seq`;
}
