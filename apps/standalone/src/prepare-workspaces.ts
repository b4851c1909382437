import { join } from 'node:path';
import { applyWorkspaceFile, ensureDemoWorkspace, type WorkspaceDocument } from '@lethe/catalog';
import type { DatabaseConnection } from '@lethe/database';

/**
 * Applies the workspace file, or makes the demo workspace in an empty database.
 *
 * @returns the token of the demo workspace, where there is one
 */
export async function prepareWorkspaces(
  database: DatabaseConnection,
  document: WorkspaceDocument | undefined,
  dataDir: string,
): Promise<string | undefined> {
  if (document !== undefined) {
    await applyWorkspaceFile(database, document);
    return undefined;
  }
  const demo = await ensureDemoWorkspace(database, { tokenFile: join(dataDir, 'demo-token') });
  return demo?.token;
}
