import type { DeletionUser, JsonObject } from '@lethe/contracts';
import {
  capability,
  command,
  count,
  jobId,
  Member,
  objects,
  resultOf,
  shortText,
  Together,
  type CommandsOf,
  type CommandOf,
} from '../definition/index.js';
import {
  outcome,
  progress,
  verificationOutcome,
  workersUuid,
  type JobOutcome,
  type VerificationReport,
} from './job-outcome.js';

export const MOST_CLAIMED_DESTINATIONS = 200;
/** Maximum jobs in one heartbeat or report: ten for each destination of a claim. */
const MOST_REPORTED = 10 * MOST_CLAIMED_DESTINATIONS;
/** Duration of a lease without a heartbeat, in milliseconds. */
const LEASE_MS = { least: 1_000, most: 12 * 3_600_000 };
const JOBS = { least: 0, most: MOST_REPORTED, what: 'jobs' };
const NO_JOB = 'must name at least one job or verification';
const isEmpty = (list: unknown) => !Array.isArray(list) || list.length === 0;

class ClaimDeletionsDto {
  /** Name of the worker, for logs and the record. */
  @Member({ is: shortText({ most: 200 }) })
  worker!: string;

  /**
   * Token of the lease. The worker generates it. A repeated claim with the same token gets no new
   * jobs, but the jobs of the first claim that are still leased.
   */
  @Member({ is: workersUuid })
  claimId!: string;

  @Member({ is: count({ least: 1, most: MOST_CLAIMED_DESTINATIONS }) })
  destinations!: number;

  /**
   * Maximum number of these destinations that get a verification instead of a deletion. Deletions
   * come first. A worker that sends none gets no verification.
   */
  @Member({ is: count({ least: 0, most: MOST_CLAIMED_DESTINATIONS }), optional: true })
  verifications?: number;

  @Member({ is: count(LEASE_MS) })
  leaseMs!: number;
}

class LeasedJobDto {
  @Member({ is: jobId })
  jobId!: string;

  @Member({ is: workersUuid })
  claimId!: string;

  @Member({ is: progress, optional: true })
  progress?: JsonObject;
}

class ReportedJobDto extends LeasedJobDto {
  @Member({ is: outcome })
  outcome!: JobOutcome;
}

class ReportedVerificationDto extends LeasedJobDto {
  @Member({ is: verificationOutcome })
  outcome!: VerificationReport;
}

@Together<HeartbeatDeletionsDto>(({ jobs, verifications }, problems) => {
  if (isEmpty(jobs) && isEmpty(verifications)) problems.add('jobs', NO_JOB);
})
class HeartbeatDeletionsDto {
  @Member({ is: objects(() => LeasedJobDto, JOBS) })
  jobs!: readonly LeasedJobDto[];

  /** Leased verifications. Their ids differ from the ids of all deletion jobs. */
  @Member({ is: objects(() => LeasedJobDto, JOBS), optional: true })
  verifications?: readonly LeasedJobDto[];

  @Member({ is: count(LEASE_MS) })
  leaseMs!: number;
}

@Together<ReportDeletionsDto>(({ reports, verifications }, problems) => {
  if (isEmpty(reports) && isEmpty(verifications)) problems.add('reports', NO_JOB);
})
class ReportDeletionsDto {
  @Member({ is: objects(() => ReportedJobDto, JOBS) })
  reports!: readonly ReportedJobDto[];

  @Member({ is: objects(() => ReportedVerificationDto, JOBS), optional: true })
  verifications?: readonly ReportedVerificationDto[];
}

/**
 * Claimed jobs of one destination: one job, or several if the provider processes them in one pass.
 */
export interface ClaimedDestination {
  readonly workspaceId: string;
  readonly destinationId: string;
  readonly destinationType: string;
  /** Absent for deletions. A verification asks for the users, and changes nothing. */
  readonly task?: 'verify';
  readonly jobs: readonly ClaimedJob[];
}

export interface ClaimedJob {
  /** Id of the deletion job, or of the verification. */
  readonly jobId: string;
  /** Number of failed attempts so far. */
  readonly attempt: number;
  /** At least one user. The identifiers are current. */
  readonly users: readonly DeletionUser[];
  readonly accepted?: { readonly statusUrl: string; readonly acceptedAt: string };
  readonly progress?: JsonObject;
  /** W3C Trace Context of the request that ordered the deletion, if its trace is sampled. */
  readonly traceparent?: string;
}

export interface ClaimDeletionsResult {
  readonly claimed: readonly ClaimedDestination[];
  /** Estimated milliseconds until the next job can be claimed. Absent if no job is waiting. */
  readonly nextInMs?: number;
}

export interface HeartbeatDeletionsResult {
  /**
   * Ids of the jobs whose lease was renewed for `leaseMs`. The worker has lost the lease of every
   * other job.
   */
  readonly held: readonly string[];
}

export interface ReportDeletionsResult {
  /** One result for each report, in the order of the reports. A repeated report is also `taken`. */
  readonly results: readonly ('taken' | 'lease_lost')[];
  /** The same for `verifications`. */
  readonly verifications?: readonly ('taken' | 'lease_lost')[];
}

/** Commands of Lethe's deletion worker. All are safe to repeat. */
export const deletionWorker = capability(
  'Deletion worker',
  'Commands of the deletion worker of Lethe.',
  {},
  {
    claimDeletions: command({
      pattern: 'deletions.claim.v1',
      from: 'worker',
      takes: ClaimDeletionsDto,
      result: resultOf<ClaimDeletionsResult>(),
      whenLost: 'unavailable',
    }),
    heartbeatDeletions: command({
      pattern: 'deletions.heartbeat.v1',
      from: 'worker',
      takes: HeartbeatDeletionsDto,
      result: resultOf<HeartbeatDeletionsResult>(),
      whenLost: 'unavailable',
    }),
    reportDeletions: command({
      pattern: 'deletions.report.v1',
      from: 'worker',
      takes: ReportDeletionsDto,
      result: resultOf<ReportDeletionsResult>(),
      whenLost: 'unavailable',
    }),
  },
);

export type DeletionWorkerCommands = CommandsOf<typeof deletionWorker>;

export type ClaimDeletions = CommandOf<typeof deletionWorker, 'claimDeletions'>;
export type HeartbeatDeletions = CommandOf<typeof deletionWorker, 'heartbeatDeletions'>;
export type ReportDeletions = CommandOf<typeof deletionWorker, 'reportDeletions'>;
