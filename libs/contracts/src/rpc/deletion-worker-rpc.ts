import type { DeletionRecord } from '../regulations/deletion-record.js';
import type { UserIdentifiers } from '../regulations/regulation-record.js';
import type { JsonObject } from '../test-runs/json.js';

/** Message patterns for Lethe's own deletion worker. */
export const DELETION_WORKER_PATTERNS = {
  claim: 'deletions.claim.v1',
  heartbeat: 'deletions.heartbeat.v1',
  report: 'deletions.report.v1',
} as const;

/** Most destinations of one claim, most jobs of one heartbeat or report. */
export const MOST_CLAIMED_DESTINATIONS = 200;
/** Milliseconds for which a worker may hold what it claimed without a heartbeat. */
export const LEASE_MS = { least: 1_000, most: 12 * 3_600_000 } as const;

/** What is kept of a job at most. Whoever writes it keeps to this, and the service checks it. */
export const DELETION_JOB_BOUNDS = {
  /** Characters of the address at which a destination says how an accepted order stands. */
  statusUrlLength: 2_048,
  /** Bytes of progress as JSON. */
  progressBytes: 8 * 1024,
  /** Bytes of a record as JSON. */
  recordBytes: 16 * 1024,
  /** Characters of a record's method, and of one of its notes. */
  methodLength: 200,
  noteLength: 500,
  notes: 20,
  counts: 20,
} as const;

/** What travels with a worker's command. It acts for no workspace: it gets whatever waits. */
export interface WorkerContext {
  readonly requestId: string;
  /** Milliseconds since the epoch, by the clock of the process that holds the command. */
  readonly deadline: number;
}

export interface ClaimDeletionsCommand {
  readonly context: WorkerContext;
  /** Name of the worker, for logs and the record. */
  readonly worker: string;
  /**
   * UUID that the worker makes. It is the token of the lease. The same claim again gets what it got the
   * first time and is still held, and nothing new.
   */
  readonly claimId: string;
  /** Most destinations to take work of, up to `MOST_CLAIMED_DESTINATIONS`. */
  readonly destinations: number;
  readonly leaseMs: number;
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
  readonly users: readonly {
    readonly regulationId: string;
    readonly identifiers: UserIdentifiers;
  }[];
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

export interface HeartbeatDeletionsCommand {
  readonly context: WorkerContext;
  readonly jobs: readonly {
    readonly jobId: string;
    readonly claimId: string;
    readonly progress?: JsonObject;
  }[];
  readonly leaseMs: number;
}

export interface HeartbeatDeletionsResult {
  /** Jobs whose lease was renewed by `leaseMs`. Whoever is missing has lost its lease. */
  readonly held: readonly string[];
}

/** A user who leaves a completed job for an aborted one. */
export interface RefusedJobUser {
  readonly regulationId: string;
  readonly reason: string;
  /** Those with this and the same reason leave for one job, instead of one each; older code gives each a job. */
  readonly together?: true;
}

/** What became of a job. See `DeletionOutcome` of `@lethe/destinations`. */
export type JobOutcome =
  | {
      readonly status: 'complete';
      readonly record: DeletionRecord;
      /** Users of this job. */
      readonly refused?: readonly RefusedJobUser[];
    }
  | { readonly status: 'accepted'; readonly statusUrl: string; readonly retryAfterMs?: number }
  | { readonly status: 'refused'; readonly reason: string }
  | { readonly status: 'failed'; readonly reason: string; readonly retryAfterMs?: number }
  | {
      readonly status: 'delayed';
      readonly cause: 'limit' | 'conflict' | 'outage';
      readonly reason: string;
      readonly retryAfterMs?: number;
    }
  | { readonly status: 'aborted'; readonly reason: string }
  /** The worker stops and has called nothing, or nothing that could not be called again. */
  | { readonly status: 'released'; readonly reason: string };

export interface ReportDeletionsCommand {
  readonly context: WorkerContext;
  readonly reports: readonly {
    readonly jobId: string;
    readonly claimId: string;
    readonly outcome: JobOutcome;
    readonly progress?: JsonObject;
  }[];
}

export interface ReportDeletionsResult {
  /** Per report, in its order: `taken` (also when it was taken before), or `lease_lost`. */
  readonly results: readonly ('taken' | 'lease_lost')[];
}

/** The regulation service as Lethe's own deletion worker sees it. */
export interface DeletionWorkerCommands {
  claimDeletions(command: ClaimDeletionsCommand): Promise<ClaimDeletionsResult>;
  heartbeatDeletions(command: HeartbeatDeletionsCommand): Promise<HeartbeatDeletionsResult>;
  reportDeletions(command: ReportDeletionsCommand): Promise<ReportDeletionsResult>;
}
