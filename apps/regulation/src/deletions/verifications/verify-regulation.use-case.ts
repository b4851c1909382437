import type { VerifyRegulation, VerifyResultDto } from '@lethe/api/deletions';
import type { CatalogDestination } from '@lethe/catalog';
import { isUuid, LetheError } from '@lethe/contracts';
import type { RunQuery } from '@lethe/database';
import { isVerifiable } from '@lethe/destination-definitions';
import { SCHEMA } from '../../database/schema-name.js';
import type { ServiceParts } from '../../service-parts.js';
import { DESTINATION_DELETED } from '../manage/other-type.js';
import { VERIFY } from '../claim/claim-task.js';
import { wakeQueues } from '../queues/wake-queues.js';
import { BY_DATA_PLANE, NO_WAY } from './insert-verifications.js';

/**
 * Verifications of one job that are kept. Older ones that have ended are removed, except those with
 * data that is not settled yet.
 */
const KEPT_OF_JOB = 20;

const NO_DELETION =
  'It has no deletion: it only suppresses the user, or its deletions were canceled.';

interface NewestJob {
  readonly id: string;
  readonly destination_id: string;
  readonly destination_type: string;
  readonly state: string;
}

/**
 * Orders a verification at each destination at which the deletion of the user is complete. A
 * verification that was ordered by a person and has not ended is not ordered again.
 *
 * @throws LetheError `not_found` (also for another workspace's id); `conflict` if no destination can
 *   be asked, with the reasons; `unavailable`, `outcome_unknown`
 */
export async function verifyRegulation(
  { database, catalog }: Pick<ServiceParts, 'database' | 'catalog'>,
  { context, id }: VerifyRegulation,
): Promise<VerifyResultDto> {
  const { workspaceId, actor } = context;
  if (!isUuid(id)) throw new LetheError('not_found');
  const jobs = await newestJobs(database.query, workspaceId, id);
  // The cache is up to two seconds old, and a person who has just corrected a destination asks now.
  const found = await catalog.findDestinationsNow(
    workspaceId,
    jobs.map((job) => job.destination_id),
  );
  const destinations = new Map(found.map((destination) => [destination.id, destination]));
  const byDataPlane = (await catalog.dataPlaneWorkspaces()).includes(workspaceId);
  const judged = jobs.map((job) => ({
    job,
    reason: refusalOf(job, destinations.get(job.destination_id), byDataPlane),
  }));
  const asked = judged.flatMap(({ job, reason }) => (reason === undefined ? [job] : []));
  const leftOut = judged.flatMap(({ job, reason }) =>
    reason === undefined ? [] : [{ destinationId: job.destination_id, reason }],
  );
  if (asked.length === 0) {
    const reasons = leftOut.map(({ destinationId, reason }) => `${destinationId}: ${reason}`);
    if (reasons.length === 0) reasons.push(NO_DELETION);
    throw new LetheError('conflict', {
      message: `No destination of this regulation can be asked. ${reasons.join(' ')}`,
    });
  }
  const ids = asked.map((job) => job.id);
  await database.transaction(async (manager) => {
    await manager.query(ORDER, [ids, actor]);
    await manager.query(REMOVE_OLD, [ids]);
  });
  const queues = asked.map((job) => ({ workspaceId, destinationId: job.destination_id }));
  // If this fails, the sweep wakes the queues.
  await wakeQueues(database.query, queues, VERIFY).catch(() => undefined);
  return { verifications: asked.length, leftOut };
}

/** Returns the last job of the regulation at each destination. */
async function newestJobs(query: RunQuery, workspaceId: string, id: string): Promise<NewestJob[]> {
  const known = await query(
    `select 1 as known from ${SCHEMA}.regulations where id = $1 and workspace_id = $2`,
    [id, workspaceId],
  );
  if (known.length === 0) throw new LetheError('not_found');
  return query<NewestJob>(
    `select distinct on (j.destination_id) j.id, j.destination_id, j.destination_type, j.state
       from ${SCHEMA}.deletion_job_users u join ${SCHEMA}.deletion_jobs j on j.id = u.job_id
      where u.regulation_id = $1 and j.workspace_id = $2
      order by j.destination_id, j.id desc`,
    [id, workspaceId],
  );
}

function refusalOf(
  job: NewestJob,
  destination: Pick<CatalogDestination, 'type' | 'config'> | undefined,
  byDataPlane: boolean,
): string | undefined {
  if (job.state !== 'complete') return 'The deletion is not complete.';
  if (destination === undefined) return DESTINATION_DELETED;
  const { type, config } = destination;
  if (type !== job.destination_type) return 'The destination was recreated with another type.';
  if (byDataPlane && type !== 'CUSTOM') return BY_DATA_PLANE;
  return isVerifiable(type, config) ? undefined : NO_WAY;
}

const ORDER = `
  insert into ${SCHEMA}.deletion_verifications
    (job_id, workspace_id, destination_id, destination_type, ordered_by, created_at, changed_at, due_at, claimable_at)
  select j.id, j.workspace_id, j.destination_id, j.destination_type, $2, at, at, at, at
    from ${SCHEMA}.deletion_jobs j cross join (select statement_timestamp() as at) now
   where j.id = any($1::bigint[]) order by j.id
  on conflict (job_id) where ordered_by is not null and state in ('pending', 'running', 'failed') do nothing`;

const REMOVE_OLD = `
  delete from ${SCHEMA}.deletion_verifications v
   using (select id, row_number() over (partition by job_id order by id desc) as n
            from ${SCHEMA}.deletion_verifications where job_id = any($1::bigint[])) numbered
   where v.id = numbered.id and numbered.n > ${KEPT_OF_JOB} and v.finished_at is not null and v.still_found is null`;
