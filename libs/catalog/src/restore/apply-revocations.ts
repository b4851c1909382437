import type { EntityManager } from 'typeorm';

/** That a secret works no more, as it was told outside of the database. */
export interface Revocation {
  /** SHA-256 of the secret, hexadecimal. */
  readonly hash: string;
  readonly kind: 'token' | 'data_plane';
  readonly reason: 'revoked' | 'replaced';
  /** ISO 8601. */
  readonly revokedAt: string;
}

/** A secret that worked again, and works no more. */
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

/** Nobody's secret, until the workspace file says which one it is now: the name is not revoked. */
const NO_SECRET = 'sha256(uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid()))';

/**
 * Revokes again what was revoked in the days that a restore of the database lost. A secret whose row
 * is not there is remembered all the same: it may come again with the workspace file.
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
