import { randomUUID } from 'node:crypto';
import type {
  ClaimDataPlaneJob,
  DataPlaneJob,
  JobOutcome,
  UpdateDataPlaneJob,
} from '@lethe/api/deletions';
import type { UserIdentifiers } from '@lethe/contracts';
import type { RunQuery } from '@lethe/database';
import type { EntityManager } from 'typeorm';
import { SCHEMA } from '../../database/schema-name.js';
import type { ServiceParts } from '../../service-parts.js';
import { OF_DATA_PLANES } from '../claim/fair-claim-sql.js';
import { claimWithUsers } from '../claim/claim-with-users.js';
import { statesBefore } from '../../record/deletion-job-states.js';
import type { DestinationQueue } from '../queues/destination-queue.js';
import { lockQueues } from '../queues/settle-queues.js';
import { endJobs } from '../report/end-jobs.js';
import { hideIdentifiersOfJob } from '../report/hide-identifiers.js';

/**
 * Duration of a lease. Data planes send no heartbeat, so a job that takes longer is offered again.
 */
const LEASE_MS = 30 * 60_000;
const METHOD = "the data plane's worker";
const NO_REASON = 'The data plane gave no reason.';

type Parts = Pick<ServiceParts, 'database' | 'catalog' | 'topicPrefix' | 'afterCommit'>;

/** Claims a job in one of the caller's workspaces. Skips workspaces in which Lethe deletes. */
export async function claimDataPlaneJob(
  parts: Parts,
  { context }: ClaimDataPlaneJob,
): Promise<{ readonly job?: DataPlaneJob }> {
  const deleting = new Set(await parts.catalog.dataPlaneWorkspaces());
  const scope = context.workspaceIds.filter((id) => deleting.has(id));
  if (scope.length === 0) return {};
  const claim = { claimId: randomUUID(), destinations: 1, leaseMs: LEASE_MS };
  const {
    jobs: [taken],
  } = await claimWithUsers(parts, { ...claim, kind: OF_DATA_PLANES, scope }, () => undefined);
  if (taken === undefined) return {};
  return {
    job: {
      jobId: taken.id,
      workspaceId: taken.workspace_id,
      destinationId: taken.destination_id,
      users: taken.users.map(({ identifiers }) => asStrings(identifiers)),
      failedAttempts: taken.attempt,
    },
  };
}

export async function updateDataPlaneJob(
  { database, topicPrefix, afterCommit }: Parts,
  command: UpdateDataPlaneJob,
): Promise<void> {
  if (command.status === 'running') return;
  const changed = await database.transaction((manager) => update(manager, topicPrefix, command));
  if (changed) afterCommit();
}

/**
 * Ends a job that a data plane of its workspace has claimed. The report can come with another
 * secret than the claim. Ignores reports on other jobs, and reports on a job that another worker
 * has leased. Accepts a report even if the workspace was changed after the claim, and Lethe now
 * deletes there.
 *
 * @returns whether the job was ended
 */
async function update(
  manager: EntityManager,
  topicPrefix: string,
  command: UpdateDataPlaneJob,
): Promise<boolean> {
  const { jobId, status, context } = command;
  const [queue] = await manager.query<DestinationQueue[]>(
    `select workspace_id as "workspaceId", destination_id as "destinationId" from ${SCHEMA}.deletion_jobs
        where id = $1 and workspace_id = any($2::text[]) and data_plane_claim is not null`,
    [jobId, context.workspaceIds],
  );
  if (queue === undefined) return false;
  await lockQueues(manager, [queue]);
  // The end of the lease already counts as a failure, so a failure that is reported later is
  // ignored.
  if (status !== 'failed') await resumeAfterLease(manager, jobId);
  const query: RunQuery = (sql, parameters) => manager.query(sql, parameters);
  const outcome = await hideIdentifiersOfJob(query, jobId, outcomeOf(command));
  const worker = 'data_plane';
  const end = { jobId, claim: worker, outcome, by: { worker } } as const;
  const ended = await endJobs(manager, topicPrefix, queue, [end]);
  return ended.length > 0;
}

/**
 * Sets a waiting job back to `running`, because its data plane reports after the end of the lease.
 */
async function resumeAfterLease(manager: EntityManager, jobId: string): Promise<void> {
  await manager.query(
    `update ${SCHEMA}.deletion_jobs j
        set state = 'running', claim_id = data_plane_claim, changed_at = statement_timestamp()
      where id = $1 and state in ${statesBefore('running')} and data_plane_claim is not null
        and exists (select from ${SCHEMA}.deletion_job_users u where u.job_id = j.id)`,
    [jobId],
  );
}

function outcomeOf({ status, reason = NO_REASON }: UpdateDataPlaneJob): JobOutcome {
  return status === 'complete'
    ? { status, record: { method: METHOD } }
    : { status: status === 'aborted' ? 'aborted' : 'failed', reason };
}

/**
 * Converts identifiers to strings, because data planes read only strings. Leaves out null values.
 */
function asStrings(identifiers: UserIdentifiers): UserIdentifiers {
  const strings = Object.entries(identifiers).flatMap(([name, value]) => {
    if (value === null || value === undefined) return [];
    return [[name, typeof value === 'string' ? value : JSON.stringify(value)]];
  });
  return Object.fromEntries(strings) as UserIdentifiers;
}
