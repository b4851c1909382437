import type { DatabaseConnection } from '@lethe/database';

export interface NamespaceRecord {
  readonly id: string;
  readonly name: string;
  readonly workspaceIds: readonly string[];
}

/** @returns all namespaces, sorted by id, with sorted workspace ids */
export async function listNamespaces(database: DatabaseConnection): Promise<NamespaceRecord[]> {
  return database.query<NamespaceRecord>(
    `select n.id, n.name, array(
       select w.workspace_id from catalog.namespace_workspaces w
       where w.namespace_id = n.id order by w.workspace_id
     ) as "workspaceIds"
     from catalog.namespaces n order by n.id`,
  );
}
