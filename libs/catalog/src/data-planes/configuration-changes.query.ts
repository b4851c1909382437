import type { LookUps } from '../ask-database.js';

/**
 * Times of the last configuration changes, in whole milliseconds. No two changes have the same
 * time.
 */
export interface ConfigurationChanges {
  /** Time of the last change of each workspace, sorted by workspace id. */
  readonly workspaces: readonly { readonly workspaceId: string; readonly changedAt: Date }[];
  /**
   * The newest time of any change in this database. If a data plane has a newer time, the database
   * was restored to an older state.
   */
  readonly latest: Date;
}

interface ChangeRow {
  readonly workspace_id: string | null;
  readonly changed_at: Date;
  readonly last_at: Date;
}

/**
 * Returns SQL that reads `from` and the configuration clock, whose only row has the newest time of
 * any change. The SQL returns this row even if `from` has no rows.
 */
const selectChanges = (from: string): string => `
  select c.workspace_id, c.changed_at, clock.last_at
  from catalog.configuration_clock clock left join (${from}) c on true
  order by c.workspace_id`;

const OF_WORKSPACE = selectChanges(
  'select workspace_id, changed_at from catalog.configuration_changes where workspace_id = $1',
);

const OF_NAMESPACE = selectChanges(
  `select c.workspace_id, c.changed_at
   from catalog.namespace_workspaces n join catalog.configuration_changes c using (workspace_id)
   where n.namespace_id = $1`,
);

/** Reads the times of all workspaces in one statement, so that they belong to the same moment. */
export async function readConfigurationChanges(
  database: LookUps,
  owner: { readonly workspaceId: string } | { readonly namespaceId: string },
): Promise<ConfigurationChanges> {
  const rows =
    'workspaceId' in owner
      ? await database.query<ChangeRow>(OF_WORKSPACE, [owner.workspaceId])
      : await database.query<ChangeRow>(OF_NAMESPACE, [owner.namespaceId]);
  const [first] = rows;
  if (first === undefined) throw new Error('The row of the configuration clock is missing.');
  return {
    latest: first.last_at,
    workspaces: rows.flatMap(({ workspace_id: workspaceId, changed_at: changedAt }) =>
      workspaceId === null ? [] : { workspaceId, changedAt },
    ),
  };
}
