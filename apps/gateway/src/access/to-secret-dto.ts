import type { SecretRecord } from '@lethe/catalog';

/** What the DTOs of tokens and data planes have in common. */
export function toSecretDto(record: SecretRecord) {
  const { id, name, state, createdAt, createdBy, expiresAt, lastUsedAt, revokedAt, revokedBy } =
    record;
  return {
    ...{ id, name, state, createdAt: createdAt.toISOString() },
    ...(createdBy === undefined ? {} : { createdBy }),
    ...(expiresAt === undefined ? {} : { expiresAt: expiresAt.toISOString() }),
    ...(lastUsedAt === undefined ? {} : { lastUsedAt: lastUsedAt.toISOString() }),
    ...(revokedAt === undefined ? {} : { revokedAt: revokedAt.toISOString() }),
    ...(revokedBy === undefined ? {} : { revokedBy }),
  };
}
