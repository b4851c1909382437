import type { DatabaseConnection } from '@lethe/database';
import { CatalogError } from '../catalog-error.js';
import { requireNamespace, requireWorkspace } from '../require-owner.js';
import { refuseLookAlike } from '../tokens/operator-tokens.js';
import { hashSecret, makeSecret } from '../tokens/secret.js';
import { secretName } from '../workspace-file/workspace-schema.js';

export type DataPlaneOwner =
  | { readonly workspaceId: string; readonly namespaceId?: never }
  | { readonly namespaceId: string; readonly workspaceId?: never };

/** The data of a data plane that an operator is allowed to see. The secret is not stored. */
export interface DataPlaneRecord {
  readonly owner: DataPlaneOwner;
  /** Unique among the data planes of its owner, including revoked ones. */
  readonly name: string;
  readonly createdAt: Date;
  readonly revokedAt?: Date;
}

interface DataPlaneRow {
  readonly workspace_id: string | null;
  readonly namespace_id: string | null;
  readonly name: string;
  readonly created_at: Date;
  readonly revoked_at: Date | null;
}

/** SQL condition with the parameters that `parametersOf` returns. */
const OF_OWNER = '(workspace_id, namespace_id) is not distinct from ($1, $2)';

/**
 * Creates a data plane with a secret of 192 random bits.
 *
 * @returns the secret; it cannot be shown again, because only its hash is stored
 * @throws CatalogError if the name is invalid or taken, or looks like another name of the
 * workspace, or if the owner does not exist
 */
export async function createDataPlane(
  database: DatabaseConnection,
  owner: DataPlaneOwner,
  name: string,
): Promise<{ readonly secret: string }> {
  const problem = secretName.safeParse(name).error?.issues[0]?.message;
  if (problem !== undefined) throw new CatalogError(`name ${problem}.`);
  await requireOwner(database, owner);
  const { workspaceId } = owner;
  if (workspaceId !== undefined)
    await refuseLookAlike(database, 'data_planes', { workspaceId, name });
  const secret = makeSecret('lth_dp_');
  const created = await database.query(
    `insert into catalog.data_planes (workspace_id, namespace_id, name, hash)
     values ($1, $2, $3, $4)
     on conflict (workspace_id, namespace_id, name) do nothing
     returning id`,
    [...parametersOf(owner), name, hashSecret(secret)],
  );
  if (created.length === 0) {
    throw new CatalogError(
      `${describe(owner)} already has a data plane named "${name}" (names of revoked data planes also count). Choose another name.`,
    );
  }
  return { secret };
}

/**
 * @param owner if absent, returns the data planes of all owners
 * @returns data planes, including revoked ones, sorted by owner and name; data planes of workspaces
 * come before data planes of namespaces
 * @throws CatalogError if the owner does not exist
 */
export async function listDataPlanes(
  database: DatabaseConnection,
  owner?: DataPlaneOwner,
): Promise<DataPlaneRecord[]> {
  if (owner !== undefined) await requireOwner(database, owner);
  const rows = await database.query<DataPlaneRow>(
    `select workspace_id, namespace_id, name, created_at, revoked_at from catalog.data_planes
     ${owner === undefined ? '' : `where ${OF_OWNER}`}
     order by workspace_id nulls last, namespace_id, name`,
    owner === undefined ? [] : parametersOf(owner),
  );
  return rows.map((row) => ({
    owner: ownerOf(row),
    name: row.name,
    createdAt: row.created_at,
    ...(row.revoked_at === null ? {} : { revokedAt: row.revoked_at }),
  }));
}

/**
 * Revokes the secret of a data plane permanently. Every gateway refuses the secret after 5 s at
 * most.
 *
 * @returns the time of the first revocation, which a repeated call does not change
 * @throws CatalogError if the data plane does not exist
 */
export async function revokeDataPlane(
  database: DatabaseConnection,
  owner: DataPlaneOwner,
  name: string,
): Promise<{ readonly revokedAt: Date }> {
  const [revoked] = await database.query<{ revoked_at: Date }>(
    `with revoked as (
       update catalog.data_planes set revoked_at = coalesce(revoked_at, now())
       where ${OF_OWNER} and name = $3
       returning revoked_at
     )
     select revoked_at from revoked`,
    [...parametersOf(owner), name],
  );
  if (revoked === undefined) {
    await requireOwner(database, owner);
    throw new CatalogError(`${describe(owner)} has no data plane named "${name}".`);
  }
  return { revokedAt: revoked.revoked_at };
}

async function requireOwner(database: DatabaseConnection, owner: DataPlaneOwner): Promise<void> {
  if (owner.workspaceId === undefined) await requireNamespace(database, owner.namespaceId);
  else await requireWorkspace(database, owner.workspaceId);
}

function parametersOf({ workspaceId, namespaceId }: DataPlaneOwner): readonly (string | null)[] {
  return [workspaceId ?? null, namespaceId ?? null];
}

function ownerOf({ workspace_id: workspaceId, namespace_id: namespaceId }: DataPlaneRow) {
  return workspaceId === null ? { namespaceId: namespaceId ?? '' } : { workspaceId };
}

function describe(owner: DataPlaneOwner): string {
  return owner.workspaceId === undefined
    ? `Namespace "${owner.namespaceId}"`
    : `Workspace "${owner.workspaceId}"`;
}
