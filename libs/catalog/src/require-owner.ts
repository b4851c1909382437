import type { DatabaseConnection } from '@lethe/database';
import { CatalogError } from './catalog-error.js';

/** @throws CatalogError when there is no such workspace */
export async function requireWorkspace(database: DatabaseConnection, id: string): Promise<void> {
  const [found] = await database.query('select from catalog.workspaces where id = $1', [id]);
  if (found !== undefined) return;
  throw new CatalogError(`There is no workspace "${id}".`);
}

/** @throws CatalogError when there is no such namespace */
export async function requireNamespace(database: DatabaseConnection, id: string): Promise<void> {
  const [found] = await database.query('select from catalog.namespaces where id = $1', [id]);
  if (found !== undefined) return;
  throw new CatalogError(
    `There is no namespace "${id}". Namespaces are declared in a workspace file.`,
  );
}
