import type { DeletionRecord } from './deletion-record.js';
import type { UserIdentifiers } from './user-identifiers.js';

export interface DeletionUser {
  readonly regulationId: string;
  /** Identifiers exactly as the caller sent them, byte by byte. */
  readonly identifiers: UserIdentifiers;
}

/**
 * A user whose data was not deleted, although the job is complete. The destination refused the
 * user, or has rows that possibly belong to the user.
 */
export interface RefusedUser {
  readonly regulationId: string;
  readonly reason: string;
  /**
   * If present, the user moves to a new job together with all users that have this member and the
   * same reason. If absent, the user moves to a separate new job.
   */
  readonly together?: true;
}

/**
 * Outcome of a deletion. A reason tells the caller the problem, its location and the remedy. It has
 * at most 500 characters, and contains no identifiers, secrets or internal data.
 */
export type DeletionOutcome =
  /**
   * All users are deleted, except the refused users. A user that the destination does not know is
   * treated as deleted.
   */
  | {
      readonly status: 'complete';
      readonly record: DeletionRecord;
      readonly refused?: readonly RefusedUser[];
    }
  /** The destination accepted the deletion, and carries it out asynchronously. */
  | { readonly status: 'accepted'; readonly statusUrl: string; readonly retryAfterMs?: number }
  /** The destination refuses the call, possibly because of one user that it does not name. */
  | { readonly status: 'refused'; readonly reason: string }
  /** Another attempt can succeed. Lethe counts this attempt as a failure. */
  | { readonly status: 'failed'; readonly reason: string; readonly retryAfterMs?: number }
  /**
   * The cause is the destination and not the job, so Lethe does not count the attempt as a failure.
   * The destination gets no calls for some time.
   */
  | {
      readonly status: 'delayed';
      readonly cause: 'limit' | 'conflict' | 'outage';
      readonly reason: string;
      readonly retryAfterMs?: number;
    }
  /** No retry can succeed until a person has corrected the cause. */
  | {
      readonly status: 'aborted';
      readonly cause: 'credentials' | 'configuration' | 'unsupported';
      readonly reason: string;
    };
