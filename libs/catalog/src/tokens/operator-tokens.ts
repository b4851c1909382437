import type { Scope } from '@lethe/contracts';
import type { DatabaseConnection } from '@lethe/database';
import { z } from 'zod';
import { CatalogError } from '../catalog-error.js';
import { requireWorkspace } from '../require-owner.js';
import { email, scopes, secretName } from '../workspace-file/workspace-schema.js';
import { SECRET_NOUNS, findLookAlike } from './refuse-look-alike.js';
import { hashSecret, makeSecret } from './secret.js';
import { knownScopes } from './token-identity.js';
import type { TokenRow } from './token-table.js';

const newTokenSchema = z.object({
  workspaceId: z.string(),
  name: secretName,
  email,
  scopes,
  expiresAt: z
    .date()
    .refine((time) => time.getTime() > Date.now(), 'must be in the future')
    .optional(),
});

export interface NewToken {
  readonly workspaceId: string;
  /**
   * Unique among the tokens of the workspace, including revoked ones. Regulations store the name as
   * `createdBy`.
   */
  readonly name: string;
  readonly email: string;
  readonly scopes: readonly Scope[];
  readonly expiresAt?: Date;
}

/** The data of a token that an operator is allowed to see. The secret is not stored. */
export interface TokenRecord {
  readonly name: string;
  readonly email: string;
  readonly scopes: readonly Scope[];
  readonly createdAt: Date;
  readonly expiresAt?: Date;
  readonly revokedAt?: Date;
  /** Recorded time of the last use. The actual last use is up to an hour later. */
  readonly lastUsedAt?: Date;
}

/**
 * Creates a token of 192 random bits.
 *
 * @returns the token; it cannot be shown again, because only its hash is stored
 * @throws CatalogError if a value is invalid, the workspace does not exist, or the name is taken
 * or looks like another name
 */
export async function createToken(
  database: DatabaseConnection,
  request: NewToken,
): Promise<{ readonly token: string }> {
  const parsed = newTokenSchema.safeParse(request);
  if (!parsed.success) {
    const problems = parsed.error.issues.map(({ path, message }) => `${path.join('.')} ${message}`);
    throw new CatalogError(`${problems.join('; ')}.`);
  }
  await requireWorkspace(database, request.workspaceId);
  await refuseLookAlike(database, 'tokens', request);
  const token = makeSecret('lth_');
  const { workspaceId, name, expiresAt } = parsed.data;
  const created = await database.query(
    `insert into catalog.tokens (workspace_id, name, hash, email, scopes, expires_at)
     values ($1, $2, $3, $4, $5, $6)
     on conflict (workspace_id, name) do nothing
     returning id`,
    [workspaceId, name, hashSecret(token), parsed.data.email, parsed.data.scopes, expiresAt],
  );
  if (created.length === 0) {
    throw new CatalogError(
      `Workspace "${workspaceId}" already has a token named "${name}" (names of revoked tokens also count). Choose another name.`,
    );
  }
  return { token };
}

/** @throws CatalogError if a person could confuse the name with another name in the workspace */
export async function refuseLookAlike(
  database: DatabaseConnection,
  table: 'tokens' | 'data_planes',
  { workspaceId, name }: { readonly workspaceId: string; readonly name: string },
): Promise<void> {
  const other = await findLookAlike(database.manager, { table, workspaceId }, name);
  if (other === undefined) return;
  throw new CatalogError(
    `The name "${name}" looks like "${other}" of workspace "${workspaceId}" (names of revoked ${SECRET_NOUNS[table]} also count). Choose another name.`,
  );
}

/**
 * @returns all tokens of a workspace, including revoked and expired ones, sorted by name
 * @throws CatalogError if the workspace does not exist
 */
export async function listTokens(
  database: DatabaseConnection,
  workspaceId: string,
): Promise<TokenRecord[]> {
  await requireWorkspace(database, workspaceId);
  const rows = await database.query<TokenRow>(
    `select name, email, scopes, created_at, expires_at, revoked_at, last_used_at
       from catalog.tokens where workspace_id = $1 order by name`,
    [workspaceId],
  );
  return rows.map((row) => ({
    name: row.name,
    email: row.email,
    scopes: knownScopes(row.scopes),
    createdAt: row.created_at,
    ...(row.expires_at === null ? {} : { expiresAt: row.expires_at }),
    ...(row.revoked_at === null ? {} : { revokedAt: row.revoked_at }),
    ...(row.last_used_at === null ? {} : { lastUsedAt: row.last_used_at }),
  }));
}

/**
 * Revokes a token permanently. Every gateway refuses the token after 5 s at most.
 *
 * @returns the time of the first revocation, which a repeated call does not change
 * @throws CatalogError if the token does not exist
 */
export async function revokeToken(
  database: DatabaseConnection,
  { workspaceId, name }: { readonly workspaceId: string; readonly name: string },
): Promise<{ readonly revokedAt: Date }> {
  const [revoked] = await database.query<{ revoked_at: Date }>(
    `with revoked as (
       update catalog.tokens set revoked_at = coalesce(revoked_at, now())
       where workspace_id = $1 and name = $2
       returning revoked_at
     )
     select revoked_at from revoked`,
    [workspaceId, name],
  );
  if (revoked === undefined) {
    await requireWorkspace(database, workspaceId);
    throw new CatalogError(`Workspace "${workspaceId}" has no token named "${name}".`);
  }
  return { revokedAt: revoked.revoked_at };
}
