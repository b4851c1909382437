import type { ReportOwnJob, VerificationReport } from '@lethe/api/deletions';
import { LetheError } from '@lethe/contracts';
import type { RunQuery } from '@lethe/database';
import { SCHEMA } from '../../database/schema-name.js';
import { ID_AS_GIVEN } from '../../record/given-id.js';
import type { ServiceParts } from '../../service-parts.js';
import { VERIFY, VERIFY_ONE } from '../claim/claim-task.js';
import { toQueue, type Claim } from '../claim/claim-jobs.js';
import { claimWithUsers, type ClaimedUsers } from '../claim/claim-with-users.js';
import { hashReport } from '../report/hash-report.js';
import { hideIdentifiers } from '../report/hide-identifiers.js';
import type { ReportResult } from '../report/report-jobs.js';
import { endVerifications } from '../verifications/end-verifications.js';
import { takeVerifications } from '../verifications/report-verifications.js';

const METHOD = "the workspace's self-hosted worker";
const NO_REASON = 'The worker gave no reason.';
const OTHER_TYPE = {
  status: 'cannot_be_checked',
  reason: 'The destination was recreated with another type.',
} as const;

type Parts = Pick<ServiceParts, 'database' | 'topicPrefix' | 'events' | 'afterCommit'>;

/** Claims a verification at one of the `CUSTOM` destinations of the workspace. */
export async function claimVerification(
  parts: Parts,
  claim: Omit<Claim, 'task'>,
): Promise<ClaimedUsers['jobs'][number] | undefined> {
  const {
    jobs: [taken],
  } = await claimWithUsers(parts, { ...claim, task: VERIFY_ONE });
  if (taken?.destination_type === 'CUSTOM' || taken === undefined) return taken;
  await parts.database.transaction((manager) =>
    endVerifications(manager, toQueue(taken), [
      { jobId: taken.id, claim: { id: claim.claimId }, outcome: OTHER_TYPE },
    ]),
  );
  return undefined;
}

/** Returns true if the claim has leased a verification. */
export async function hasClaimedVerification(query: RunQuery, claimId: string): Promise<boolean> {
  const rows = await query(
    `select 1 as claimed from ${SCHEMA}.deletion_verifications
        where claim_id = $1 and state = 'running' and lease_expires_at > statement_timestamp()`,
    [claimId],
  );
  return rows.length > 0;
}

/** Returns true if the id is that of a verification at a `CUSTOM` destination of the workspace. */
export async function isOwnVerification(
  query: RunQuery,
  workspaceId: string,
  id: string,
): Promise<boolean> {
  const rows = await query(
    `select 1 as known from ${SCHEMA}.deletion_verifications
        where id = $1 and workspace_id = $2 and destination_type = 'CUSTOM'`,
    [id, workspaceId],
  );
  return rows.length > 0;
}

/** @throws LetheError `invalid_request`; as `takeVerifications` */
export async function reportVerification(
  parts: Parts,
  command: ReportOwnJob,
): Promise<ReportResult | undefined> {
  const { jobId, leaseToken, status, reason, found } = command;
  const { query } = parts.database;
  const report = { jobId, outcome: await outcomeOf(query, command) };
  const [outcome = report.outcome] = await hideIdentifiers(query, [report], VERIFY);
  const hash = hashReport(leaseToken, [
    status,
    reason,
    found?.map((user) => [user.userId, user.count]),
  ]);
  const [result] = await takeVerifications(parts, [
    { jobId, claimId: leaseToken, outcome, hash, worker: 'own_worker' },
  ]);
  return result;
}

async function outcomeOf(query: RunQuery, command: ReportOwnJob): Promise<VerificationReport> {
  const { status, reason = NO_REASON, found = [] } = command;
  switch (status) {
    case 'failed':
    case 'cannot_be_checked':
      return { status, reason };
    case 'verified': {
      const users = await usersOf(query, command);
      const record = { method: METHOD, counts: { users: users.length } };
      return { status, record, ...withFound(users, found) };
    }
    default:
      throw new LetheError('invalid_request', {
        details: {
          status:
            'must be "verified", "cannot_be_checked" or "failed", because the job is a verification',
        },
      });
  }
}

interface UserOfVerification {
  readonly regulationId: string;
  readonly userId: string;
}

function usersOf(
  query: RunQuery,
  { context, jobId }: ReportOwnJob,
): Promise<readonly UserOfVerification[]> {
  return query<UserOfVerification>(
    `select u.regulation_id as "regulationId", ${ID_AS_GIVEN('r')} as "userId"
       from ${SCHEMA}.deletion_verifications v
       join ${SCHEMA}.deletion_job_users u on u.job_id = v.job_id
       join ${SCHEMA}.regulations r on r.id = u.regulation_id
      where v.id = $1 and v.workspace_id = $2`,
    [jobId, context.workspaceId],
  );
}

/**
 * Returns the found users, one entry for each of their regulations in the job. Several regulations
 * can have the same userId, and a worker can answer for each of them. The largest count is kept.
 */
function withFound(
  users: readonly UserOfVerification[],
  found: NonNullable<ReportOwnJob['found']>,
): Pick<Extract<VerificationReport, { status: 'verified' }>, 'found'> {
  const left = new Map<string, number>();
  for (const { userId } of users) left.set(userId, (left.get(userId) ?? 0) + 1);
  const counts = new Map<string, number>();
  for (const [index, { userId, count }] of found.entries()) {
    const times = left.get(userId);
    const problem =
      times === undefined
        ? 'is not a user of this job'
        : times === 0 && 'names a user more often than the job';
    if (problem) {
      throw new LetheError('invalid_request', {
        details: { [`found[${index}].userId`]: problem },
      });
    }
    left.set(userId, (times ?? 0) - 1);
    counts.set(userId, Math.max(counts.get(userId) ?? 0, count));
  }
  const named = users.flatMap(({ regulationId, userId }) => {
    const count = counts.get(userId);
    return count === undefined ? [] : [{ regulationId, count }];
  });
  return named.length === 0 ? {} : { found: named };
}
