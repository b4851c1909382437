import type { DatabaseConnection } from '@lethe/database';

/** A named group of workspaces. */
export interface NamespaceRecord {
  readonly id: string;
  readonly name: string;
  /** Sorted. */
  readonly workspaceIds: readonly string[];
}

/** @returns all namespaces, by id */
export async function listNamespaces(database: DatabaseConnection): Promise<NamespaceRecord[]> {
  return database.query<NamespaceRecord>(
    `select n.id, n.name, array(
       select w.workspace_id from catalog.namespace_workspaces w
       where w.namespace_id = n.id order by w.workspace_id
     ) as "workspaceIds"
     from catalog.namespaces n order by n.id`,
  );
}
