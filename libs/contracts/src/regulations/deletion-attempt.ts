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
