/**
 * `suppress` drops the events of the user. `delete` deletes the data that was already sent.
 * `suppress_with_delete` suppresses and deletes.
 */
export const REGULATION_TYPES = ['suppress', 'suppress_with_delete', 'delete'] as const;
export type RegulationType = (typeof REGULATION_TYPES)[number];

/** State of the deletion of one user at one destination. */
export const DELETION_STATES = [
  'pending',
  'running',
  'complete',
  'failed',
  'aborted',
  'canceled',
  'excepted',
] as const;
export type DeletionState = (typeof DELETION_STATES)[number];

/** States in which the deletion at this destination has ended. */
export const FINAL_DELETION_STATES = ['complete', 'aborted', 'canceled', 'excepted'] as const;

export const REGULATION_STATUSES = [
  'active', // nothing to delete
  'deleting',
  'deleted',
  'partially_deleted', // all deletions have ended, and some without a deletion
  'deletion_failed', // all deletions have ended, and none is complete
  'canceled',
] as const;
export type RegulationStatus = (typeof REGULATION_STATUSES)[number];
