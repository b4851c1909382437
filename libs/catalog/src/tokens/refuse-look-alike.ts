import { LetheError, lookAlike } from '@lethe/contracts';
import type { EntityManager } from 'typeorm';

export const SECRET_NOUNS = { tokens: 'tokens', data_planes: 'data planes' } as const;

interface SecretsOfWorkspace {
  readonly table: 'tokens' | 'data_planes';
  readonly workspaceId: string;
}

/**
 * @returns the name of a token or data plane that a person could confuse with `name`. Searches the
 *   whole workspace, including revoked and expired ones
 */
export async function findLookAlike(
  manager: Pick<EntityManager, 'query'>,
  { table, workspaceId }: SecretsOfWorkspace,
  name: string,
): Promise<string | undefined> {
  const rows = await manager.query<{ name: string }[]>(
    `select name from catalog.${table} where workspace_id = $1`,
    [workspaceId],
  );
  return lookAlike(
    name,
    rows.map((row) => row.name),
  );
}

/**
 * @throws LetheError `conflict` if a person could confuse the name with another name in the
 * workspace
 */
export async function refuseLookAlike(
  manager: Pick<EntityManager, 'query'>,
  secrets: SecretsOfWorkspace,
  name: string,
): Promise<void> {
  const other = await findLookAlike(manager, secrets, name);
  if (other === undefined) return;
  throw new LetheError('conflict', {
    message: `The name looks like "${other}", which already exists (names of revoked ${SECRET_NOUNS[secrets.table]} also count). Choose another name.`,
  });
}
