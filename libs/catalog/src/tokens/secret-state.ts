import type { SecretState } from '@lethe/contracts';

const HAS_EXPIRED = 'coalesce(expires_at <= now(), false)';

/** SQL expression for the state of a row of `catalog.tokens` or `catalog.data_planes`. */
export const STATE_SQL = `case when revoked_at is not null then 'revoked' when ${HAS_EXPIRED} then 'expired' else 'active' end`;

/** SQL condition that is true if the secret is active. */
export const IS_ACTIVE = `revoked_at is null and not ${HAS_EXPIRED}`;

/** The data of a token or data plane that callers are allowed to see, without the secret. */
export interface SecretRecord {
  readonly id: string;
  /** Unique among the secrets of its owner, including revoked ones. */
  readonly name: string;
  readonly state: SecretState;
  readonly createdAt: Date;
  /** Name of the token that created the secret. Absent if an operator created it. */
  readonly createdBy?: string;
  readonly expiresAt?: Date;
  /**
   * Recorded time of the last use. The actual last use is up to an hour later for a token, and up
   * to a minute later for a data plane.
   */
  readonly lastUsedAt?: Date;
  readonly revokedAt?: Date;
  readonly revokedBy?: string;
}

/** Columns for `toSecretRecord`, which both tables have. */
export const SECRET_COLUMNS = `id, name, ${STATE_SQL} as state, created_at, created_by, expires_at, last_used_at, revoked_at, revoked_by`;

export interface SecretRow {
  readonly id: string;
  readonly name: string;
  readonly state: SecretState;
  readonly created_at: Date;
  readonly created_by: string | null;
  readonly expires_at: Date | null;
  readonly last_used_at: Date | null;
  readonly revoked_at: Date | null;
  readonly revoked_by: string | null;
}

export function toSecretRecord(row: SecretRow): SecretRecord {
  return {
    ...{ id: row.id, name: row.name, state: row.state, createdAt: row.created_at },
    ...(row.created_by === null ? {} : { createdBy: row.created_by }),
    ...(row.expires_at === null ? {} : { expiresAt: row.expires_at }),
    ...(row.last_used_at === null ? {} : { lastUsedAt: row.last_used_at }),
    ...(row.revoked_at === null ? {} : { revokedAt: row.revoked_at }),
    ...(row.revoked_by === null ? {} : { revokedBy: row.revoked_by }),
  };
}
