import type { RunQuery } from '@lethe/database';
import { SCHEMA } from '../../database/schema-name.js';
import { laneParameters, lanesOf, type Lane } from './lane.js';

/**
 * Makes workers look at destinations when the first of their jobs may be claimed. To be called after the commit
 * that made jobs claimable, outside of its transaction: so requests for one destination never wait for each other,
 * and no worker looks too early. A destination has the type of the first job that waits there: it may have been
 * made anew with another type under the same id. A call that is lost with its process is made up for by `wakeForgottenLanes`.
 *
 * @param query runs a statement of its own
 */
export async function wakeLanes(query: RunQuery, destinations: readonly Lane[]): Promise<void> {
  const lanes = lanesOf(destinations);
  if (lanes.length === 0) return;
  await query(
    `insert into ${SCHEMA}.deletion_lanes as lane
       (workspace_id, destination_id, destination_type, ready_at)
     select l.workspace_id, l.destination_id, first.destination_type, first.claimable_at
       from unnest($1::text[], $2::text[]) with ordinality as l (workspace_id, destination_id, position)
      cross join lateral (
        select j.destination_type, j.claimable_at from ${SCHEMA}.deletion_jobs j
         where j.workspace_id = l.workspace_id and j.destination_id = l.destination_id
           and j.state in ('pending', 'failed') and not j.held
         order by j.claimable_at, j.id limit 1) first
      order by l.position
     on conflict (workspace_id, destination_id) do update
       set ready_at = least(lane.ready_at, greatest(lane.delayed_until, excluded.ready_at)),
           destination_type = excluded.destination_type
     where lane.ready_at > greatest(lane.delayed_until, excluded.ready_at)
        or lane.destination_type <> excluded.destination_type`,
    laneParameters(lanes),
  );
}
