import { isUuid, type Scope } from '@lethe/contracts';
import type { LookUps } from '../ask-database.js';

/** @returns the given tokens that are neither revoked nor expired, and have the scope */
export async function readWorkingTokens(
  database: LookUps,
  tokenIds: readonly string[],
  scope: Scope,
): Promise<ReadonlySet<string>> {
  const rows = await database.query<{ id: string }>(
    `select id from catalog.tokens
      where id = any($1::uuid[]) and revoked_at is null and $2 = any(scopes)
        and (expires_at is null or expires_at > clock_timestamp())`,
    [tokenIds.filter(isUuid), scope],
  );
  return new Set(rows.map(({ id }) => id));
}
