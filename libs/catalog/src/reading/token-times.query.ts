import type { Statements } from '@lethe/database';

/** Since when a token is there, and until when it works; without an end for one that does not expire. */
export interface TokenTimes {
  readonly createdAt: Date;
  readonly expiresAt?: Date;
}

export async function readTokenTimes(
  database: Statements,
  workspaceId: string,
  tokenId: string,
): Promise<TokenTimes | undefined> {
  const [row] = await database.query<{ created_at: Date; expires_at: Date | null }>(
    'select created_at, expires_at from catalog.tokens where workspace_id = $1 and id = $2',
    [workspaceId, tokenId],
  );
  if (row === undefined) return undefined;
  const { created_at: createdAt, expires_at: expiresAt } = row;
  return { createdAt, ...(expiresAt === null ? {} : { expiresAt }) };
}
