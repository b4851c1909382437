import { DELETION_STATES, FINAL_DELETION_STATES } from '@lethe/contracts';
import { typeLabel } from '@lethe/destination-definitions';
import type { Metrics } from '@lethe/observability';
import { SCHEMA } from '../database/schema-name.js';
import { isCovered } from '../record/covered.js';
import { isOverdue, needsAttention } from '../record/overdue.js';
import type { FoundRow, BacklogPoll } from './repeated-poll.js';

export function deletionBacklog(metrics: Metrics): BacklogPoll {
  const finished = metrics.counter(
    'deletion_jobs_finished_total',
    'Deletion jobs that ended while this instance was the leader, by state.',
    { labels: ['state'], known: FINAL_DELETION_STATES.map((state) => ({ state })) },
  );
  return {
    of: 'deletions',
    sql: JOBS,
    gauges: {
      deletion_jobs: { help: 'Deletion jobs, by state.', labels: { state: String } },
      deletion_jobs_oldest_age_seconds: {
        help: 'Age of the oldest open deletion job, by state.',
        labels: { state: String },
      },
      deletion_jobs_overdue: {
        help: 'Deletion jobs past their deadline that are not done: open, on hold, or failed permanently without a later retry or an exception.',
      },
      deletion_jobs_needing_attention: {
        help: 'Deletion jobs that failed permanently (state aborted), without a later retry or an exception.',
      },
    },
    onFound: (rows, before) => {
      if (before === undefined) return;
      for (const state of FINAL_DELETION_STATES) {
        const more = jobsIn(rows, state) - jobsIn(before, state);
        if (more > 0) finished.inc({ state }, more);
      }
    },
  };
}

function jobsIn(rows: readonly FoundRow[], state: string): number {
  return Number(rows.find((row) => row.state === state)?.deletion_jobs);
}

export const DESTINATIONS_BACKLOG: BacklogPoll = {
  of: 'deletions',
  // The table has one row for each destination that ever had a deletion. A destination with a
  // leased job also counts, if its last call failed or the destination asked for a delay.
  sql: `
  select destination_type, count(*)::float8 as deletion_destinations_left_alone
    from ${SCHEMA}.deletion_lanes
   where paused_at is null and (delays > 0 or failures > 0) and (claim_id is not null or ready_at < 'infinity')
   group by destination_type`,
  gauges: {
    deletion_destinations_left_alone: {
      help: 'Destinations with open deletions that are backing off, because their last call failed or they asked for a delay. Paused destinations do not count. A type without such destinations is absent.',
      labels: { destination_type: (type) => typeLabel(String(type)) },
    },
  },
};

/**
 * Reads only verifications with an alarm, from a partial index. A cancel ends the alarm without a
 * write, so the suppression of the found users is checked here again.
 */
export const VERIFICATIONS_BACKLOG: BacklogPoll = {
  of: 'deletions',
  sql: `
  select count(*)::float8 as deletion_verifications_found from ${SCHEMA}.deletion_verifications v
   where v.alarm and exists (
     select from jsonb_object_keys(v.still_found) as found_user (id)
       join ${SCHEMA}.regulations r on r.id = found_user.id::uuid where ${isCovered('r')})`,
  gauges: {
    deletion_verifications_found: {
      help: 'Verifications that found data of a user although an active regulation suppresses the user, until a later verification has settled it.',
    },
  },
};

/**
 * Counts ended jobs from `deletion_tallies` and open jobs from an index. A state without jobs has
 * the value 0, because an alert cannot compare an absent value.
 */
const JOBS = `
  with counted as (
    select state, count(*)::float8 as jobs,
           extract(epoch from clock_timestamp() - min(created_at))::float8 as age,
           count(*) filter (where ${isOverdue('j')})::float8 as overdue, 0::float8 as needing_attention
      from ${SCHEMA}.deletion_jobs j where state in ('pending', 'running', 'failed') group by state
    union all
    select ended.state, ended.jobs, null, coalesce(left_over.overdue, 0), coalesce(left_over.jobs, 0)
      from (select state, sum(jobs)::float8 as jobs from ${SCHEMA}.deletion_tallies group by state) ended
      left join (
        select 'aborted' as state, count(*)::float8 as jobs, count(*) filter (where ${isOverdue('j')})::float8 as overdue
          from ${SCHEMA}.deletion_jobs j where ${needsAttention('j')}) left_over using (state)
  )
  select state, coalesce(jobs, 0) as deletion_jobs, age as deletion_jobs_oldest_age_seconds,
         coalesce(overdue, 0) as deletion_jobs_overdue,
         coalesce(needing_attention, 0) as deletion_jobs_needing_attention
    from unnest(array['${DELETION_STATES.join("', '")}']) as known (state) left join counted using (state)`;
