import type { UserIdentifiers } from '../regulations/regulation-record.js';
import type { CommandContext } from './regulation-rpc.js';

/** Message patterns for people's own workers: jobs of `CUSTOM` destinations. */
export const OWN_WORKER_PATTERNS = {
  claim: 'own-deletions.claim.v1',
  heartbeat: 'own-deletions.heartbeat.v1',
  report: 'own-deletions.report.v1',
} as const;

/** Most refused users of one report: a job has no more. */
export const MAX_OWN_REFUSED_USERS = 1_000;
/** Seconds for which a worker may hold a job without a heartbeat. */
export const OWN_LEASE_SECONDS = { least: 30, usual: 30 * 60, most: 12 * 3_600 } as const;

export interface ClaimOwnJobCommand {
  readonly context: CommandContext;
  /** Jobs of these destinations only. */
  readonly destinationIds?: readonly string[];
  /** UUID of the caller's: the same again gets the same job, as long as its lease lasts. */
  readonly claimId?: string;
  readonly leaseMs: number;
}

export interface OwnJob {
  readonly id: string;
  readonly destinationId: string;
  readonly attempt: number;
  readonly users: readonly {
    readonly regulationId: string;
    readonly userId: string;
    readonly identifiers: Readonly<Record<string, unknown>>;
  }[];
  readonly leaseToken: string;
  /** RFC 3339. */
  readonly leaseExpiresAt: string;
}

export interface HeartbeatOwnJobCommand {
  readonly context: CommandContext;
  readonly jobId: string;
  readonly leaseToken: string;
  readonly leaseMs: number;
}

export interface ReportOwnJobCommand {
  readonly context: CommandContext;
  readonly jobId: string;
  readonly leaseToken: string;
  readonly status: 'complete' | 'failed' | 'aborted';
  readonly reason?: string;
  readonly refused?: readonly {
    readonly userId: UserIdentifiers['userId'];
    readonly reason: string;
  }[];
}

/** The regulation service as people's own workers see it, through the gateway. */
export interface OwnWorkerCommands {
  /** @returns nothing when nothing waits */
  claimOwnJob(command: ClaimOwnJobCommand): Promise<{ readonly job?: OwnJob }>;
  /** @throws LetheError `not_found`; `conflict` for a lease that is not the present one */
  heartbeatOwnJob(command: HeartbeatOwnJobCommand): Promise<{ readonly leaseExpiresAt: string }>;
  /** @throws LetheError `not_found`; `conflict` for a lease that is not the present one; `invalid_request` */
  reportOwnJob(command: ReportOwnJobCommand): Promise<void>;
}
