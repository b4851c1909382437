import { join } from 'node:path';
import {
  applyWorkspaceFile,
  checkSecretKey,
  ensureDemoWorkspace,
  type SecretBox,
  type WorkspaceDocument,
} from '@lethe/catalog';
import type { DatabaseConnection } from '@lethe/database';

/**
 * Holds the key against the database, then applies the workspace file, or makes the demo workspace
 * in an empty database.
 *
 * @returns the token of the demo workspace, where there is one
 * @throws SecretKeyError when the secrets of the database were sealed with another key
 */
export async function prepareWorkspaces(
  database: DatabaseConnection,
  document: WorkspaceDocument | undefined,
  box: SecretBox,
  dataDir: string,
): Promise<string | undefined> {
  await checkSecretKey(database, box);
  if (document !== undefined) {
    await applyWorkspaceFile(database, document, box);
    return undefined;
  }
  const demo = await ensureDemoWorkspace(database, { tokenFile: join(dataDir, 'demo-token') });
  return demo?.token;
}
