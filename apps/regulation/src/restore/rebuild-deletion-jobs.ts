import { EVENT_TYPES, type DeletionState } from '@lethe/contracts';
import type { EntityManager } from 'typeorm';
import { SCHEMA } from '../database/schema-name.js';
import { FINAL_STATES } from '../record/deletion-job-states.js';
import { insertRegulations } from '../regulations/create/insert-regulations.js';
import { chunkByKey } from './chunk-by-key.js';
import { REBUILT_BY, REBUILT_REASON } from './rebuilt-regulation.js';

/** A deletion job that was recreated, or that was put on hold. */
export interface HeldJob {
  readonly jobId: string;
  readonly workspaceId: string;
  readonly destinationId: string;
  readonly users: number;
}

/** A job that was recreated in its final state. */
export interface EndedJob extends HeldJob {
  readonly state: Extract<DeletionState, 'complete' | 'aborted'>;
}

/**
 * Jobs that were recreated, sorted by id. The database lacked their published deletion requests.
 */
export interface RebuiltJobs {
  readonly held: readonly HeldJob[];
  readonly ended: readonly EndedJob[];
}

/**
 * SQL: the newest deletion request of each user at each destination, with its state. Earlier
 * requests failed permanently and were retried. An end that was published before the request
 * belongs to an earlier request. Without a published end, the request is treated as open, because
 * deleting twice is safe, but skipping a deletion is not. The reason of an exception is not
 * published. So a deletion with an exception needs attention again, and a person decides again.
 */
const ORDERS = `
  select o.*, case when f.at >= o.requested_at and f.detail in ${FINAL_STATES}
           then case f.detail when 'excepted' then 'aborted' else f.detail end else 'pending' end as state, f.at as ended_at
    from (
      select distinct on (regulation_id, destination_id) * from published_orders given
       where not exists (select from published_facts c
                          where c.regulation_id = given.regulation_id and c.fact = 'canceled')
       order by regulation_id, destination_id, requested_at desc, job_id desc) o
    left join published_facts f on f.regulation_id = o.regulation_id
     and f.fact = 'deletion_status_changed' and f.destination_id = o.destination_id`;

const ENDED_REASON: Readonly<Record<EndedJob['state'], string>> = {
  complete: `${REBUILT_REASON} The method of the deletion is no longer known.`,
  aborted: `${REBUILT_REASON} The reason of the failure is no longer known.`,
};

interface LostRegulation {
  id: string;
  workspace_id: string;
  user_id: string;
  requested_at: Date;
  destination_ids: string[];
  type: 'suppress_with_delete' | 'delete';
}

/**
 * Recreates lost regulations and their jobs under their original ids. The published deletion
 * request lacks the type of the regulation; the fact of the creation has the type. Without this
 * fact, the regulation also suppresses the user, so that no events pass by mistake. A job with a
 * published end gets this end. Other jobs are put on hold, because they possibly ran after the
 * backup. Only the userId is known, because the topic has no other identifiers.
 *
 * @param firstFreeJobId an id above the ids of all jobs, including lost jobs
 */
export async function rebuildDeletionJobs(
  manager: EntityManager,
  firstFreeJobId: bigint,
): Promise<RebuiltJobs> {
  const lost = await manager.query<LostRegulation[]>(
    `select regulation_id as id, workspace_id, (array_agg(user_id order by job_id))[1] as user_id,
            min(requested_at) as requested_at,
            array_agg(distinct destination_id order by destination_id) as destination_ids,
            case when exists (select from published_facts f where f.regulation_id = o.regulation_id
                                 and f.fact = 'created' and f.detail = 'delete')
              then 'delete' else 'suppress_with_delete' end as type
       from published_orders o
      where not exists (select from published_facts f
                         where f.regulation_id = o.regulation_id and f.fact = 'canceled')
      group by regulation_id, workspace_id
      order by workspace_id, requested_at, destination_ids, type, id`,
  );
  for (const run of chunkByKey(lost, (row) =>
    JSON.stringify([row.workspace_id, row.requested_at, row.destination_ids, row.type]),
  )) {
    await restoreRegulations(manager, run);
  }
  const moved = await moveTakenIds(manager, firstFreeJobId);
  return insertJobs(manager, firstFreeJobId + BigInt(moved));
}

/** @param run regulations with the same workspace, time, destinations and type */
async function restoreRegulations(manager: EntityManager, run: LostRegulation[]): Promise<void> {
  const [first] = run;
  if (first === undefined) return;
  const users = run.map((row) => ({ userId: row.user_id }));
  await insertRegulations(
    manager,
    {
      requestId: first.id, // the original request is unknown
      workspaceId: first.workspace_id,
      createdBy: REBUILT_BY,
      createdAt: first.requested_at.toISOString(),
      request: {
        regulationType: first.type,
        destinationIds: first.destination_ids,
        users,
        reason: REBUILT_REASON,
      },
      entries: run.map((row) => ({ id: row.id, attributes: { userId: row.user_id } })),
    },
    { factsOf: () => [] }, // the facts are already published
  );
  // The other identifiers are unknown. Without this mark, a retry could find no data, and report
  // the user as deleted.
  await manager.query(
    `update ${SCHEMA}.regulations set identifiers_forgotten_at = clock_timestamp() where id = any($1::uuid[])`,
    [run.map(({ id }) => id)],
  );
}

/**
 * Gives new ids to jobs that have the id of a lost job. The service created these jobs after the
 * restore, and has not published them. Published jobs keep their ids.
 *
 * @returns number of jobs with a new id
 */
async function moveTakenIds(manager: EntityManager, firstFree: bigint): Promise<number> {
  const taken = await manager.query<{ id: string }[]>(
    `select id from ${SCHEMA}.deletion_jobs j
      where id in (select job_id from published_orders) and exists (
        select from ${SCHEMA}.outbox e where e.event_type = '${EVENT_TYPES.deletionRequested}' and (e.data::jsonb ->> 'jobId') = j.id::text)
      order by id for update`,
  );
  for (const [index, { id }] of taken.entries()) {
    const free = String(firstFree + BigInt(index));
    await manager.query(
      `insert into ${SCHEMA}.deletion_jobs overriding system value
       select (jsonb_populate_record(j, jsonb_build_object('id', $2::bigint))).*
         from ${SCHEMA}.deletion_jobs j where id = $1`,
      [id, free],
    );
    for (const table of ['deletion_job_users', 'deletion_verifications']) {
      await manager.query(`update ${SCHEMA}.${table} set job_id = $2 where job_id = $1`, [
        id,
        free,
      ]);
    }
    await manager.query(`delete from ${SCHEMA}.deletion_jobs where id = $1`, [id]);
    await manager.query(
      `update ${SCHEMA}.outbox set data = jsonb_set(data::jsonb, '{jobId}', to_jsonb($2::text))::text
        where event_type = '${EVENT_TYPES.deletionRequested}' and (data::jsonb ->> 'jobId') = $1`,
      [id, free],
    );
  }
  return taken.length;
}

interface RebuiltRow extends HeldJob {
  readonly state: 'pending' | EndedJob['state'];
}

/**
 * Inserts the lost jobs. A job keeps its id, unless another job has the same id. Users with
 * different states get different jobs.
 */
async function insertJobs(manager: EntityManager, firstFree: bigint): Promise<RebuiltJobs> {
  const jobs = await manager.query<RebuiltRow[]>(
    `with given as (
       select o.*, exists (select from ${SCHEMA}.deletion_jobs j where j.id = o.job_id)
           or 1 < dense_rank() over (partition by job_id order by ${ONE_JOB}) as is_taken
         from (${ORDERS}) o where state <> 'canceled'
     ), numbered as (
       select *, case when is_taken
           then $1::bigint - 1 + dense_rank() over (partition by is_taken order by job_id, ${ONE_JOB})
           else job_id end as id
         from given
     ), jobs as (
       insert into ${SCHEMA}.deletion_jobs
         (id, workspace_id, request_id, destination_id, destination_type, state, reason, held,
          created_at, changed_at, finished_at)
       overriding system value
       select n.id, n.workspace_id, min(n.regulation_id::text)::uuid, n.destination_id, n.destination_type,
              n.state, $2::jsonb ->> n.state, n.state = 'pending', min(n.requested_at),
              case when n.state = 'pending' then clock_timestamp() else max(n.ended_at) end,
              case when n.state <> 'pending' then max(n.ended_at) end
         from numbered n
        group by n.id, n.workspace_id, n.destination_id, n.destination_type, n.state
       returning id, workspace_id, destination_id, state
     ), users as (
       insert into ${SCHEMA}.deletion_job_users (job_id, regulation_id)
       select id, regulation_id from numbered
     )
     select jobs.id as "jobId", jobs.workspace_id as "workspaceId",
            jobs.destination_id as "destinationId", jobs.state, count(*)::int as users
       from jobs join numbered using (id)
      group by 1, 2, 3, 4 order by jobs.id`,
    [String(firstFree), JSON.stringify(ENDED_REASON)],
  );
  return {
    held: jobs.flatMap(({ state, ...job }) => (state === 'pending' ? [job] : [])),
    ended: jobs.flatMap(({ state, ...job }) => (state === 'pending' ? [] : [{ ...job, state }])),
  };
}

/** SQL: users of a lost job share a new job if these values are equal. Pending jobs come first. */
const ONE_JOB = `workspace_id, destination_id, requested_at, state <> 'pending', state`;

/**
 * Puts running jobs on hold, because their calls since the backup are unknown. Also puts a waiting
 * job on hold if, after the backup, its deletion ended for one of its users, or the regulation of
 * this user was canceled.
 */
export function holdDoubtfulJobs(manager: EntityManager): Promise<HeldJob[]> {
  return manager.query<HeldJob[]>(
    `with held as (
       update ${SCHEMA}.deletion_jobs j set held = true
        where not held and (state = 'running' or state in ('pending', 'failed') and exists (
          select from ${SCHEMA}.deletion_job_users o join published_facts f using (regulation_id)
           where o.job_id = j.id and (f.fact = 'canceled'
             or f.fact = 'deletion_status_changed' and f.destination_id = j.destination_id
               and f.detail in ${FINAL_STATES})))
       returning id, workspace_id, destination_id
     )
     select id as "jobId", workspace_id as "workspaceId", destination_id as "destinationId",
            (select count(*)::int from ${SCHEMA}.deletion_job_users u where u.job_id = held.id) as users
       from held order by id`,
  );
}
