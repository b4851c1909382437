import type { DatabaseConnection } from '@lethe/database';
import { SCHEMA } from '../../database/schema-name.js';
import { ALL_SOURCES } from '../../suppressions/all-sources.js';

/**
 * Returns the suppression keys of users that a request would suppress at too many sources.
 * `insertRegulations` makes the same check when it stores regulations.
 *
 * @param request.userIds suppression keys
 */
export async function crowdedUsers(
  database: DatabaseConnection,
  workspaceId: string,
  request: { readonly userIds: readonly string[]; readonly sourceIds: readonly string[] },
  limit: number,
): Promise<ReadonlySet<string>> {
  const rows = await database.query<{ user_id: string }>(
    `select user_id from (select distinct unnest($2::text[]) as user_id) as added
      where $4::integer < cardinality($3::text[]) + (
        select count(*) from ${SCHEMA}.suppressions s
         where s.workspace_id = $1 and s.user_id = added.user_id and s.active_count > 0
           and s.source_id <> '${ALL_SOURCES}' and s.source_id not in (select unnest($3::text[])))`,
    [workspaceId, request.userIds, request.sourceIds, limit],
  );
  return new Set(rows.map((row) => row.user_id));
}
