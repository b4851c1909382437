import { SCHEMA } from '../../database/schema-name.js';

/** The reason that is shown of a job that has no other. */
export const PAUSED = 'Deletions at this destination are paused.';

/** SQL: the `lane` of a job `j`, where it has one. */
export const LANE_OF_JOB = `left join ${SCHEMA}.deletion_lanes lane
         on lane.workspace_id = j.workspace_id and lane.destination_id = j.destination_id`;

const WAITS = `j.state in ('pending', 'failed')`;

/** SQL: whether a job `j` waits at a `lane` that is paused. */
export const IS_PAUSED = `(${WAITS} and lane.paused_at is not null)`;

/** SQL: from when on a job `j` at its `lane` may be claimed; null where that is not known. */
export const NEXT_ATTEMPT_AT = `case when ${WAITS} and not j.held and lane.paused_at is null
    then greatest(j.claimable_at, lane.delayed_until) end`;
