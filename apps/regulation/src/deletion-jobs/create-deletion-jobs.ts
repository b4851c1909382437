import type { DeletionJobRequested } from '@lethe/contracts';
import type { EntityManager } from 'typeorm';
import { SCHEMA } from '../database/schema-name.js';
import type { NewRegulations } from '../regulations/new-regulations.js';
import { cutJobs } from './cut-jobs.js';
import type { DeletionTarget } from './deletion-plan.js';

/**
 * Cuts a request into jobs for one destination and stores them, in the transaction of the request.
 *
 * @returns the event of each job, for the deletions topic
 */
export async function createDeletionJobs(
  manager: EntityManager,
  created: NewRegulations,
  target: DeletionTarget,
): Promise<DeletionJobRequested[]> {
  const users = created.entries.map(({ id, attributes }) => ({
    regulationId: id,
    userId: attributes.userId,
  }));
  const batches = cutJobs(users, target.batchSize);
  const ids = await takeJobIds(manager, batches.length);
  const jobs = batches.map((batch, index): DeletionJobRequested => ({
    jobId: ids[index] ?? '',
    workspaceId: created.workspaceId,
    destinationId: target.id,
    destinationType: target.type,
    attempt: 0,
    requestedAt: created.createdAt,
    users: batch,
  }));
  await manager.query(
    `insert into ${SCHEMA}.deletion_jobs
       (id, workspace_id, request_id, destination_id, destination_type, created_at, changed_at)
     overriding system value
     select id, $2, $3, $4, $5, $6, $6 from unnest($1::bigint[]) as id`,
    [ids, created.workspaceId, created.requestId, target.id, target.type, created.createdAt],
  );
  await manager.query(
    `insert into ${SCHEMA}.deletion_job_users (job_id, regulation_id)
     select job_id, regulation_id from unnest($1::bigint[], $2::uuid[]) as t (job_id, regulation_id)`,
    [
      jobs.flatMap((job) => job.users.map(() => job.jobId)),
      jobs.flatMap((job) => job.users.map((user) => user.regulationId)),
    ],
  );
  return jobs;
}

/**
 * Ids are taken before the rows are inserted: the event of a job names its id, and `returning`
 * promises no order.
 */
async function takeJobIds(manager: EntityManager, count: number): Promise<string[]> {
  const rows = await manager.query<{ id: string }[]>(
    `select nextval(pg_get_serial_sequence('${SCHEMA}.deletion_jobs', 'id')) as id
       from generate_series(1, $1)`,
    [count],
  );
  return rows.map((row) => row.id);
}
