/** `suppress`: drop the user's events. `suppress_with_delete`: and delete what was already sent. */
export const REGULATION_TYPES = ['suppress', 'suppress_with_delete'] as const;
export type RegulationType = (typeof REGULATION_TYPES)[number];

/** State of the deletion of one user at one destination. */
export const DELETION_STATES = [
  'pending',
  'running',
  'complete',
  'failed',
  'aborted',
  'canceled',
] as const;
export type DeletionState = (typeof DELETION_STATES)[number];
