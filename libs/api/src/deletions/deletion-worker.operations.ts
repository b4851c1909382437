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
  type CommandsOf,
  type CommandOf,
} from '../definition/index.js';
import { outcome, progress, workersUuid, type JobOutcome } from './job-outcome.js';

/** Most destinations of one claim. */
export const MOST_CLAIMED_DESTINATIONS = 200;
/** Jobs of one heartbeat or report: as many as one claim may have taken where one pass takes ten. */
const MOST_REPORTED = 10 * MOST_CLAIMED_DESTINATIONS;
/** Milliseconds for which a worker may hold what it claimed without a heartbeat. */
const LEASE_MS = { least: 1_000, most: 12 * 3_600_000 };
const JOBS = { least: 1, most: MOST_REPORTED, what: 'jobs' };

class ClaimDeletionsDto {
  /** Name of the worker, for logs and the record. */
  @Member({ is: shortText({ most: 200 }) })
  worker!: string;

  /**
   * Made by the worker. It is the token of the lease. The same claim again gets what it got the first time and is still
   * held, and nothing new.
   */
  @Member({ is: workersUuid })
  claimId!: string;

  /** Most destinations to take work of. */
  @Member({ is: count({ least: 1, most: MOST_CLAIMED_DESTINATIONS }) })
  destinations!: number;

  @Member({ is: count(LEASE_MS) })
  leaseMs!: number;
}

class HeldJobDto {
  @Member({ is: jobId })
  jobId!: string;

  @Member({ is: workersUuid })
  claimId!: string;

  @Member({ is: progress, optional: true })
  progress?: JsonObject;
}

class ReportedJobDto extends HeldJobDto {
  @Member({ is: outcome })
  outcome!: JobOutcome;
}

class HeartbeatDeletionsDto {
  @Member({ is: objects(() => HeldJobDto, JOBS) })
  jobs!: readonly HeldJobDto[];

  @Member({ is: count(LEASE_MS) })
  leaseMs!: number;
}

class ReportDeletionsDto {
  @Member({ is: objects(() => ReportedJobDto, JOBS) })
  reports!: readonly ReportedJobDto[];
}

/** Everything that was taken of one destination: one job, or all that wait where one pass takes them all. */
export interface ClaimedDestination {
  readonly workspaceId: string;
  readonly destinationId: string;
  readonly destinationType: string;
  readonly jobs: readonly ClaimedJob[];
}

export interface ClaimedJob {
  readonly jobId: string;
  /** How often it has failed. */
  readonly attempt: number;
  /** At least one; as they are now. */
  readonly users: readonly DeletionUser[];
  readonly accepted?: { readonly statusUrl: string; readonly acceptedAt: string };
  readonly progress?: JsonObject;
  /** W3C Trace Context of the order, where its trace is sampled. */
  readonly traceparent?: string;
}

export interface ClaimDeletionsResult {
  readonly claimed: readonly ClaimedDestination[];
  /** Milliseconds until something may be there, as far as is known; absent when nothing waits. */
  readonly nextInMs?: number;
}

export interface HeartbeatDeletionsResult {
  /** Jobs whose lease was renewed by `leaseMs`. Whoever is missing has lost its lease. */
  readonly held: readonly string[];
}

export interface ReportDeletionsResult {
  /** Per report, in its order: `taken` (also when it was taken before), or `lease_lost`. */
  readonly results: readonly ('taken' | 'lease_lost')[];
}

/** What Lethe's own deletion worker asks for. Everything may be repeated. */
export const deletionWorker = capability(
  'Deletion worker',
  'What the deletion worker of Lethe asks for.',
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
