import type { JobOutcome, ReportDeletions, DeletionAttemptDto } from '@lethe/api/deletions';
import type { AttemptWorker, DeletionState } from '@lethe/contracts';
import { describeError } from '@lethe/observability';
import { LogThrottle } from '@lethe/resilience';
import { SCHEMA } from '../../database/schema-name.js';
import type { AttemptBy } from '../attempts/with-attempt.js';
import { HOLDER } from '../holder.js';
import { byLane, type Lane } from '../queues/lane.js';
import { completeMany, type PlainCompletion } from './complete-many.js';
import type { ServiceParts } from '../../service-parts.js';
import { endJobs } from './end-jobs.js';
import { withLowerBound } from './lower-bound.js';

export type JobReport = ReportDeletions['reports'][number] & {
  /** Of what the worker said, see `hash-report.ts`. */
  readonly hash: Buffer;
  readonly by: AttemptBy;
};
export type ReportResult = 'taken' | 'lease_lost';

/** Most jobs that are completed in one transaction: each may have 1,000 users, and each user is a fact. */
const COMPLETED_AT_ONCE = 100;

interface ReportedJob extends Lane {
  readonly id: string;
  readonly state: DeletionState;
  readonly claimId: string | null;
  readonly holder: AttemptWorker;
  readonly reportHash: Buffer | null;
  readonly history: readonly DeletionAttemptDto[] | null;
}

/**
 * Takes reports. Those that only say "complete" go together; each other destination has a transaction of its own,
 * so that one bad report never fails another.
 */
export class JobReports {
  private readonly failures = new LogThrottle();

  constructor(
    private readonly options: Pick<ServiceParts, 'database' | 'topicPrefix' | 'logger'>,
  ) {}

  /**
   * @returns one result for each report, in their order. The same report again was taken; another one of a
   *   lease that has ended by its report was not
   * @throws LetheError `unavailable` when nothing could be stored
   */
  async take(reports: readonly JobReport[]): Promise<ReportResult[]> {
    const ids = [...new Set(reports.map(({ jobId }) => jobId))];
    const before = await this.look(ids);
    const present = uniqueByJob(
      reports.filter(({ jobId, claimId, by }) => {
        const job = before.get(jobId);
        return job?.claimId === claimId && job.state === 'running' && job.holder === by.worker;
      }),
    );
    const taken = new Set(await this.takePlain(present, before));
    const others = present.flatMap((report) => {
      const job = before.get(report.jobId);
      if (job === undefined || isPlain(report.outcome)) return [];
      return [{ workspaceId: job.workspaceId, destinationId: job.destinationId, report }];
    });
    for (const [lane, those] of byLane(others)) {
      const ended = await this.takeGroup(
        lane,
        those.map(({ report }) => report),
      );
      for (const id of ended) taken.add(id);
    }
    // Whoever else ended one meanwhile may have had the same report.
    const isClear = present.every(({ jobId }) => taken.has(jobId));
    const after = isClear ? before : await this.look(ids);
    const hashes = new Map(present.map(({ jobId, hash }) => [jobId, hash]));
    return reports.map(({ jobId, claimId, hash }) => {
      const job = after.get(jobId);
      if (job?.claimId !== claimId) return 'lease_lost';
      const counted = taken.has(jobId) ? hashes.get(jobId) : endedBy(job);
      return counted?.equals(hash) === true ? 'taken' : 'lease_lost';
    });
  }

  private async takePlain(
    reports: readonly JobReport[],
    jobs: ReadonlyMap<string, ReportedJob>,
  ): Promise<string[]> {
    const done: string[] = [];
    const plain = reports.flatMap(({ jobId, claimId, hash, by, outcome }): PlainCompletion[] => {
      const lane = jobs.get(jobId);
      if (lane === undefined || !isPlain(outcome)) return [];
      const { workspaceId, destinationId, history } = lane;
      const record = withLowerBound(outcome.record, history);
      return [{ jobId, claimId, hash, by, record, workspaceId, destinationId }];
    });
    for (let start = 0; start < plain.length; start += COMPLETED_AT_ONCE) {
      const some = plain.slice(start, start + COMPLETED_AT_ONCE);
      const { database, topicPrefix } = this.options;
      done.push(
        ...(await database.transaction((manager) => completeMany(manager, topicPrefix, some))),
      );
    }
    return done;
  }

  private async takeGroup(lane: Lane, reports: readonly JobReport[]): Promise<string[]> {
    const { database, topicPrefix, logger } = this.options;
    const ends = reports.map(({ claimId, hash, ...report }) => ({
      ...report,
      claim: { id: claimId, reportHash: hash },
    }));
    try {
      return await database.transaction((manager) => endJobs(manager, topicPrefix, lane, ends));
    } catch (error) {
      if (isOutage(error)) throw error;
      // Its lease ends, and the job is tried again.
      if (this.failures.isDue()) {
        logger.error({ error: describeError(error), ...lane }, 'a report could not be stored');
      }
      return [];
    }
  }

  private async look(ids: readonly string[]): Promise<Map<string, ReportedJob>> {
    const rows = await this.options.database.query<ReportedJob>(
      `select j.id, j.state, j.claim_id as "claimId", j.workspace_id as "workspaceId", ${HOLDER} as holder,
              j.destination_id as "destinationId", j.report_hash as "reportHash", j.history
         from ${SCHEMA}.deletion_jobs j where j.id = any($1::bigint[])`,
      [ids],
    );
    return new Map(rows.map((row) => [row.id, row]));
  }
}

/** The report that has ended the job's last attempt, where one has: with no other does the hash agree. */
function endedBy({ state, reportHash }: ReportedJob): Buffer | undefined {
  return state === 'running' ? undefined : (reportHash ?? undefined);
}

function isPlain(outcome: JobOutcome): outcome is Extract<JobOutcome, { status: 'complete' }> {
  return outcome.status === 'complete' && (outcome.refused ?? []).length === 0;
}

/** Of two reports on one job, the first counts. */
function uniqueByJob(reports: readonly JobReport[]): JobReport[] {
  const seen = new Set<string>();
  return reports.filter(({ jobId }) => !seen.has(jobId) && seen.add(jobId));
}

function isOutage(error: unknown): boolean {
  const code = (error as { code?: unknown }).code;
  return code === 'unavailable' || code === 'outcome_unknown';
}
