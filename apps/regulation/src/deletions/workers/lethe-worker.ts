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
import { nextSql, OF_LETHE } from '../claim/fair-claim-sql.js';
import { claimWithUsers, type ClaimedUsers } from '../claim/claim-with-users.js';
import { renewLeases } from '../heartbeat.js';
import { queueKey } from '../queues/destination-queue.js';
import { hashReport } from '../report/hash-report.js';
import type { JobReports } from '../report/report-jobs.js';
import type { ServiceParts } from '../../service-parts.js';
import { hideIdentifiers } from '../report/hide-identifiers.js';

/** Milliseconds until the next poll of a worker, if the claim refused jobs that are ready. */
const REFUSED_MS = 1_000;

type Parts = Pick<ServiceParts, 'database' | 'catalog' | 'topicPrefix' | 'afterCommit'> & {
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
  { claimId, destinations, leaseMs, worker }: ClaimDeletions,
): Promise<ClaimDeletionsResult> {
  const scope = await parts.catalog.dataPlaneWorkspaces();
  const { jobs, more } = await claimWithUsers(parts, {
    ...{ claimId, destinations, leaseMs, scope, worker },
    kind: OF_LETHE,
  });
  const claimed = toDestinations(jobs);
  if (more || claimed.length >= destinations) return { claimed, nextInMs: 0 };
  const [next] = await parts.database.query<{ ms: number }>(nextSql(OF_LETHE), [scope]);
  if (next === undefined) return { claimed };
  // A claim can refuse ready jobs, for example because their workspace already uses its share of
  // the slots.
  return { claimed, nextInMs: claimed.length > 0 ? next.ms : Math.max(next.ms, REFUSED_MS) };
}

/** @throws LetheError `unavailable` */
export async function heartbeatDeletions(
  { database }: Parts,
  command: HeartbeatDeletions,
): Promise<HeartbeatDeletionsResult> {
  const renewed = await renewLeases(database.query, command, 'lethe');
  return { held: renewed.map(({ id }) => id) };
}

/**
 * @throws LetheError `unavailable` if not all reports were stored; the worker must send all of them
 *   again
 */
export async function reportDeletions(
  { database, reports: jobReports, afterCommit }: Parts,
  { reports }: ReportDeletions,
): Promise<ReportDeletionsResult> {
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
  return { results };
}

function toDestinations(jobs: ClaimedUsers['jobs']): ClaimedDestination[] {
  const byQueue = new Map<string, ClaimedDestination & { jobs: ClaimedJob[] }>();
  for (const job of jobs) {
    const queue = toQueue(job);
    const destination = byQueue.get(queueKey(queue)) ?? {
      ...queue,
      destinationType: job.destination_type,
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
