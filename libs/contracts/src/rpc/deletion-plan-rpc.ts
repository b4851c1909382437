import type { CommandContext, DeletionOrder, RegulationRequest } from './regulation-rpc.js';

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
