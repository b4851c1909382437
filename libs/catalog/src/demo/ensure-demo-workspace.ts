import type { DatabaseConnection } from '@lethe/database';
import { hashSecret, makeSecret } from '../tokens/secret.js';
import { applyDocument, lockCatalogWrites } from '../workspace-file/apply-workspace-file.js';
import { demoWorkspace } from './demo-workspace.js';
import { readTokenFile, writeTokenFile } from './token-file.js';

/**
 * Makes a demo workspace with a random token when the database holds no workspace at all.
 *
 * @param options.tokenFile where the token is kept (mode 0600). Written before the commit: a crash
 * in between leaves a token without a workspace, not a workspace whose token is lost
 * @returns the token, now and at later starts, for as long as it works; `undefined` when there are
 * other workspaces, or the token was revoked or lost
 * @throws LetheError `unavailable`; what the file system throws
 */
export async function ensureDemoWorkspace(
  database: DatabaseConnection,
  options: { readonly tokenFile: string },
): Promise<{ readonly token: string } | undefined> {
  const made = await database.transaction(async (manager) => {
    // Of several processes that start first, one creates the workspace; the others wait here, then
    // find it.
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
  const token = made ?? (await readTokenFile(options.tokenFile));
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
