import type { LookUps } from '../ask-database.js';

/** How a workspace's deletions are carried out. */
export interface DeletionSettings {
  /** Seconds from the creation of a deletion until it may begin. */
  readonly deletionDelaySeconds: number;
  /** Days from the creation of a deletion by which it has to be done. */
  readonly deletionDeadlineDays: number;
  /** Who carries it out: Lethe's workers, or those of the workspace's data planes. */
  readonly deletions: 'lethe' | 'data-plane';
}

/** @returns undefined when there is no such workspace */
export async function readDeletionSettings(
  database: LookUps,
  workspaceId: string,
): Promise<DeletionSettings | undefined> {
  const [row] = await database.query<DeletionSettings>(
    `select deletion_delay_seconds as "deletionDelaySeconds",
            deletion_deadline_days as "deletionDeadlineDays", deletions
       from catalog.workspaces where id = $1`,
    [workspaceId],
  );
  return row;
}

/** @returns the workspaces whose data planes carry deletions out, by id */
export async function readDataPlaneWorkspaces(database: LookUps): Promise<readonly string[]> {
  const rows = await database.query<{ id: string }>(
    `select id from catalog.workspaces where deletions = 'data-plane' order by id`,
  );
  return rows.map((row) => row.id);
}

/** @returns those of the destinations that no source of the workspace is connected to */
export async function readUnconnectedDestinations(
  database: LookUps,
  workspaceId: string,
  destinationIds: readonly string[],
): Promise<readonly string[]> {
  const rows = await database.query<{ id: string }>(
    // Connections have an `id` of their own.
    `select asked.id from unnest($2::text[]) as asked (id)
      where not exists (select from catalog.connections c
                         where c.workspace_id = $1 and c.destination_id = asked.id)`,
    [workspaceId, destinationIds],
  );
  return rows.map((row) => row.id);
}
