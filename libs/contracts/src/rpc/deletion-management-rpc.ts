import type { DeletionAttempt } from '../regulations/deletion-attempt.js';
import type { DeletionRecord } from '../regulations/deletion-record.js';
import type { DeletionState } from '../regulations/regulation-states.js';
import type { CommandContext, DeletionOrder, RegulationRequest } from './regulation-rpc.js';

/** Message patterns for looking at deletions and steering them. */
export const DELETION_MANAGEMENT_PATTERNS = {
  plan: 'deletions.plan.v1',
  list: 'deletions.list.v1',
  get: 'deletions.get.v1',
  summary: 'deletions.summary.v1',
  retry: 'deletions.retry.v1',
  retryRegulation: 'deletions.retry-regulation.v1',
  pause: 'deletions.pause.v1',
} as const;

/** Which jobs; absent means any. */
export interface DeletionJobFilter {
  readonly destinationId?: string;
  readonly status?: DeletionState;
  /** As `DeletionJobRecord.overdue`. */
  readonly overdue?: boolean;
  /** As `DeletionJobRecord.needsAttention`. */
  readonly needsAttention?: boolean;
  readonly held?: boolean;
  /** RFC 3339; inclusive. */
  readonly createdAfter?: string;
  /** RFC 3339; exclusive. */
  readonly createdBefore?: string;
}

export interface ListDeletionJobsCommand {
  readonly context: CommandContext;
  readonly filter: DeletionJobFilter;
  readonly limit: number;
  readonly afterCursor?: string;
}

export interface DeletionJobRecord {
  readonly id: string;
  readonly destinationId: string;
  readonly destinationType: string;
  readonly status: DeletionState;
  /** How often it has failed. */
  readonly attempts: number;
  readonly users: number;
  readonly reason?: string;
  readonly held: boolean;
  /** RFC 3339, as the other times. */
  readonly createdAt: string;
  readonly startedAt?: string;
  readonly finishedAt?: string;
  readonly nextAttemptAt?: string;
  readonly dueAt?: string;
  /** Its time has passed and it is not done: it is open, on hold, or needs attention. */
  readonly overdue: boolean;
  /** It is aborted, and some of its users are neither in a retry nor canceled: it goes on only if a person retries it. */
  readonly needsAttention: boolean;
  /** Since when nothing is left to do in it, after it was aborted: retries have its users, or their regulations were canceled. */
  readonly retriedAt?: string;
  readonly record?: DeletionRecord;
}

/** A job with all that is known of it. */
export interface DeletionJobDetail extends DeletionJobRecord {
  /** What each attempt on its users came to, the oldest first; also those of the jobs that they were in before. */
  readonly history: readonly DeletionAttempt[];
}

export interface GetDeletionJobCommand {
  readonly context: CommandContext;
  readonly id: string;
}

export interface ListDeletionJobsResult {
  readonly data: readonly DeletionJobRecord[];
  readonly nextCursor?: string;
}

export interface DeletionSummary {
  readonly destinations: readonly {
    readonly destinationId: string;
    readonly destinationType: string;
    /** RFC 3339: since when no job is offered. */
    readonly pausedAt?: string;
    /** RFC 3339: until when the destination is left alone after a limit, a conflict or an outage. */
    readonly delayedUntil?: string;
    readonly held: number;
    /** Jobs that are overdue, see `DeletionJobRecord`. */
    readonly overdue: number;
    /** Jobs that need attention, see `DeletionJobRecord`. */
    readonly needsAttention: number;
    readonly states: Readonly<
      Partial<Record<DeletionState, { readonly jobs: number; readonly oldestCreatedAt: string }>>
    >;
  }[];
}

export interface RetryDeletionsCommand {
  readonly context: CommandContext;
  /** Aborted jobs that it selects, the oldest first, at most `limit`. */
  readonly filter: Pick<DeletionJobFilter, 'destinationId' | 'createdAfter' | 'createdBefore'>;
  readonly limit: number;
}

export interface RetryResult {
  /** New jobs. */
  readonly jobs: number;
  readonly users: number;
  /** Whether there may be more that it selects. */
  readonly more: boolean;
  /** Where something was aborted and can't be tried anew. */
  readonly leftOut: readonly { readonly destinationId: string; readonly reason: string }[];
}

export interface RetryRegulationCommand {
  readonly context: CommandContext;
  readonly id: string;
}

export interface PauseDeletionsCommand {
  readonly context: CommandContext;
  readonly destinationId: string;
  /** False: go on. */
  readonly paused: boolean;
}

/** What a request would do, without doing it. */
export interface DeletionPlan {
  readonly regulations: number;
  readonly destinations: readonly {
    readonly destinationId: string;
    readonly destinationType: string;
    readonly users: number;
    readonly jobs: number;
    readonly calls: number;
    /** Seconds, by the rate of the destination's type, without what waits there already. */
    readonly expectedSeconds: number;
    /** Users whom it cannot identify: the path in the request, and why. At most 100. */
    readonly unidentified: readonly { readonly path: string; readonly reason: string }[];
    readonly unidentifiedCount: number;
  }[];
  /** Users whose suppression key differs from their userId: the path in the request, and the key. At most 100. */
  readonly suppressionKeys?: readonly { readonly path: string; readonly suppressionKey: string }[];
  /** How many those are in all; absent where there are none. */
  readonly suppressionKeyCount?: number;
  /** RFC 3339: not before. */
  readonly startsAt?: string;
  readonly dueAt?: string;
  /** Sentences: what can't be taken back. */
  readonly irreversible: readonly string[];
  /** What is allowed and probably a mistake. The first ones of each kind, then how many more there are. */
  readonly warnings: readonly PlanWarning[];
}

/**
 * `suspicious_id`: an identifier that no system issues, such as `null`.
 * `synonym`: a custom identifier with a usual name of e-mail addresses or phone numbers, by which no user is found.
 */
export const PLAN_WARNING_CODES = ['suspicious_id', 'synonym'] as const;
export type PlanWarningCode = (typeof PLAN_WARNING_CODES)[number];

/** Something in a request that is allowed and probably a mistake. */
export interface PlanWarning {
  /** Path in the request: `users[3].userId`. Absent where the warning is about several users. */
  readonly path?: string;
  readonly code: PlanWarningCode;
  /** A sentence, without its subject where there is a path. */
  readonly message: string;
}

export interface PlanDeletionCommand extends DeletionOrder {
  readonly context: CommandContext;
  readonly request: RegulationRequest;
}

/** Looking at a workspace's deletions, and steering them. */
export interface DeletionManagementCommands {
  plan(command: PlanDeletionCommand): Promise<DeletionPlan>;
  listJobs(command: ListDeletionJobsCommand): Promise<ListDeletionJobsResult>;
  /** @throws LetheError `not_found` */
  getJob(command: GetDeletionJobCommand): Promise<DeletionJobDetail>;
  summarizeJobs(command: { readonly context: CommandContext }): Promise<DeletionSummary>;
  retryJobs(command: RetryDeletionsCommand): Promise<RetryResult>;
  /** @throws LetheError `not_found`; `conflict` when nothing of it was aborted, or it is canceled */
  retryRegulation(command: RetryRegulationCommand): Promise<RetryResult>;
  pauseDeletions(command: PauseDeletionsCommand): Promise<void>;
}
