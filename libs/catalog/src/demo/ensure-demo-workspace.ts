import type { DatabaseConnection } from '@lethe/database';
import { hashSecret, makeSecret } from '../tokens/secret.js';
import { applyDocument, lockCatalogWrites } from '../workspace-file/apply-workspace-file.js';
import { demoWorkspace } from './demo-workspace.js';
import { readTokenFile, writeTokenFile } from './token-file.js';

/**
 * Creates the demo workspace with a random token if the database has no workspace.
 *
 * @param options.tokenFile file for the token (mode 0600). It is written before the commit, so that
 * a crash cannot leave a workspace without its token
 * @returns the token in the file, at the first and at later starts; `undefined` if there is no
 *   file, or if the token is not active in this database
 * @throws LetheError `unavailable`; errors of the file system
 */
export async function ensureDemoWorkspace(
  database: DatabaseConnection,
  options: { readonly tokenFile: string },
): Promise<{ readonly token: string } | undefined> {
  const created = await database.transaction(async (manager) => {
    // If several processes start at the same time, one of them creates the workspace. The others
    // wait here, and then find that the workspace exists.
    await lockCatalogWrites(manager);
    const [row] = await manager.query<{ found: boolean }[]>(
      'select exists (select from catalog.workspaces) as found',
    );
    if (row?.found !== false) return undefined;
    const token = makeSecret('lth_');
    await applyDocument(manager, demoWorkspace(token));
    await writeTokenFile(options.tokenFile, token);
    return token;
  });
  const token = created ?? (await readTokenFile(options.tokenFile));
  if (token === undefined || !(await isValid(database, token))) return undefined;
  return { token };
}

async function isValid(database: DatabaseConnection, token: string): Promise<boolean> {
  const rows = await database.query(
    `select from catalog.tokens
     where hash = $1 and revoked_at is null and (expires_at is null or expires_at > now())`,
    [hashSecret(token)],
  );
  return rows.length > 0;
}
