import type { DeletionRecord } from './deletion-record.js';
import type { DeletionOutcome } from './deletion-outcome.js';

/**
 * States of a verification, which asks a destination again after a deletion. `state-words.ts` has
 * their meanings.
 */
export const VERIFICATION_STATES = [
  'pending',
  'running',
  'failed',
  'absent',
  'found',
  'cannot_be_checked',
] as const;
export type VerificationState = (typeof VERIFICATION_STATES)[number];

/** Data of one user that a verification found at a destination. */
export interface FoundUser {
  readonly regulationId: string;
  /** Number of rows, keys or records of the user; at least 1. */
  readonly count: number;
}

/**
 * Outcome of a verification. It changes nothing at the destination. The texts follow the rules of
 * `DeletionOutcome`.
 */
export type VerificationOutcome =
  /** The destination was asked about all users. Users that are in no list have no data there. */
  | {
      readonly status: 'verified';
      /** What was looked at, with counts. */
      readonly record: DeletionRecord;
      readonly found?: readonly FoundUser[];
      /** Ids of the regulations of users for whom the answer is in doubt. Doubt is never `absent`. */
      readonly doubtful?: readonly string[];
      /** Why these users are in doubt. Present with `doubtful`. */
      readonly reason?: string;
    }
  /** This destination cannot be asked, or only after a person has corrected the cause. */
  | { readonly status: 'cannot_be_checked'; readonly reason: string }
  | Extract<DeletionOutcome, { readonly status: 'failed' | 'delayed' }>;
