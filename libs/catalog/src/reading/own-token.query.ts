import type { LookUps } from '../ask-database.js';

/** Data of a token that `TokenIdentity` does not contain. */
export interface OwnToken {
  readonly workspaceName: string;
  readonly createdAt: Date;
  readonly expiresAt?: Date;
}

type Row = Omit<OwnToken, 'expiresAt'> & { readonly expiresAt: Date | null };

export async function readOwnToken(
  database: LookUps,
  workspaceId: string,
  tokenId: string,
): Promise<OwnToken | undefined> {
  const [row] = await database.query<Row>(
    `select w.name as "workspaceName", t.created_at as "createdAt", t.expires_at as "expiresAt"
       from catalog.tokens t join catalog.workspaces w on w.id = t.workspace_id
      where t.workspace_id = $1 and t.id = $2`,
    [workspaceId, tokenId],
  );
  if (row === undefined) return undefined;
  const { expiresAt, ...token } = row;
  return expiresAt === null ? token : { ...token, expiresAt };
}
