import { EVENT_TYPES, TOPICS, topicName } from '@lethe/contracts';
import type { EntityManager } from 'typeorm';
import { timeText } from '../attempts/attempt-sql.js';
import { SCHEMA } from '../../database/schema-name.js';

/**
 * For each user of the jobs, adds a fact with the present state of the job to the outbox. Runs in
 * the caller's transaction, which has changed and locked the jobs. The database itself creates the
 * facts, because the facts of 200 jobs with 1,000 users each would take 80 MB on the network.
 *
 * A user is in only one open job of a destination at a time. So the facts about one regulation and
 * one destination are in the sequence of the commits.
 *
 * @param jobIds ids of jobs that just became `complete`, `failed` or `aborted`
 */
export async function appendStatusFacts(
  manager: EntityManager,
  topicPrefix: string,
  jobIds: readonly string[],
): Promise<void> {
  if (jobIds.length === 0) return;
  await manager.query(
    insertFactsSql(
      `unnest($1::bigint[]) as changed (id)
        cross join lateral (select * from ${SCHEMA}.deletion_jobs where id = changed.id offset 0) j`,
      2,
    ),
    [jobIds, ...factParameters(topicPrefix)],
  );
}

/**
 * Returns the insert statement of `appendStatusFacts`, which can also be a part of the `with` of a
 * larger statement. `offset 0` forces a look-up of the users by job. Without it, PostgreSQL read
 * the users of all jobs even for a few jobs, see `JOBS_OF_EACH`.
 *
 * @param jobs SQL: rows `j` with the present columns of the jobs
 * @param first number of the first parameter of `factParameters` in the statement
 */
export function insertFactsSql(jobs: string, first: number): string {
  return `
    insert into ${SCHEMA}.outbox (topic, key, event_type, event_id, occurred_at, data, traceparent)
    select $${first}::text, u.regulation_id::text, $${first + 1}::text, gen_random_uuid()::text, at.text,
           json_build_object(
             'regulationId', u.regulation_id, 'workspaceId', j.workspace_id, 'occurredAt', at.text,
             'fact', 'deletion_status_changed', 'destinationId', j.destination_id, 'status', j.state)::text, j.traceparent
      from ${jobs}
     cross join lateral (select regulation_id from ${SCHEMA}.deletion_job_users where job_id = j.id offset 0) u
     cross join lateral (
       select ${timeText('j.changed_at')} as text) at
     order by j.id, u.regulation_id`;
}

export function factParameters(topicPrefix: string): [string, string] {
  return [topicName(topicPrefix, TOPICS.lifecycle), EVENT_TYPES.deletionStatusChanged];
}
