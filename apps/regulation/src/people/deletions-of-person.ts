import { PEOPLE_BOUNDS, type Person } from '@lethe/contracts';
import { FINAL_STATES } from '../deletion-jobs/deletion-job-states.js';
import type { Statements } from '@lethe/database';
import { SCHEMA } from '../database/schema-name.js';
import { shownJob, STANDING_JOB, type ShownJobRow } from '../deletion-jobs/shown-job.js';
import { LANE_OF_JOB } from '../deletion-jobs/lanes/next-attempt.js';

interface Row extends ShownJobRow {
  readonly regulation_id: string;
  readonly open: number;
}

/**
 * Where something of a user was to be deleted: the newest job of each destination, whichever regulation ordered it. What was withdrawn has no
 * job any more, and is not among them. How each was done is said by its regulation.
 */
export async function deletionsOfPerson(
  database: Pick<Statements, 'query'>,
  workspaceId: string,
  userId: string,
): Promise<Pick<Person, 'deletions' | 'moreDeletions' | 'openDeletions'>> {
  const rows = await database.query<Row>(
    `with jobs as materialized (
       select j.id, j.destination_id, j.state, u.regulation_id from ${SCHEMA}.regulations r
         join ${SCHEMA}.deletion_job_users u on u.regulation_id = r.id
         join ${SCHEMA}.deletion_jobs j on j.id = u.job_id and j.workspace_id = $1
        where r.workspace_id = $1 and r.user_id = $2
     ), newest as (
       select distinct on (destination_id) id, regulation_id from jobs
        order by destination_id, id desc limit ${PEOPLE_BOUNDS.places + 1}
     )
     select ${STANDING_JOB}, null as record, newest.regulation_id,
            (select count(*)::int from jobs where state not in ${FINAL_STATES}) as open
       from newest join ${SCHEMA}.deletion_jobs j on j.id = newest.id ${LANE_OF_JOB}
      order by j.destination_id`,
    [workspaceId, userId],
  );
  return {
    deletions: rows.slice(0, PEOPLE_BOUNDS.places).map((row) => ({
      destinationId: row.destination_id,
      regulationId: row.regulation_id,
      ...shownJob(row),
    })),
    ...(rows.length > PEOPLE_BOUNDS.places ? { moreDeletions: true } : {}),
    openDeletions: rows[0]?.open ?? 0,
  };
}
