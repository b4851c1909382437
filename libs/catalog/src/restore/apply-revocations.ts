import type { EntityManager } from 'typeorm';

/** A revoked secret from the revocations topic, which survives a restore of the database. */
export interface Revocation {
  /** SHA-256 of the secret, hexadecimal. */
  readonly hash: string;
  readonly kind: 'token' | 'data_plane';
  readonly reason: 'revoked' | 'replaced';
  /** ISO 8601. */
  readonly revokedAt: string;
}

/** A secret that a restore of the database made active, and that Lethe has revoked again. */
export interface RevokedSecret {
  readonly kind: Revocation['kind'];
  /** The workspace or namespace. */
  readonly owner: string;
  readonly name: string;
}

const PUBLISHED = `jsonb_to_recordset($1) as published (hash text, kind text, reason text, "revokedAt" timestamptz)`;

const OWNERS = {
  token: { table: 'tokens', owner: 'stored.workspace_id' },
  data_plane: {
    table: 'data_planes',
    owner: 'coalesce(stored.workspace_id, stored.namespace_id)',
  },
} as const;

/**
 * Hash of a random text that no client has. It overwrites the hash of a replaced secret. The row is
 * not revoked, so the workspace file can later give it a new secret.
 */
const NO_SECRET = 'sha256(uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid()))';

/**
 * Repeats revocations that a restore of the database lost. Also records revocations of secrets
 * without a row, because the workspace file can insert such a secret again.
 *
 * @returns the secrets that this call revoked or replaced
 */
export async function applyRevocations(
  manager: EntityManager,
  revocations: readonly Revocation[],
): Promise<RevokedSecret[]> {
  const parameters = [JSON.stringify(revocations)];
  const revoked: RevokedSecret[] = [];
  for (const [kind, { table, owner }] of Object.entries(OWNERS)) {
    const rows = await manager.query<{ owner: string; name: string }[]>(
      `with revoked as (
         update catalog.${table} stored set
           revoked_at = case when published.reason = 'revoked' then published."revokedAt" end,
           hash = case when published.reason = 'revoked' then stored.hash else ${NO_SECRET} end
          from ${PUBLISHED}
         where stored.hash = decode(published.hash, 'hex') and stored.revoked_at is null
         returning ${owner} as owner, stored.name
       ) select owner, name from revoked order by owner, name`,
      parameters,
    );
    revoked.push(...rows.map((row) => ({ ...row, kind: kind as Revocation['kind'] })));
  }
  await manager.query(
    `insert into catalog.revocations as known (hash, kind, reason, revoked_at)
     select decode(hash, 'hex'), kind, reason, "revokedAt" from ${PUBLISHED}
     on conflict (hash) do update set reason = excluded.reason, revoked_at = excluded.revoked_at
      where known.reason = 'replaced' and excluded.reason = 'revoked'`,
    parameters,
  );
  return revoked;
}
