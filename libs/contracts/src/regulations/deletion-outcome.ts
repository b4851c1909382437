import type { DeletionRecord } from './deletion-record.js';
import type { UserIdentifiers } from './user-identifiers.js';

/** One user of a deletion. */
export interface DeletionUser {
  readonly regulationId: string;
  /** As they were given, to the byte. */
  readonly identifiers: UserIdentifiers;
}

/** A user who is not deleted while others are: refused by the destination, or in doubt. */
export interface RefusedUser {
  readonly regulationId: string;
  readonly reason: string;
  /** The users of one job with this and the same reason leave for one job, instead of one each. */
  readonly together?: true;
}

/**
 * What became of a deletion. Reasons are sentences for the caller: what was wrong, where, what to do; at
 * most 500 characters, without identifiers, secrets, or anything internal.
 */
export type DeletionOutcome =
  /** Done, but for the users that are named. Users that the destination does not know are done. */
  | {
      readonly status: 'complete';
      readonly record: DeletionRecord;
      readonly refused?: readonly RefusedUser[];
    }
  /** The destination goes on by itself. */
  | { readonly status: 'accepted'; readonly statusUrl: string; readonly retryAfterMs?: number }
  /** It refuses the call because of one of the users, and does not say which. */
  | { readonly status: 'refused'; readonly reason: string }
  /** Worth another try, which counts. */
  | { readonly status: 'failed'; readonly reason: string; readonly retryAfterMs?: number }
  /** Not the job's fault, and counts as no failure: the destination is left alone for a while. */
  | {
      readonly status: 'delayed';
      readonly cause: 'limit' | 'conflict' | 'outage';
      readonly reason: string;
      readonly retryAfterMs?: number;
    }
  /** No retry can mend it. */
  | {
      readonly status: 'aborted';
      readonly cause: 'credentials' | 'configuration' | 'unsupported';
      readonly reason: string;
    };
