/**
 * `suppress`: drop the user's events. `suppress_with_delete`: and delete what was already sent. `delete`:
 * only that.
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
] as const;
export type DeletionState = (typeof DELETION_STATES)[number];

/** The deletion is over at this destination. */
export const FINAL_DELETION_STATES = ['complete', 'aborted', 'canceled'] as const;

/** Where a regulation stands as a whole. */
export const REGULATION_STATUSES = [
  'active', // nothing to delete
  'deleting',
  'deleted',
  'partially_deleted', // all is final, some of it aborted
  'deletion_failed', // all aborted
  'canceled',
] as const;
export type RegulationStatus = (typeof REGULATION_STATUSES)[number];
