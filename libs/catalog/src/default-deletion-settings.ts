import type { DeletionSettings } from './reading/deletion-settings.query.js';

/**
 * Deletion settings of a workspace without settings of its own. The migrations contain these values
 * again, because a migration must never change.
 */
export const DEFAULT_DELETION_SETTINGS: DeletionSettings = {
  deletionDelaySeconds: 3600,
  deletionDeadlineDays: 30,
  verifyAfterDays: null,
  deletions: 'lethe',
};
