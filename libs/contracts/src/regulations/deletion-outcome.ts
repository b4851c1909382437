import type { DeletionRecord } from './deletion-record.js';
import type { UserIdentifiers } from './user-identifiers.js';

export interface DeletionUser {
  readonly regulationId: string;
  /** Exactly as the caller sent them, byte by byte. */
  readonly identifiers: UserIdentifiers;
}

/**
 * A user who was not deleted together with the other users of the job. The destination refused the
 * user, or has rows that may belong to the user and do not say so clearly.
 */
export interface RefusedUser {
  readonly regulationId: string;
  readonly reason: string;
  /**
   * If present, all users of the job with this member and the same reason move to one new job.
   * Otherwise each user moves to a new job.
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
  /** The destination refuses the call because of one user, and does not say which user. */
  | { readonly status: 'refused'; readonly reason: string }
  /** Another attempt may succeed. This attempt is counted as a failure. */
  | { readonly status: 'failed'; readonly reason: string; readonly retryAfterMs?: number }
  /**
   * The job is not the cause, so the attempt is not counted as a failure. The destination gets no
   * calls for some time.
   */
  | {
      readonly status: 'delayed';
      readonly cause: 'limit' | 'conflict' | 'outage';
      readonly reason: string;
      readonly retryAfterMs?: number;
    }
  /** No retry can succeed. */
  | {
      readonly status: 'aborted';
      readonly cause: 'credentials' | 'configuration' | 'unsupported';
      readonly reason: string;
    };
