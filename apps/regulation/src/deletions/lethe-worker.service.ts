import type { CatalogReader } from '@lethe/catalog';
import type {
  ClaimDeletions,
  ClaimDeletionsResult,
  ClaimedDestination,
  ClaimedJob,
  DeletionWorkerCommands,
  HeartbeatDeletions,
  HeartbeatDeletionsResult,
  ReportDeletions,
  ReportDeletionsResult,
} from '@lethe/api/deletions';
import type { DatabaseConnection } from '@lethe/database';
import { assertInTime } from '../record/assert-in-time.js';
import { toLane } from './claim/claim-jobs.js';
import { nextSql, OF_LETHE } from './claim/claim-sql.js';
import { claimWithUsers, type ClaimedUsers } from './claim/claim-with-users.js';
import { renewLeases } from './heartbeat.js';
import { laneKey } from './queues/lane.js';
import { hashReport } from './report/hash-report.js';
import type { JobReport, JobReports } from './report/report-jobs.js';
import { scrubOutcomes } from './report/scrub-outcome.js';

/** Milliseconds until a worker that may not have what is ready asks again. */
const REFUSED_MS = 1_000;

export interface LetheWorkerOptions {
  readonly database: DatabaseConnection;
  readonly catalog: Pick<CatalogReader, 'dataPlaneWorkspaces'>;
  readonly topicPrefix: string;
  readonly reports: JobReports;
  /** Called after each commit that has something to publish. */
  readonly afterCommit: () => void;
  /** Makes the end of the service wait for work, and its errors those for callers. */
  readonly tracked: <T>(work: Promise<T>) => Promise<T>;
}

/** What Lethe's own deletion worker asks for. */
export class LetheWorkerService implements DeletionWorkerCommands {
  /** A claim that is sent again while the first is under way gets the answer to that. */
  private readonly claiming = new Map<string, Promise<ClaimDeletionsResult>>();

  constructor(private readonly options: LetheWorkerOptions) {}

  /** @throws LetheError `unavailable` */
  async claimDeletions(command: ClaimDeletions): Promise<ClaimDeletionsResult> {
    assertInTime(command.context);
    const { claimId } = command;
    const present = this.claiming.get(claimId);
    if (present !== undefined) return present;
    const claim = this.options.tracked(this.claim(command)).finally(() => {
      this.claiming.delete(claimId);
    });
    this.claiming.set(claimId, claim);
    return claim;
  }

  /** @throws LetheError `unavailable` */
  async heartbeatDeletions(command: HeartbeatDeletions): Promise<HeartbeatDeletionsResult> {
    assertInTime(command.context);
    const { database, tracked } = this.options;
    const held = await tracked(renewLeases(database.query, command, 'lethe'));
    return { held: held.map(({ id }) => id) };
  }

  /** @throws LetheError `unavailable` when nothing, or only a part, could be stored: to be sent again */
  async reportDeletions({ context, reports }: ReportDeletions): Promise<ReportDeletionsResult> {
    assertInTime(context);
    const { reports: taking, tracked, afterCommit } = this.options;
    const results = await tracked(this.scrubbed(reports).then((clean) => taking.take(clean)));
    if (results.includes('taken')) afterCommit();
    return { results };
  }

  /** A vendor may answer with identifiers that the worker did not get. */
  private async scrubbed(reports: ReportDeletions['reports']): Promise<JobReport[]> {
    const { database } = this.options;
    const outcomes = await scrubOutcomes(database.query, reports);
    return reports.map((report, index) => ({
      ...report,
      outcome: outcomes[index] ?? report.outcome,
      hash: hashReport(report.claimId, report.outcome),
      by: { worker: 'lethe' },
    }));
  }

  private async claim(command: ClaimDeletions): Promise<ClaimDeletionsResult> {
    const { database, catalog } = this.options;
    const scope = await catalog.dataPlaneWorkspaces();
    const { claimId, destinations, leaseMs, worker } = command;
    const { jobs, more } = await claimWithUsers(this.options, {
      ...{ claimId, destinations, leaseMs, scope, worker },
      kind: OF_LETHE,
    });
    const claimed = toDestinations(jobs);
    if (more || claimed.length >= destinations) return { claimed, nextInMs: 0 };
    const [next] = await database.query<{ ms: number }>(nextSql(OF_LETHE), [scope]);
    if (next === undefined) return { claimed };
    // What is ready and was not taken now is not this worker's to take yet.
    return { claimed, nextInMs: claimed.length > 0 ? next.ms : Math.max(next.ms, REFUSED_MS) };
  }
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
