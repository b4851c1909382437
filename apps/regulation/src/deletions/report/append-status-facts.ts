import { EVENT_TYPES, TOPICS, topicName } from '@lethe/contracts';
import type { EntityManager } from 'typeorm';
import { timeText } from '../attempts/attempt-sql.js';
import { SCHEMA } from '../../database/schema-name.js';

/**
 * Tells of the present state of jobs: one fact for each of their users, in the caller's transaction, which has
 * changed them and holds their locks. Written by the database itself: 200 jobs of 1,000 users each would be 80 MB on
 * the way there and back.
 *
 * Facts of one regulation and one destination are in the order of the commits, as its user is in one open job there
 * at a time.
 *
 * @param jobIds of jobs that have just become complete, failed or aborted
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
 * The insert of `appendStatusFacts` for a statement that does more, as a part of its `with`. Each job's users are looked up by the
 * job: with `offset 0`, as for a few jobs PostgreSQL went through the users of all, see `JOBS_OF_EACH`.
 *
 * @param jobs SQL: rows `j` with the columns of jobs as they are now
 * @param first number of the first of its parameters, see `factParameters`
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

/** @returns the values of the parameters of `insertFactsSql` */
export function factParameters(topicPrefix: string): [string, string] {
  return [topicName(topicPrefix, TOPICS.lifecycle), EVENT_TYPES.deletionStatusChanged];
}
