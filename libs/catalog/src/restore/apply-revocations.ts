import type { EntityManager } from 'typeorm';

/** A revoked secret, as the revocations topic has kept it outside of the database. */
export interface Revocation {
  /** SHA-256 of the secret, hexadecimal. */
  readonly hash: string;
  readonly kind: 'token' | 'data_plane';
  readonly reason: 'revoked' | 'replaced';
  /** ISO 8601. */
  readonly revokedAt: string;
}

/** A secret that the restore of the database had brought back, and that is revoked again. */
export interface RevokedSecret {
  readonly kind: Revocation['kind'];
  /** The workspace or namespace. */
  readonly owner: string;
  readonly name: string;
}

const TOLD = `jsonb_to_recordset($1) as told (hash text, kind text, reason text, "revokedAt" timestamptz)`;

const OWNERS = {
  token: { table: 'tokens', owner: 'stored.workspace_id' },
  data_plane: {
    table: 'data_planes',
    owner: 'coalesce(stored.workspace_id, stored.namespace_id)',
  },
} as const;

/**
 * Hash of a random text in place of the revoked one: the name stays usable, and has no working
 * secret until the workspace file gives it a new one.
 */
const NO_SECRET = 'sha256(uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid()))';

/**
 * Revokes again the secrets whose revocation a restore of the database lost. A secret without a row
 * is remembered as revoked all the same: the workspace file may bring it again.
 *
 * @returns the secrets that worked until now
 */
export async function applyRevocations(
  manager: EntityManager,
  revocations: readonly Revocation[],
): Promise<RevokedSecret[]> {
  const told = [JSON.stringify(revocations)];
  const revoked: RevokedSecret[] = [];
  for (const [kind, { table, owner }] of Object.entries(OWNERS)) {
    const rows = await manager.query<{ owner: string; name: string }[]>(
      `with mended as (
         update catalog.${table} stored set
           revoked_at = case when told.reason = 'revoked' then told."revokedAt" end,
           hash = case when told.reason = 'revoked' then stored.hash else ${NO_SECRET} end
          from ${TOLD}
         where stored.hash = decode(told.hash, 'hex') and stored.revoked_at is null
         returning ${owner} as owner, stored.name
       ) select owner, name from mended order by owner, name`,
      told,
    );
    revoked.push(...rows.map((row) => ({ ...row, kind: kind as Revocation['kind'] })));
  }
  await manager.query(
    `insert into catalog.revocations as known (hash, kind, reason, revoked_at)
     select decode(hash, 'hex'), kind, reason, "revokedAt" from ${TOLD}
     on conflict (hash) do update set reason = excluded.reason, revoked_at = excluded.revoked_at
      where known.reason = 'replaced' and excluded.reason = 'revoked'`,
    told,
  );
  return revoked;
}
