import type { DeletionSettings } from './reading/deletion-settings.query.js';

/**
 * Settings of a workspace that declares none. The migrations repeat these values, because a
 * migration must never change.
 */
export const DEFAULT_DELETION_SETTINGS: DeletionSettings = {
  deletionDelaySeconds: 3600,
  deletionDeadlineDays: 30,
  deletions: 'lethe',
};
