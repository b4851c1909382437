import { USER_BOUNDS, type PersonDto } from '@lethe/api/users';
import { FINAL_STATES } from '../record/deletion-job-states.js';
import type { Statements } from '@lethe/database';
import { SCHEMA } from '../database/schema-name.js';
import { ID_AS_GIVEN } from '../record/given-id.js';
import { JOBS_OF_EACH } from './jobs-of-each.js';
import { shownJob, STANDING_JOB_OF_USER, type ShownJobRow } from '../deletions/shown-job.js';
import { LANE_OF_JOB } from '../deletions/queues/next-attempt.js';

interface Row extends ShownJobRow {
  readonly regulation_id: string;
  readonly given_id: string;
  readonly open: number;
  /** Whether some regulations or deletions were not read. */
  readonly is_cut: boolean;
}

/**
 * Reads the deletions of all ids with the given suppression key: for each id, the newest job at
 * each destination. Withdrawn deletions have no job and are absent. Leaves out the `record` of each
 * deletion (method, counts, notes), which `getRegulation` returns. Reads only a limited number of
 * the newest regulations and deletions. `moreDeletions` says that there can be more deletions.
 *
 * @param userId deletions of this id are returned without an id
 */
export async function deletionsOfPerson(
  database: Pick<Statements, 'query'>,
  workspaceId: string,
  { suppressionKey, userId }: { readonly suppressionKey: string; readonly userId: string },
): Promise<Pick<PersonDto, 'deletions' | 'moreDeletions' | 'openDeletions'>> {
  const rows = await database.query<Row>(
    `with recent as materialized (
       select id, ${ID_AS_GIVEN('r')} as given_id, coalesce(cardinality(destination_ids), 0) as orders from ${SCHEMA}.regulations r
        where workspace_id = $1 and user_id = $2 order by id desc limit ${USER_BOUNDS.recent + 1}
     ), ordered as materialized (
       select id, given_id, orders, sum(orders) over (order by id desc) as so_far from recent order by id desc limit ${USER_BOUNDS.recent}
     ), jobs as materialized (
       select j.id, j.destination_id, j.state, r.id as regulation_id, r.given_id from ordered r
        ${JOBS_OF_EACH}
        where j.workspace_id = $1 and r.orders > 0 and r.so_far - r.orders < ${USER_BOUNDS.recent}
     ), newest as (
       select distinct on (destination_id, given_id) id, regulation_id, given_id from jobs
        order by destination_id, given_id, id desc limit ${USER_BOUNDS.places + 1}
     )
     select ${STANDING_JOB_OF_USER}, null as record, newest.regulation_id, newest.given_id,
            (select count(*)::int from jobs where state not in ${FINAL_STATES}) as open,
            (select count(*) > ${USER_BOUNDS.recent} or sum(orders) > ${USER_BOUNDS.recent} from recent) as is_cut
       from newest join ${SCHEMA}.deletion_jobs j on j.id = newest.id
       join ${SCHEMA}.regulations r on r.id = newest.regulation_id ${LANE_OF_JOB}
      order by j.destination_id, newest.given_id`,
    [workspaceId, suppressionKey],
  );
  const isMore = rows.length > USER_BOUNDS.places || rows[0]?.is_cut === true;
  return {
    deletions: rows.slice(0, USER_BOUNDS.places).map((row) => ({
      destinationId: row.destination_id,
      regulationId: row.regulation_id,
      ...(row.given_id === userId ? {} : { userId: row.given_id }),
      ...shownJob(row),
    })),
    ...(isMore ? { moreDeletions: true } : {}),
    openDeletions: rows[0]?.open ?? 0,
  };
}
