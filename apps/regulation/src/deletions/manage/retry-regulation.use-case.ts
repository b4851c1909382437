import type { RetryRegulation, RetryResultDto } from '@lethe/api/deletions';
import { isUuid, LetheError } from '@lethe/contracts';
import type { Statements } from '@lethe/database';
import { SCHEMA } from '../../database/schema-name.js';
import { wakeQueues } from '../queues/wake-queues.js';
import { DESTINATION_DELETED, OTHER_TYPE } from './other-type.js';
import { retryBatch } from './retry-batch.js';
import type { ServiceParts } from '../../service-parts.js';

interface AbortedHere {
  readonly id: string;
  readonly destination_id: string;
  readonly destination_type: string;
}

/**
 * Retries the deletion of one user at the destinations where it failed permanently.
 *
 * @throws LetheError `not_found` (also for another workspace's id); `conflict` if no deletion
 *   failed permanently, the regulation is canceled, its identifiers were purged, or the
 *   destinations were deleted or have another type now; `unavailable`, `outcome_unknown`
 */
export async function retryRegulation(
  {
    database,
    catalog,
    events,
    afterCommit,
  }: Pick<ServiceParts, 'database' | 'catalog' | 'events' | 'afterCommit'>,
  { context, id }: RetryRegulation,
): Promise<RetryResultDto> {
  const { workspaceId, actor } = context;
  if (!isUuid(id)) throw new LetheError('not_found');
  const aborted = await abortedJobs(database, workspaceId, id);
  const ids = aborted.map((job) => job.destination_id);
  const found = await catalog.findDestinations(workspaceId, ids);
  const types = new Map(found.map((destination) => [destination.id, destination.type]));
  const gone = ids.filter((destinationId) => !types.has(destinationId));
  const existing = aborted.filter((job) => types.has(job.destination_id));
  const isServed = (job: (typeof existing)[number]): boolean =>
    types.get(job.destination_id) === job.destination_type;
  const served = existing.filter(isServed);
  const changed = existing.filter((job) => !isServed(job)).map((job) => job.destination_id);
  const jobIds = served.map((job) => job.id);
  if (jobIds.length === 0) {
    if (changed.length > 0) throw new LetheError('conflict', { message: OTHER_TYPE });
    throw gone.length > 0 ? destinationsGone(gone) : nothingAborted();
  }

  const { jobs, withPurgedUsers } = await database.transaction((manager) =>
    retryBatch(manager, events, { workspaceId, actor, jobIds, regulationId: id }),
  );
  if (jobs.length === 0) {
    // If no identifiers were purged, another caller has already retried the jobs.
    throw withPurgedUsers.length > 0
      ? new LetheError('conflict', { message: IDENTIFIERS_PURGED })
      : nothingAborted();
  }
  afterCommit();
  // If this fails, the sweep wakes the queues.
  await wakeQueues(database.query, jobs).catch(() => undefined);
  const leftOut = [
    ...gone.map((destinationId) => ({ destinationId, reason: DESTINATION_DELETED })),
    ...changed.map((destinationId) => ({ destinationId, reason: OTHER_TYPE })),
    ...withPurgedUsers.map((destinationId) => ({ destinationId, reason: IDENTIFIERS_PURGED })),
  ];
  return { jobs: jobs.length, users: 1, more: false, leftOut };
}

/** Returns the last job of the regulation at each destination, if that job is `aborted`. */
async function abortedJobs(
  { query }: Pick<Statements, 'query'>,
  workspaceId: string,
  id: string,
): Promise<readonly AbortedHere[]> {
  const [regulation] = await query<{ canceled: boolean }>(
    `select canceled from ${SCHEMA}.regulations where id = $1 and workspace_id = $2`,
    [id, workspaceId],
  );
  if (regulation === undefined) throw new LetheError('not_found');
  if (regulation.canceled) {
    throw new LetheError('conflict', {
      message: 'The regulation is canceled. Create a new regulation to delete the user.',
    });
  }
  return query<AbortedHere>(
    `select id, destination_id, destination_type from (
         select distinct on (j.destination_id) j.id, j.destination_id, j.destination_type, j.state
           from ${SCHEMA}.deletion_job_users u join ${SCHEMA}.deletion_jobs j on j.id = u.job_id
          where u.regulation_id = $1 and j.workspace_id = $2
          order by j.destination_id, j.id desc) last
        where state = 'aborted' order by id`,
    [id, workspaceId],
  );
}

const IDENTIFIERS_PURGED =
  'The identifiers of the regulation were purged, so the destination cannot find the user. Create a new regulation.';

function nothingAborted(): LetheError {
  return new LetheError('conflict', {
    message: 'No deletion of this regulation failed permanently, so there is nothing to retry.',
  });
}

function destinationsGone(ids: readonly string[]): LetheError {
  return new LetheError('conflict', {
    message: `Nothing can be retried. These destinations were deleted: ${ids.map((id) => `"${id}"`).join(', ')}.`,
  });
}
