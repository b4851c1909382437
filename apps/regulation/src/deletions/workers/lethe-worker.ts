import type {
  ClaimDeletions,
  ClaimDeletionsResult,
  ClaimedDestination,
  ClaimedJob,
  HeartbeatDeletions,
  HeartbeatDeletionsResult,
  ReportDeletions,
  ReportDeletionsResult,
} from '@lethe/api/deletions';
import { toQueue } from '../claim/claim-jobs.js';
import { DELETE, VERIFY } from '../claim/claim-task.js';
import { nextSql, OF_LETHE } from '../claim/fair-claim-sql.js';
import { claimWithUsers, type ClaimedUsers } from '../claim/claim-with-users.js';
import { renewLeases, renewVerifications } from '../heartbeat.js';
import { queueKey } from '../queues/destination-queue.js';
import { hashReport } from '../report/hash-report.js';
import type { JobReports, ReportResult } from '../report/report-jobs.js';
import type { ServiceParts } from '../../service-parts.js';
import { hideIdentifiers } from '../report/hide-identifiers.js';
import { takeVerifications } from '../verifications/report-verifications.js';

/** Milliseconds until the next poll of a worker, if the claim refused jobs that are ready. */
const REFUSED_MS = 1_000;

type Parts = Pick<
  ServiceParts,
  'database' | 'catalog' | 'topicPrefix' | 'events' | 'afterCommit'
> & {
  readonly reports: JobReports;
};

/** If a claim is repeated while it is in flight, both calls get the same answer. */
export function claimedOnce(
  claim: (parts: Parts, command: ClaimDeletions) => Promise<ClaimDeletionsResult>,
): typeof claim {
  const claiming = new Map<string, Promise<ClaimDeletionsResult>>();
  return (parts, command) => {
    const { claimId } = command;
    const answer =
      claiming.get(claimId) ?? claim(parts, command).finally(() => claiming.delete(claimId));
    claiming.set(claimId, answer);
    return answer;
  };
}

/** @throws LetheError `unavailable` */
export async function claimDeletions(
  parts: Parts,
  { claimId, destinations, leaseMs, worker, verifications = 0 }: ClaimDeletions,
): Promise<ClaimDeletionsResult> {
  const scope = await parts.catalog.dataPlaneWorkspaces();
  const claim = { ...{ claimId, leaseMs, scope, worker }, kind: OF_LETHE };
  const deletions = await claimWithUsers(parts, { ...claim, destinations });
  const claimed = toDestinations(deletions.jobs);
  // Deletions do not wait for verifications in the same answer. The worker claims again at once.
  const most = claimed.length > 0 ? 0 : Math.min(verifications, destinations);
  let { more } = deletions;
  if (most > 0) {
    const checks = await claimWithUsers(parts, { ...claim, destinations: most, task: VERIFY });
    claimed.push(...toDestinations(checks.jobs, 'verify'));
    more ||= checks.more;
  }
  if (more || claimed.length >= destinations) return { claimed, nextInMs: 0 };
  const next = await nextOf(parts, scope, verifications > 0);
  if (next === undefined) return { claimed };
  // A claim can refuse ready jobs, for example because their workspace already uses its share of
  // the slots.
  return { claimed, nextInMs: claimed.length > 0 ? next.ms : Math.max(next.ms, REFUSED_MS) };
}

/** @returns undefined if no destination has a waiting deletion, or verification if it counts */
async function nextOf(
  { database }: Parts,
  scope: readonly string[],
  isVerifying: boolean,
): Promise<{ readonly ms: number } | undefined> {
  const tasks = isVerifying ? [DELETE, VERIFY] : [DELETE];
  const rows = await Promise.all(
    tasks.map((task) => database.query<{ ms: number }>(nextSql(OF_LETHE, task), [scope])),
  );
  const [next] = rows.flat().sort((a, b) => a.ms - b.ms);
  return next;
}

/** @throws LetheError `unavailable` */
export async function heartbeatDeletions(
  { database: { query } }: Parts,
  command: HeartbeatDeletions,
): Promise<HeartbeatDeletionsResult> {
  const { verifications = [], leaseMs } = command;
  const renewed = [
    ...(await renewLeases(query, command, 'lethe')),
    ...(await renewVerifications(query, verifications, leaseMs, 'lethe')),
  ];
  return { held: renewed.map(({ id }) => id) };
}

/**
 * @throws LetheError `unavailable` if not all reports were stored; the worker must send all of them
 *   again
 */
export async function reportDeletions(
  parts: Parts,
  { reports, verifications = [] }: ReportDeletions,
): Promise<ReportDeletionsResult> {
  const { database, reports: jobReports, afterCommit } = parts;
  // A vendor can answer with identifiers that the worker did not get.
  const outcomes = await hideIdentifiers(database.query, reports);
  const results = await jobReports.take(
    reports.map((report, index) => ({
      ...report,
      outcome: outcomes[index] ?? report.outcome,
      hash: hashReport(report.claimId, report.outcome),
      by: { worker: 'lethe' },
    })),
  );
  if (results.includes('taken')) afterCommit();
  if (verifications.length === 0) return { results };
  return { results, verifications: await takeChecks(parts, verifications) };
}

async function takeChecks(
  parts: Parts,
  reports: NonNullable<ReportDeletions['verifications']>,
): Promise<ReportResult[]> {
  const outcomes = await hideIdentifiers(parts.database.query, reports, VERIFY);
  return takeVerifications(
    parts,
    reports.map((report, index) => ({
      ...report,
      outcome: outcomes[index] ?? report.outcome,
      hash: hashReport(report.claimId, report.outcome),
      worker: 'lethe',
    })),
  );
}

function toDestinations(
  jobs: ClaimedUsers['jobs'],
  task?: ClaimedDestination['task'],
): ClaimedDestination[] {
  const byQueue = new Map<string, ClaimedDestination & { jobs: ClaimedJob[] }>();
  for (const job of jobs) {
    const queue = toQueue(job);
    const destination = byQueue.get(queueKey(queue)) ?? {
      ...queue,
      destinationType: job.destination_type,
      ...(task === undefined ? {} : { task }),
      jobs: [],
    };
    byQueue.set(queueKey(queue), destination);
    destination.jobs.push({
      jobId: job.id,
      attempt: job.attempt,
      users: job.users,
      ...(job.accepted === null ? {} : { accepted: job.accepted }),
      ...(job.progress === null ? {} : { progress: job.progress }),
      ...(job.traceparent === null ? {} : { traceparent: job.traceparent }),
    });
  }
  return [...byQueue.values()];
}
