import type { JobOutcome, DeletionAttemptDto } from '@lethe/api/deletions';
import type { AttemptWorker, DeletionState, JsonObject } from '@lethe/contracts';
import { findDefinition } from '@lethe/destination-definitions';
import type { EntityManager } from 'typeorm';
import { SCHEMA } from '../../database/schema-name.js';
import type { AttemptBy, EndedAttempt } from '../attempts/with-attempt.js';
import { HOLDER } from '../holder.js';
import type { Lane } from '../queues/lane.js';
import { lockLanes, settleLanes } from '../queues/settle-lanes.js';
import { applyDecision } from './apply-decision.js';
import { decideOutcome, type Decision } from './decide-outcome.js';
import { countedFrom } from './lower-bound.js';
import { ACCEPTED_DAYS } from './retry-policy.js';

/** What became of one job, and who says so. */
export interface JobEnd {
  readonly jobId: string;
  /** The lease that ends; a data plane names none. The end counts only while the job is leased so. */
  readonly claim: { readonly id: string; readonly reportHash?: Buffer } | 'data_plane' | 'expired';
  readonly outcome: JobOutcome;
  readonly progress?: JsonObject;
  /** Whose attempt it was; absent where nothing was attempted. Of a lease that has expired it is found out. */
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
  readonly accepted_for_ms: number | null;
  readonly users: string[];
  readonly history: readonly DeletionAttemptDto[] | null;
}

/**
 * Ends attempts at one destination, one job after the other, in the caller's transaction.
 *
 * @param lane their destination
 * @returns ids of the jobs that were still running and of that claim
 */
export async function endJobs(
  manager: EntityManager,
  topicPrefix: string,
  lane: Lane,
  ends: readonly JobEnd[],
): Promise<string[]> {
  const [locked] = await lockLanes(manager, [lane]);
  const { delays = 0, failures = 0 } = locked ?? {};
  const jobs = new Map((await lockJobs(manager, lane, ends)).map((job) => [job.id, job]));
  const ended: string[] = [];
  const laneDelays: LaneDelay[] = [];
  const random = Math.random(); // one for all: jobs of one pass wait for the same time, and come back together
  for (const end of ends) {
    const job = jobs.get(end.jobId);
    if (job === undefined || !counts(end, job)) continue;
    jobs.delete(end.jobId);
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
      countedFrom(end.outcome, job.history),
      random,
    );
    const by = end.claim === 'expired' ? { worker: job.holder } : end.by;
    await applyDecision(manager, job, decision, {
      topicPrefix,
      attempt: by && { ...by, ...resultOf(decision, end.outcome) },
      progress: end.progress,
      keepClaim: end.claim !== 'expired',
      reportHash: typeof end.claim === 'string' ? undefined : end.claim.reportHash,
    });
    ended.push(job.id);
    if (decision.laneDelayMs !== undefined) {
      laneDelays.push({ ms: decision.laneDelayMs, isFailure: end.outcome.status === 'failed' });
    }
  }
  const [longest] = laneDelays.sort((a, b) => b.ms - a.ms);
  if (longest !== undefined) await delayLane(manager, lane, longest);
  if (ended.length > 0) await settleLanes(manager, [lane]);
  return ended;
}

/** By their ids, as everybody locks them. The users of a job that runs change only with it. */
async function lockJobs(
  manager: EntityManager,
  { workspaceId, destinationId }: Lane,
  ends: readonly JobEnd[],
): Promise<JobRow[]> {
  return manager.query<JobRow[]>(
    `select j.id, j.destination_type, j.state, j.attempt, j.claim_id, ${HOLDER} as holder,
            j.orphaned, j.history, j.lease_expires_at <= statement_timestamp() as is_expired,
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

function counts({ claim }: JobEnd, job: JobRow): boolean {
  if (claim === 'data_plane') return job.holder === claim;
  return claim === 'expired' ? job.is_expired : claim.id === job.claim_id;
}

/** What an attempt came to, as its history says it. */
function resultOf({ state, reason }: Decision, { status }: JobOutcome): EndedAttempt {
  return {
    outcome: state === 'aborted' ? state : status,
    ...(reason === null ? {} : { reason }),
  };
}

function acceptedDaysOf(destinationType: string): number {
  return findDefinition(destinationType)?.capabilities.deletion.acceptedDays ?? ACCEPTED_DAYS;
}

/** For how long a destination is left alone; 0 where it works. */
interface LaneDelay {
  readonly ms: number;
  readonly isFailure: boolean;
}

/** However many jobs said so together: one more in a row, or none any more. */
async function delayLane(
  manager: EntityManager,
  { workspaceId, destinationId }: Lane,
  { ms, isFailure }: LaneDelay,
): Promise<void> {
  await manager.query(
    `update ${SCHEMA}.deletion_lanes
        set delays = case when $3::float8 = 0 then 0 when $4::boolean then delays else delays + 1 end,
            failures = case when $3::float8 = 0 then 0 when $4::boolean then failures + 1 else failures end,
            delayed_until = case when $3::float8 > 0 then greatest(
              delayed_until, statement_timestamp() + $3::float8 * interval '1 millisecond') end
      where workspace_id = $1 and destination_id = $2`,
    [workspaceId, destinationId, ms, isFailure],
  );
}
