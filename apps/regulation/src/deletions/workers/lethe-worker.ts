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
import { toLane } from '../claim/claim-jobs.js';
import { nextSql, OF_LETHE } from '../claim/fair-claim-sql.js';
import { claimWithUsers, type ClaimedUsers } from '../claim/claim-with-users.js';
import { renewLeases } from '../heartbeat.js';
import { laneKey } from '../queues/lane.js';
import { hashReport } from '../report/hash-report.js';
import type { JobReports } from '../report/report-jobs.js';
import type { ServiceParts } from '../../service-parts.js';
import { hideIdentifiers } from '../report/hide-identifiers.js';

/** Milliseconds until a worker that may not have what is ready asks again. */
const REFUSED_MS = 1_000;

type Parts = Pick<ServiceParts, 'database' | 'catalog' | 'topicPrefix' | 'afterCommit'> & {
  readonly reports: JobReports;
};

/** A claim that is sent again while the first is under way gets the answer to that. */
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
  // What is ready and was not taken now is not this worker's to take yet.
  return { claimed, nextInMs: claimed.length > 0 ? next.ms : Math.max(next.ms, REFUSED_MS) };
}

/** @throws LetheError `unavailable` */
export async function heartbeatDeletions(
  { database }: Parts,
  command: HeartbeatDeletions,
): Promise<HeartbeatDeletionsResult> {
  const held = await renewLeases(database.query, command, 'lethe');
  return { held: held.map(({ id }) => id) };
}

/** @throws LetheError `unavailable` when nothing, or only a part, could be stored: to be sent again */
export async function reportDeletions(
  { database, reports: taking, afterCommit }: Parts,
  { reports }: ReportDeletions,
): Promise<ReportDeletionsResult> {
  // A vendor may answer with identifiers that the worker did not get.
  const outcomes = await hideIdentifiers(database.query, reports);
  const results = await taking.take(
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
  const byLane = new Map<string, ClaimedDestination & { jobs: ClaimedJob[] }>();
  for (const job of jobs) {
    const lane = toLane(job);
    const destination = byLane.get(laneKey(lane)) ?? {
      ...lane,
      destinationType: job.destination_type,
      jobs: [],
    };
    byLane.set(laneKey(lane), destination);
    destination.jobs.push({
      jobId: job.id,
      attempt: job.attempt,
      users: job.users,
      ...(job.accepted === null ? {} : { accepted: job.accepted }),
      ...(job.progress === null ? {} : { progress: job.progress }),
      ...(job.traceparent === null ? {} : { traceparent: job.traceparent }),
    });
  }
  return [...byLane.values()];
}
