import type { JobOutcome, ReportDeletions, DeletionAttemptDto } from '@lethe/api/deletions';
import type { AttemptWorker, DeletionState } from '@lethe/contracts';
import { describeError } from '@lethe/observability';
import { LogThrottle } from '@lethe/resilience';
import { SCHEMA } from '../../database/schema-name.js';
import type { AttemptBy } from '../attempts/with-attempt.js';
import { WORKER_KIND } from '../holder.js';
import { byQueue, type DestinationQueue } from '../queues/destination-queue.js';
import { completeMany, type PlainCompletion } from './complete-many.js';
import type { ServiceParts } from '../../service-parts.js';
import { endJobs } from './end-jobs.js';
import { withLowerBound } from './lower-bound.js';

export type JobReport = ReportDeletions['reports'][number] & {
  /** Hash of the report as the worker sent it, see `hash-report.ts`. */
  readonly hash: Buffer;
  readonly by: AttemptBy;
};
export type ReportResult = 'taken' | 'lease_lost';

/**
 * Maximum number of jobs in one transaction. A job can have 1,000 users, and the transaction writes
 * a fact for each user.
 */
const COMPLETED_AT_ONCE = 100;

interface ReportedJob extends DestinationQueue {
  readonly id: string;
  readonly state: DeletionState;
  readonly claimId: string | null;
  readonly holder: AttemptWorker;
  readonly reportHash: Buffer | null;
  readonly history: readonly DeletionAttemptDto[] | null;
  /** Whether a verification ordered the job. */
  readonly isAgain: boolean;
}

/**
 * Stores reports of workers. Completions without refused users are stored together. For other
 * reports, each destination has a separate transaction, so that a report that cannot be stored
 * affects no other destination.
 */
export class JobReports {
  private readonly failures = new LogThrottle();

  constructor(
    private readonly options: Pick<ServiceParts, 'database' | 'topicPrefix' | 'logger'>,
  ) {}

  /**
   * @returns one result for each report, in the sequence of the reports. A repeated report is
   *   `taken`. A different report for the ended lease is `lease_lost`
   * @throws LetheError `unavailable`, `outcome_unknown` (a part of the reports may be stored
   *   already)
   */
  async take(reports: readonly JobReport[]): Promise<ReportResult[]> {
    const ids = [...new Set(reports.map(({ jobId }) => jobId))];
    const before = await this.readJobs(ids);
    const present = uniqueByJob(
      reports.filter(({ jobId, claimId, by }) => {
        const job = before.get(jobId);
        return job?.claimId === claimId && job.state === 'running' && job.holder === by.worker;
      }),
    );
    const taken = new Set(await this.takePlain(present, before));
    const others = present.flatMap((report) => {
      const job = before.get(report.jobId);
      if (job === undefined || isPlain(report.outcome, job)) return [];
      return [{ workspaceId: job.workspaceId, destinationId: job.destinationId, report }];
    });
    for (const [queue, reportsOfQueue] of byQueue(others)) {
      const ended = await this.takeGroup(
        queue,
        reportsOfQueue.map(({ report }) => report),
      );
      for (const id of ended) taken.add(id);
    }
    // If a report was not taken here, another process may have taken the same report.
    const areAllTaken = present.every(({ jobId }) => taken.has(jobId));
    const after = areAllTaken ? before : await this.readJobs(ids);
    const hashes = new Map(present.map(({ jobId, hash }) => [jobId, hash]));
    return reports.map(({ jobId, claimId, hash }) => {
      const job = after.get(jobId);
      if (job?.claimId !== claimId) return 'lease_lost';
      const takenHash = taken.has(jobId) ? hashes.get(jobId) : endedBy(job);
      return takenHash?.equals(hash) === true ? 'taken' : 'lease_lost';
    });
  }

  private async takePlain(
    reports: readonly JobReport[],
    jobs: ReadonlyMap<string, ReportedJob>,
  ): Promise<string[]> {
    const done: string[] = [];
    const plain = reports.flatMap(({ jobId, claimId, hash, by, outcome }): PlainCompletion[] => {
      const job = jobs.get(jobId);
      if (job === undefined || !isPlain(outcome, job)) return [];
      const { workspaceId, destinationId, history } = job;
      const record = withLowerBound(outcome.record, history);
      return [{ jobId, claimId, hash, by, record, workspaceId, destinationId }];
    });
    for (let start = 0; start < plain.length; start += COMPLETED_AT_ONCE) {
      const batch = plain.slice(start, start + COMPLETED_AT_ONCE);
      const { database, topicPrefix } = this.options;
      done.push(
        ...(await database.transaction((manager) => completeMany(manager, topicPrefix, batch))),
      );
    }
    return done;
  }

  private async takeGroup(
    queue: DestinationQueue,
    reports: readonly JobReport[],
  ): Promise<string[]> {
    const { database, topicPrefix, logger } = this.options;
    const ends = reports.map(({ claimId, hash, ...report }) => ({
      ...report,
      claim: { id: claimId, reportHash: hash },
    }));
    try {
      return await database.transaction((manager) => endJobs(manager, topicPrefix, queue, ends));
    } catch (error) {
      if (isOutage(error)) throw error;
      // The leases of these jobs end later, and then the jobs run again.
      if (this.failures.isDue()) {
        logger.error({ error: describeError(error), ...queue }, 'a report could not be stored');
      }
      return [];
    }
  }

  private async readJobs(ids: readonly string[]): Promise<Map<string, ReportedJob>> {
    const rows = await this.options.database.query<ReportedJob>(
      `select j.id, j.state, j.claim_id as "claimId", j.workspace_id as "workspaceId", ${WORKER_KIND} as holder,
              j.destination_id as "destinationId", j.report_hash as "reportHash", j.history,
              j.first_completed_at is not null as "isAgain"
         from ${SCHEMA}.deletion_jobs j where j.id = any($1::bigint[])`,
      [ids],
    );
    return new Map(rows.map((row) => [row.id, row]));
  }
}

/** Returns the hash of the report that ended the last attempt, if there is one. */
function endedBy({ state, reportHash }: ReportedJob): Buffer | undefined {
  return state === 'running' ? undefined : (reportHash ?? undefined);
}

/** The identifiers of a job that a verification ordered can be purged, which `endJobs` considers. */
function isPlain(
  outcome: JobOutcome,
  { isAgain }: ReportedJob,
): outcome is Extract<JobOutcome, { status: 'complete' }> {
  return outcome.status === 'complete' && (outcome.refused ?? []).length === 0 && !isAgain;
}

/** Returns only the first report of each job. */
function uniqueByJob(reports: readonly JobReport[]): JobReport[] {
  const seen = new Set<string>();
  return reports.filter(({ jobId }) => !seen.has(jobId) && seen.add(jobId));
}

function isOutage(error: unknown): boolean {
  const code = (error as { code?: unknown }).code;
  return code === 'unavailable' || code === 'outcome_unknown';
}
