import { join, resolve } from 'node:path';
import {
  applyWorkspaceFile,
  checkSecretKey,
  ensureDemoWorkspace,
  type SecretBox,
  type WorkspaceDocument,
} from '@lethe/catalog';
import type { DatabaseConnection } from '@lethe/database';
import type { StandaloneConfig } from './standalone.config.js';

/**
 * Holds the key against the database, then applies the workspace file, or makes the demo workspace
 * in an empty database.
 *
 * @returns the token of the demo workspace, where there is one
 * @throws SecretKeyError when the secrets of the database were sealed with another key
 */
export async function prepareWorkspaces(
  database: DatabaseConnection,
  config: Pick<StandaloneConfig, 'LETHE_DATA_DIR' | 'LETHE_DEMO_WORKSPACE'>,
  document: WorkspaceDocument | undefined,
  box: SecretBox,
): Promise<string | undefined> {
  await checkSecretKey(database, box);
  if (document !== undefined) {
    await applyWorkspaceFile(database, document, box);
    return undefined;
  }
  if (!config.LETHE_DEMO_WORKSPACE) return undefined;
  const tokenFile = join(resolve(config.LETHE_DATA_DIR), 'demo-token');
  const demo = await ensureDemoWorkspace(database, { tokenFile });
  return demo?.token;
}
