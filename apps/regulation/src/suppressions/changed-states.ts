import { PLANNED_EACH_TIME } from '@lethe/database';
import { SCHEMA } from '../database/schema-name.js';
import { SUPPRESSIONS_POSITION } from '../relay/relay-position.js';

/** A user's present state, and the change that brings it up. */
export interface StateRow {
  readonly workspace_id: string;
  readonly user_id: string;
  readonly active: readonly string[];
  /** Rows of the user that were read, lifted ones too. */
  readonly sources: number;
  readonly changed_at: Date;
  readonly last_seq: string;
  /** Last change of the round; a later one was taken ahead of its turn. */
  readonly round_end: string;
  readonly state_id: string;
  readonly epoch: string;
}

/** Most rows of one round: states are read as a whole, and a round is held in memory. */
export const MAX_ROWS = 20_000;
/** Changes that a workspace has in each round, whatever others have before it. */
const SHARE = 100;

/**
 * Changes after a position, in order, and the state of each user who is in them: once, at the place
 * of their last change. `state_id` names the state itself (generation, last numbered change, time of
 * the newest), so a repeat of the same state has the same id.
 *
 * When the round is full, the next changes of workspaces with no share in it come ahead of their
 * turn. The position stays where the round ends, so they come again in their turn.
 *
 * Both ends of the inner join are kept from being merged into it by a limit: users are walked in
 * order, by the index, and no further than rows are wanted, also where nothing is known of the tables.
 *
 * Parameters: where the last take ended, limit, epoch of the last take (in another one by now, or
 * before the first, it is the stored position that counts); workspaces that are ahead, and how far.
 */
export const CHANGED_STATES = `${PLANNED_EACH_TIME}
  with recursive main as materialized (
    select workspace_id, user_id, change_seq from ${SCHEMA}.suppressions
     where change_seq > coalesce((
             select case when epoch = $3::bigint then $1::bigint else position end
               from ${SCHEMA}.relay_positions where name = '${SUPPRESSIONS_POSITION}'), 0)
     order by change_seq limit $2::integer
  ), round as materialized (
    select max(change_seq) as round_end, count(*) = $2::integer as is_full from main
  ), workspace (workspace_id) as (
    select (select s.workspace_id from ${SCHEMA}.suppressions s
             where s.change_seq is not null order by s.workspace_id limit 1)
      from round where is_full
    union all
    select (select s.workspace_id from ${SCHEMA}.suppressions s
             where s.workspace_id > workspace.workspace_id and s.change_seq is not null
             order by s.workspace_id limit 1)
      from workspace where workspace.workspace_id is not null
  ), ahead as materialized (
    select change.workspace_id, change.user_id, change.change_seq
      from (
        select workspace_id, greatest(round_end, passed.position) as position
          from workspace
          cross join round
          left join unnest($4::text[], $5::bigint[]) as passed (workspace_id, position)
            using (workspace_id)
         where workspace_id is not null and workspace_id not in (
           select main.workspace_id from main group by 1 having count(*) >= ${SHARE})
         order by random()
      ) as waiting
      cross join lateral (
        select s.workspace_id, s.user_id, s.change_seq from ${SCHEMA}.suppressions s
         where s.workspace_id = waiting.workspace_id and s.change_seq > waiting.position
         order by s.change_seq limit ${SHARE}
      ) as change
     limit $2::integer
  ), state as (
    select changed.workspace_id, changed.user_id, changed.last_seq,
           s.source_id, s.active_count, s.changed_at, s.change_seq
      from (
        select workspace_id, user_id, max(change_seq) as last_seq
          from (select * from main union all select * from ahead) as change
         group by 1, 2
         order by 3
         limit 2 * $2::bigint
      ) as changed
      cross join lateral (
        select s.source_id, s.active_count, s.changed_at, s.change_seq
          from ${SCHEMA}.suppressions s
         where s.workspace_id = changed.workspace_id and s.user_id = changed.user_id
         limit ${MAX_ROWS}
      ) as s
     order by changed.last_seq
     limit ${MAX_ROWS}
  )
  select workspace_id, user_id, last_seq, (select round_end from round) as round_end,
         coalesce(array_agg(source_id order by source_id collate "C")
           filter (where active_count > 0), '{}') as active,
         count(*)::integer as sources,
         max(changed_at) as changed_at,
         (select epoch from ${SCHEMA}.relay_positions where name = '${SUPPRESSIONS_POSITION}') as epoch,
         (select id from ${SCHEMA}.generation) || '.' || max(change_seq) || '.'
           || (extract(epoch from max(changed_at)) * 1000000)::bigint as state_id
    from state
   group by workspace_id, user_id, last_seq
   order by last_seq`;
