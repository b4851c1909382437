import type { JobOutcome, DeletionAttemptDto } from '@lethe/api/deletions';
import type { AttemptWorker, DeletionState, JsonObject } from '@lethe/contracts';
import { findDefinition } from '@lethe/destination-definitions';
import type { EntityManager } from 'typeorm';
import { SCHEMA } from '../../database/schema-name.js';
import type { AttemptBy, EndedAttempt } from '../attempts/with-attempt.js';
import { WORKER_KIND } from '../holder.js';
import type { DestinationQueue } from '../queues/destination-queue.js';
import { lockQueues, settleQueues } from '../queues/settle-queues.js';
import { withoutTexts, withPurgedUsers } from './abort-purged.js';
import { applyDecision } from './apply-decision.js';
import { decideOutcome, type Decision } from './decide-outcome.js';
import { delayQueueOnce, type QueueDelay } from './delay-queue.js';
import { countedFrom } from './lower-bound.js';
import { ACCEPTED_DAYS } from './retry-policy.js';

export interface JobEnd {
  readonly jobId: string;
  /**
   * Identifies the lease that ends. A data plane does not name its lease, so any lease of a data
   * plane matches. If the lease of the job does not match, `endJobs` skips the job.
   */
  readonly claim: { readonly id: string; readonly reportHash?: Buffer } | 'data_plane' | 'expired';
  readonly outcome: JobOutcome;
  readonly progress?: JsonObject;
  /**
   * The worker of the attempt; absent if there was no attempt. For an expired lease, the worker is
   * read from the job instead.
   */
  readonly by?: AttemptBy;
}

interface JobRow {
  readonly id: string;
  readonly destination_type: string;
  readonly state: DeletionState;
  readonly attempt: number;
  readonly claim_id: string | null;
  readonly holder: AttemptWorker;
  readonly is_expired: boolean;
  readonly orphaned: boolean;
  /** Whether a verification ordered the job. */
  readonly is_again: boolean;
  readonly accepted_for_ms: number | null;
  readonly users: string[];
  readonly history: readonly DeletionAttemptDto[] | null;
}

/**
 * Ends attempts at one destination, one job after the other, in the caller's transaction.
 *
 * @param queue the destination of the jobs
 * @returns ids of the jobs whose attempts were ended; jobs without the expected lease are left out
 */
export async function endJobs(
  manager: EntityManager,
  topicPrefix: string,
  queue: DestinationQueue,
  ends: readonly JobEnd[],
): Promise<string[]> {
  const [locked] = await lockQueues(manager, [queue]);
  const { delays = 0, failures = 0 } = locked ?? {};
  const rows = await lockJobs(manager, queue, ends);
  const jobs = new Map(rows.map((job) => [job.id, job]));
  const purged = await withPurgedUsers(
    manager,
    rows.flatMap(({ id, is_again: isAgain }) => (isAgain ? [id] : [])),
  );
  const ended: string[] = [];
  const queueDelays: QueueDelay[] = [];
  // All jobs of one pass wait equally long, so that they run together again.
  const random = Math.random();
  for (const end of ends) {
    const job = jobs.get(end.jobId);
    if (job === undefined || !isOfLease(end, job)) continue;
    jobs.delete(end.jobId);
    const hasPurgedUsers = purged.has(job.id);
    const outcome = hasPurgedUsers ? withoutTexts(end.outcome) : end.outcome;
    const decision = decideOutcome(
      {
        attempt: job.attempt,
        users: job.users,
        delays,
        failures,
        acceptedDays: acceptedDaysOf(job.destination_type),
        isOrphaned: job.orphaned,
        ...(job.accepted_for_ms === null ? {} : { acceptedForMs: job.accepted_for_ms }),
      },
      countedFrom(outcome, job.history),
      random,
    );
    const by = end.claim === 'expired' ? { worker: job.holder } : end.by;
    await applyDecision(manager, { ...job, hasPurgedUsers }, decision, {
      topicPrefix,
      attempt: by && { ...by, ...resultOf(decision, end.outcome) },
      progress: end.progress,
      keepClaim: end.claim !== 'expired',
      reportHash: typeof end.claim === 'string' ? undefined : end.claim.reportHash,
    });
    ended.push(job.id);
    if (decision.queueDelayMs !== undefined) {
      queueDelays.push({ ms: decision.queueDelayMs, isFailure: end.outcome.status === 'failed' });
    }
  }
  await delayQueueOnce(manager, queue, queueDelays);
  if (ended.length > 0) await settleQueues(manager, [queue]);
  return ended;
}

/**
 * Locks the running jobs in the sequence of their ids, as all transactions do. The users of a
 * running job do not change while it is locked.
 */
async function lockJobs(
  manager: EntityManager,
  { workspaceId, destinationId }: DestinationQueue,
  ends: readonly JobEnd[],
): Promise<JobRow[]> {
  return manager.query<JobRow[]>(
    `select j.id, j.destination_type, j.state, j.attempt, j.claim_id, ${WORKER_KIND} as holder,
            j.orphaned, j.first_completed_at is not null as is_again, j.history, j.lease_expires_at <= statement_timestamp() as is_expired,
            extract(epoch from statement_timestamp() - (j.accepted ->> 'acceptedAt')::timestamptz)::float8 * 1000
              as accepted_for_ms,
            array(select u.regulation_id from ${SCHEMA}.deletion_job_users u where u.job_id = j.id
                   order by u.regulation_id) as users
       from ${SCHEMA}.deletion_jobs j
      where j.workspace_id = $1 and j.destination_id = $2 and j.id = any($3::bigint[]) and j.state = 'running'
      order by j.id for update of j`,
    [workspaceId, destinationId, ends.map(({ jobId }) => jobId)],
  );
}

function isOfLease({ claim }: JobEnd, job: JobRow): boolean {
  if (claim === 'data_plane') return job.holder === claim;
  return claim === 'expired' ? job.is_expired : claim.id === job.claim_id;
}

function resultOf({ state, reason }: Decision, { status }: JobOutcome): EndedAttempt {
  return {
    outcome: state === 'aborted' ? state : status,
    ...(reason === null ? {} : { reason }),
  };
}

function acceptedDaysOf(destinationType: string): number {
  return findDefinition(destinationType)?.capabilities.deletion.acceptedDays ?? ACCEPTED_DAYS;
}
