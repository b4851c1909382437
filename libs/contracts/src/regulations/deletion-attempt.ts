/** Outcomes of a deletion attempt; `state-words.ts` has their meanings. */
export const ATTEMPT_OUTCOMES = [
  'complete',
  'accepted',
  'delayed',
  'failed',
  'refused',
  'released',
  'aborted',
  'retried',
  'excepted',
  'found',
] as const;
export type AttemptOutcome = (typeof ATTEMPT_OUTCOMES)[number];

/** Worker of an attempt, which is Lethe's deletion worker, a self-hosted worker or a data plane. */
export const ATTEMPT_WORKERS = ['lethe', 'own_worker', 'data_plane'] as const;
export type AttemptWorker = (typeof ATTEMPT_WORKERS)[number];
