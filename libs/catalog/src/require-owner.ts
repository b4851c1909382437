import type { DatabaseConnection } from '@lethe/database';
import { CatalogError } from './catalog-error.js';

/** @throws CatalogError if the workspace does not exist */
export async function requireWorkspace(database: DatabaseConnection, id: string): Promise<void> {
  const [found] = await database.query('select from catalog.workspaces where id = $1', [id]);
  if (found !== undefined) return;
  throw new CatalogError(`There is no workspace "${id}".`);
}

/** @throws CatalogError if the namespace does not exist */
export async function requireNamespace(database: DatabaseConnection, id: string): Promise<void> {
  const [found] = await database.query('select from catalog.namespaces where id = $1', [id]);
  if (found !== undefined) return;
  throw new CatalogError(
    `There is no namespace "${id}". Namespaces are declared in a workspace file.`,
  );
}
