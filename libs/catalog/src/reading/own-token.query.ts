import type { LookUps } from '../ask-database.js';

/** What an identity does not say of its token. */
export interface OwnToken {
  /** Of the workspace that it opens, as people read it. */
  readonly workspaceName: string;
  readonly createdAt: Date;
  /** Absent when it does not expire. */
  readonly expiresAt?: Date;
}

interface Row {
  readonly workspace_name: string;
  readonly created_at: Date;
  readonly expires_at: Date | null;
}

export async function readOwnToken(
  database: LookUps,
  workspaceId: string,
  tokenId: string,
): Promise<OwnToken | undefined> {
  const [row] = await database.query<Row>(
    `select w.name as workspace_name, t.created_at, t.expires_at
       from catalog.tokens t join catalog.workspaces w on w.id = t.workspace_id
      where t.workspace_id = $1 and t.id = $2`,
    [workspaceId, tokenId],
  );
  if (row === undefined) return undefined;
  return {
    workspaceName: row.workspace_name,
    createdAt: row.created_at,
    ...(row.expires_at === null ? {} : { expiresAt: row.expires_at }),
  };
}
