import type { DatabaseConnection } from '@lethe/database';
import { CatalogError } from './catalog-error.js';
import { NamespaceEntity } from './entities/namespace.entity.js';
import { WorkspaceEntity } from './entities/workspace.entity.js';

/** @throws CatalogError when there is no such workspace */
export async function requireWorkspace(database: DatabaseConnection, id: string): Promise<void> {
  if (await database.manager.existsBy(WorkspaceEntity, { id })) return;
  throw new CatalogError(`There is no workspace "${id}".`);
}

/** @throws CatalogError when there is no such namespace */
export async function requireNamespace(database: DatabaseConnection, id: string): Promise<void> {
  if (await database.manager.existsBy(NamespaceEntity, { id })) return;
  throw new CatalogError(
    `There is no namespace "${id}". Namespaces are declared in a workspace file.`,
  );
}
