import type { LookUps } from '../ask-database.js';

/**
 * When configurations last changed. Times are whole milliseconds, and no two changes have the same
 * one.
 */
export interface ConfigurationChanges {
  /** Last change of each workspace, in the order of the ids. */
  readonly workspaces: readonly { readonly workspaceId: string; readonly changedAt: Date }[];
  /**
   * The newest time that can have been handed out; a data plane that names a newer one was served
   * from another state of the database.
   */
  readonly latest: Date;
}

interface ChangeRow {
  readonly workspace_id: string | null;
  readonly changed_at: Date;
  readonly last_at: Date;
}

/** Also returns the clock's row when there are no workspaces. */
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

/** Reads the changes in one statement, so those of several workspaces are of one point in time. */
export async function readConfigurationChanges(
  database: LookUps,
  of: { readonly workspaceId: string } | { readonly namespaceId: string },
): Promise<ConfigurationChanges> {
  const rows =
    'workspaceId' in of
      ? await database.query<ChangeRow>(OF_WORKSPACE, [of.workspaceId])
      : await database.query<ChangeRow>(OF_NAMESPACE, [of.namespaceId]);
  const [first] = rows;
  if (first === undefined) throw new Error('The clock of the configurations is gone.');
  return {
    latest: first.last_at,
    workspaces: rows.flatMap(({ workspace_id: workspaceId, changed_at: changedAt }) =>
      workspaceId === null ? [] : { workspaceId, changedAt },
    ),
  };
}
