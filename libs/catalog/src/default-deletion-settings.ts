import type { DeletionSettings } from './reading/deletion-settings.query.js';

/** How the deletions of a workspace are carried out that says nothing about it. The migrations repeat it, as they never change. */
export const DEFAULT_DELETION_SETTINGS: DeletionSettings = {
  deletionDelaySeconds: 3600,
  deletionDeadlineDays: 30,
  deletions: 'lethe',
};
