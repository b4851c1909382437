import { createHash, randomUUID } from 'node:crypto';
import type {
  ClaimedJobDto,
  ClaimOwnJob,
  HeartbeatOwnJob,
  JobOutcome,
  LeaseDto,
  OwnJobDto,
  ReportOwnJob,
} from '@lethe/api/deletions';
import { LetheError, uuidOf } from '@lethe/contracts';
import type { RunQuery } from '@lethe/database';
import { SCHEMA } from '../../database/schema-name.js';
import type { ServiceParts } from '../../service-parts.js';
import { ID_AS_GIVEN } from '../../record/given-id.js';
import { OF_OWN_WORKERS } from '../claim/fair-claim-sql.js';
import { claimWithUsers } from '../claim/claim-with-users.js';
import { renewLeases, renewVerifications } from '../heartbeat.js';
import { hashReport } from '../report/hash-report.js';
import type { JobReports } from '../report/report-jobs.js';
import { hideIdentifiersOfJob } from '../report/hide-identifiers.js';
import {
  claimVerification,
  hasClaimedVerification,
  isOwnVerification,
  reportVerification,
} from './own-verifications.js';

const METHOD = "the workspace's self-hosted worker";
const NO_REASON = 'The worker gave no reason.';

type Parts = Pick<ServiceParts, 'database' | 'topicPrefix' | 'events' | 'afterCommit'> & {
  readonly reports: JobReports;
};

/**
 * Claims a job of one of the `CUSTOM` destinations of the workspace. Deletions come first. Only a
 * worker that asks for verifications gets them.
 */
export async function claimDeletionJob(
  parts: Parts,
  command: ClaimOwnJob,
): Promise<Partial<ClaimedJobDto>> {
  const { context, destinationIds = [], claimId, leaseSeconds, verifications = false } = command;
  const leaseToken =
    claimId === undefined ? randomUUID() : tokenOfClaim(context.workspaceId, claimId);
  const claim = {
    ...{ claimId: leaseToken, destinations: 1, leaseMs: leaseSeconds * 1_000 },
    kind: OF_OWN_WORKERS,
    scope: [context.workspaceId, ...destinationIds],
  };
  // A repeated claim that has a verification must not get a deletion too.
  const hasOne = verifications && (await hasClaimedVerification(parts.database.query, leaseToken));
  const { jobs } = hasOne ? { jobs: [] } : await claimWithUsers(parts, claim);
  let [taken] = jobs;
  let kind: OwnJobDto['kind'] = 'delete';
  if (taken === undefined && verifications) {
    taken = await claimVerification(parts, claim);
    kind = 'verify';
  }
  if (taken === undefined) return {};
  return {
    job: {
      id: taken.id,
      kind,
      destinationId: taken.destination_id,
      attempt: taken.attempt,
      users: taken.users.map(({ regulationId, identifiers }) => ({
        regulationId,
        userId: identifiers.userId,
        identifiers,
      })),
      leaseToken,
      leaseExpiresAt: taken.lease_expires_at.toISOString(),
    },
  };
}

/**
 * @throws LetheError `not_found`; `conflict` if the lease has ended, or is not the present lease of
 *   the job
 */
export async function heartbeatDeletionJob(
  { database: { query } }: Parts,
  command: HeartbeatOwnJob,
): Promise<LeaseDto> {
  const { jobId, leaseToken, leaseSeconds } = command;
  const kind = await kindOfKnown(query, command);
  const jobs = [{ jobId, claimId: leaseToken }];
  const leaseMs = leaseSeconds * 1_000;
  const [renewed] =
    kind === 'verify'
      ? await renewVerifications(query, jobs, leaseMs, 'own_worker')
      : await renewLeases(query, { jobs, leaseMs }, 'own_worker');
  if (renewed === undefined) throw leaseLost();
  return { leaseExpiresAt: renewed.leaseExpiresAt.toISOString() };
}

/**
 * @throws LetheError `not_found`; `conflict` if the lease is not the present lease of the job;
 *   `invalid_request`
 */
export async function reportDeletionJob(parts: Parts, command: ReportOwnJob): Promise<void> {
  const {
    database: { query },
    reports,
    afterCommit,
  } = parts;
  const { context, jobId, leaseToken, status, reason, refused } = command;
  if ((await kindOfKnown(query, command)) === 'verify') {
    if ((await reportVerification(parts, command)) !== 'taken') throw leaseLost();
    return;
  }
  const outcome = await hideIdentifiersOfJob(query, jobId, await outcomeOf(query, command));
  const named = refused?.map((user) => [user.userId, user.reason]);
  const hash = hashReport(leaseToken, [status, reason, named]);
  const by = { worker: 'own_worker', createdBy: context.actor } as const;
  const [result] = await reports.take([{ jobId, claimId: leaseToken, outcome, hash, by }]);
  if (result !== 'taken') {
    // If the lease is still valid, the worker can send the report again.
    const canRepeat = await isRunning(query, jobId, leaseToken);
    throw canRepeat ? new LetheError('unavailable') : leaseLost();
  }
  afterCommit();
}

/** Treats jobs of other workspaces, and of other destination types, as jobs that do not exist. */
async function kindOfKnown(
  query: RunQuery,
  { context, jobId }: HeartbeatOwnJob | ReportOwnJob,
): Promise<OwnJobDto['kind']> {
  const known = await query(
    `select 1 as known from ${SCHEMA}.deletion_jobs
        where id = $1 and workspace_id = $2 and destination_type = 'CUSTOM'`,
    [jobId, context.workspaceId],
  );
  if (known.length > 0) return 'delete';
  if (await isOwnVerification(query, context.workspaceId, jobId)) return 'verify';
  throw new LetheError('not_found');
}

async function outcomeOf(query: RunQuery, command: ReportOwnJob): Promise<JobOutcome> {
  const { status, reason = NO_REASON, refused = [] } = command;
  if (refused.length > 0 && status !== 'complete') {
    throw invalid({
      refused:
        'is allowed only with status "complete", because the other users then count as deleted',
    });
  }
  if (status === 'verified' || status === 'cannot_be_checked') {
    throw invalid({
      status: 'must be "complete", "failed" or "aborted", because the job is a deletion',
    });
  }
  if (status !== 'complete') return { status, reason };
  const record = { method: METHOD };
  if (refused.length === 0) return { status, record };
  return { status, record, refused: await refusedUsers(query, command) };
}

/** Returns the refused users, one entry for each of their regulations in the job. */
async function refusedUsers(query: RunQuery, { context, jobId, refused = [] }: ReportOwnJob) {
  const users = await query<{ regulationId: string; userId: string }>(
    `select u.regulation_id as "regulationId", ${ID_AS_GIVEN('r')} as "userId"
         from ${SCHEMA}.deletion_job_users u join ${SCHEMA}.regulations r on r.id = u.regulation_id
        where u.job_id = $1 and r.workspace_id = $2`,
    [jobId, context.workspaceId],
  );
  const known = new Set(users.map(({ userId }) => userId));
  const index = refused.findIndex(({ userId }) => !known.has(userId));
  // Only a running job is checked. When a report is repeated, the job has already ended, and its
  // refused users are in separate jobs.
  if (index >= 0 && (await isRunning(query, jobId))) {
    throw invalid({ [`refused[${index}].userId`]: 'is not a user of this job' });
  }
  const reasons = new Map(refused.map(({ userId, reason }) => [userId, reason]));
  return users.flatMap(({ regulationId, userId }) => {
    const reason = reasons.get(userId);
    return reason === undefined ? [] : [{ regulationId, reason }];
  });
}

async function isRunning(query: RunQuery, jobId: string, claimId?: string): Promise<boolean> {
  const rows = await query(
    `select 1 as running from ${SCHEMA}.deletion_jobs
        where id = $1 and state = 'running' and ($2::uuid is null or claim_id = $2)`,
    [jobId, claimId ?? null],
  );
  return rows.length > 0;
}

/**
 * Derives the token from the claim id and the workspace. Queries find a claim by its token alone,
 * so equal claim ids of two workspaces must have different tokens.
 */
function tokenOfClaim(workspaceId: string, claimId: string): string {
  const hash = createHash('sha256').update(`${claimId.toLowerCase()} ${workspaceId}`).digest('hex');
  return uuidOf(hash);
}

function leaseLost(): LetheError {
  return new LetheError('conflict', {
    message:
      'This lease of the job is no longer valid: it has ended, or another worker has leased the job. Stop the work on this job and claim again.',
  });
}

function invalid(details: Record<string, string>): LetheError {
  return new LetheError('invalid_request', { details });
}
