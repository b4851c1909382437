import type { System } from '../system.js';

/**
 * Returns the keys that must be suppressed. Reads the regulations, not the tables behind the feed.
 *
 * @returns `workspace:user:(source|*)`, sorted
 */
export async function coveredKeys(
  system: System,
  workspaces: readonly string[],
): Promise<string[]> {
  const rows = await system.query<{ key: string }>(
    `select distinct workspace_id || ':' || user_id || ':' || source as key
       from regulation.regulations, unnest(coalesce(source_ids, '{*}')) as source
      where not canceled and workspace_id = any($1)`,
    [workspaces],
  );
  return rows.map(({ key }) => key).sort();
}
