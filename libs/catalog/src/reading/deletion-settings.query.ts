import type { RunQuery } from '@lethe/database';
import type { LookUps } from '../ask-database.js';

export interface DeletionSettings {
  /** Seconds from the creation of a deletion until it can begin. */
  readonly deletionDelaySeconds: number;
  /** Days from the creation of a deletion to its deadline. */
  readonly deletionDeadlineDays: number;
  /**
   * Days from the end of a deletion until its destination is asked again; 0 for never. Null if the
   * workspace has no setting of its own, see `verifyAfterDays`.
   */
  readonly verifyAfterDays: number | null;
  /** Whether Lethe's workers or the data planes of the workspace carry out deletions. */
  readonly deletions: 'lethe' | 'data-plane';
}

/** @returns undefined if the workspace does not exist */
export async function readDeletionSettings(
  database: LookUps,
  workspaceId: string,
): Promise<DeletionSettings | undefined> {
  const [row] = await database.query<DeletionSettings>(
    `select deletion_delay_seconds as "deletionDelaySeconds",
            deletion_deadline_days as "deletionDeadlineDays",
            verify_after_days as "verifyAfterDays", deletions
       from catalog.workspaces where id = $1`,
    [workspaceId],
  );
  return row;
}

/**
 * Returns the workspaces whose verifications would come after the identifiers were purged.
 *
 * @param personalDataDays days for which identifiers are kept after a deletion
 * @returns at most 20 workspaces, sorted by id
 */
export async function findLateVerifications(
  query: RunQuery,
  personalDataDays: number,
): Promise<readonly { readonly id: string; readonly verifyAfterDays: number }[]> {
  return query(
    `select id, verify_after_days as "verifyAfterDays" from catalog.workspaces
      where verify_after_days > $1 order by id limit 20`,
    [personalDataDays],
  );
}

/** @returns sorted ids of the workspaces whose data planes carry out deletions */
export async function readDataPlaneWorkspaces(database: LookUps): Promise<readonly string[]> {
  const rows = await database.query<{ id: string }>(
    `select id from catalog.workspaces where deletions = 'data-plane' order by id`,
  );
  return rows.map((row) => row.id);
}

/** @returns the given destinations that have no connected source in the workspace */
export async function readUnconnectedDestinations(
  database: LookUps,
  workspaceId: string,
  destinationIds: readonly string[],
): Promise<readonly string[]> {
  const rows = await database.query<{ id: string }>(
    // The alias is needed, because the table of connections also has a column `id`.
    `select requested.id from unnest($2::text[]) as requested (id)
      where not exists (select from catalog.connections c
                         where c.workspace_id = $1 and c.destination_id = requested.id)`,
    [workspaceId, destinationIds],
  );
  return rows.map((row) => row.id);
}
