/* What a person reads of each state. Made by "npm run docs" of libs/contracts; do not edit. */
export const REGULATION_STATUS_WORDS = {
  active: 'Active',
  deleting: 'Deleting',
  deleted: 'Deleted',
  partially_deleted: 'Partially deleted',
  deletion_failed: 'Deletion failed',
  canceled: 'Canceled',
} as const;
export const DELETION_STATE_WORDS = {
  pending: 'Waiting',
  running: 'Running',
  complete: 'Complete',
  failed: 'Failed, will retry',
  aborted: 'Failed permanently',
  canceled: 'Canceled',
} as const;
export const ATTEMPT_OUTCOME_WORDS = {
  complete: 'Complete',
  accepted: 'Handed over',
  delayed: 'Postponed',
  failed: 'Failed',
  refused: 'Refused as a batch',
  released: 'Given back',
  aborted: 'Failed permanently',
  retried: 'Retried',
} as const;
export const CONDITION_WORDS = {
  overdue: 'Overdue',
  needsAttention: 'Needs attention',
  held: 'On hold',
} as const;
export const QUEUE_WORDS = {
  pausedAt: 'Paused',
  delayedUntil: 'Backing off',
  idle: 'Nothing open',
} as const;
