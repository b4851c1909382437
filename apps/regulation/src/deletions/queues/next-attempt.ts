import { SCHEMA } from '../../database/schema-name.js';

/** Reason shown for a job of a paused destination, if the job has no other reason. */
export const PAUSED = 'Deletions at this destination are paused.';

/** SQL: joins the `lane` of a job `j`, if there is one. */
export const LANE_OF_JOB = `left join ${SCHEMA}.deletion_lanes lane
         on lane.workspace_id = j.workspace_id and lane.destination_id = j.destination_id`;

const WAITS = `j.state in ('pending', 'failed')`;

export const IS_PAUSED = `(${WAITS} and lane.paused_at is not null)`;

/** SQL: the time from which a job `j` at its `lane` can be claimed; null if the time is unknown. */
export const NEXT_ATTEMPT_AT = `case when ${WAITS} and not j.held and lane.paused_at is null
    then greatest(j.claimable_at, lane.delayed_until) end`;
