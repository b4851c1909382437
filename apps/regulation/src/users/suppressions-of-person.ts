import { USER_BOUNDS, type PersonDto } from '@lethe/api/users';
import type { Statements } from '@lethe/database';
import { SCHEMA } from '../database/schema-name.js';
import { ALL_SOURCES } from '../suppressions/all-sources.js';

/**
 * Returns the sources at which the user is suppressed now, or `undefined` if the user was never
 * suppressed.
 */
export async function suppressionsOfPerson(
  database: Pick<Statements, 'query'>,
  workspaceId: string,
  userId: string,
): Promise<PersonDto['suppressed'] | undefined> {
  const rows = await database.query<{ source_id: string; first_at: Date; is_active: boolean }>(
    `select source_id, first_at, active_count > 0 as is_active from ${SCHEMA}.suppressions
      where workspace_id = $1 and user_id = $2
      order by active_count > 0 desc, source_id collate "C" limit ${USER_BOUNDS.places + 2}`,
    [workspaceId, userId],
  );
  if (rows.length === 0) return undefined;
  const active = rows
    .filter((row) => row.is_active)
    .map((row) => ({ sourceId: row.source_id, since: row.first_at.toISOString() }));
  const everywhere = active.find(({ sourceId }) => sourceId === ALL_SOURCES);
  const sources = active.filter(({ sourceId }) => sourceId !== ALL_SOURCES);
  return {
    ...(everywhere === undefined ? {} : { everywhereSince: everywhere.since }),
    sources: sources.slice(0, USER_BOUNDS.places),
    ...(sources.length > USER_BOUNDS.places ? { moreSources: true } : {}),
  };
}
