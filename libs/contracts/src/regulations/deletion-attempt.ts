/** What an attempt of a deletion came to; the meanings are in `state-words.ts`. */
export const ATTEMPT_OUTCOMES = [
  'complete',
  'accepted',
  'delayed',
  'failed',
  'refused',
  'released',
  'aborted',
  'retried',
] as const;
export type AttemptOutcome = (typeof ATTEMPT_OUTCOMES)[number];

/** Whose attempt it was: Lethe's worker's, one of the workspace's own, or that of a data plane. */
export const ATTEMPT_WORKERS = ['lethe', 'own_worker', 'data_plane'] as const;
export type AttemptWorker = (typeof ATTEMPT_WORKERS)[number];

/** An attempt of a deletion that has ended, or several in a row that came to the same. */
export interface DeletionAttempt {
  /** RFC 3339: when it ended, the last one where there were several. */
  readonly at: string;
  readonly outcome: AttemptOutcome;
  /** Absent where nobody attempted anything. */
  readonly worker?: AttemptWorker;
  /** Name of the token: of who asked for a retry, or of the workspace's own worker. */
  readonly createdBy?: string;
  readonly reason?: string;
  /** RFC 3339: not before then it is tried again, as was known at the time. Absent after the last one. */
  readonly nextAttemptAt?: string;
  /** How many in a row came to the same; absent for one. */
  readonly times?: number;
  /** RFC 3339: when the first of them ended; absent for one. */
  readonly since?: string;
  /** How many between the one before and this one are not kept any more. */
  readonly omittedBefore?: number;
}

/** Entries of a history that are kept before the one that ends it: the first, and the last of them. */
export const KEPT_ATTEMPTS = 20;
