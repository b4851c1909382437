import type { RegulationType } from '@lethe/contracts';
import type { EntityManager } from 'typeorm';
import { SCHEMA } from '../database/schema-name.js';
import { suppressedSources } from '../suppressions/all-sources.js';

/**
 * Takes one regulation's share out of the counts of its user. A key that nothing covers any more
 * has changed and gets a new number after the commit; the row stays, as the tombstone that readers
 * of the feed need.
 *
 * @param covered the regulation: its sources, or null for all of them; one that only deletes suppresses nowhere
 */
export async function liftSuppressions(
  manager: EntityManager,
  covered: {
    workspaceId: string;
    userId: string;
    regulationType: RegulationType;
    sourceIds: readonly string[] | null;
  },
): Promise<void> {
  const sources = suppressedSources(covered);
  if (sources.length === 0) return;
  await manager.query(
    `with held as (
       select source_id from ${SCHEMA}.suppressions
        where workspace_id = $1 and user_id = $2 and source_id = any($3::text[])
        order by source_id collate "C" for update
     )
     update ${SCHEMA}.suppressions as present set
       active_count = present.active_count - 1,
       changed_at = case
         when present.active_count = 1 then greatest(clock_timestamp(), present.changed_at + interval '1 microsecond')
         else present.changed_at end,
       change_seq = case when present.active_count = 1 then null else present.change_seq end
      from held
     where present.workspace_id = $1 and present.user_id = $2
       and present.source_id = held.source_id`,
    [covered.workspaceId, covered.userId, sources],
  );
}
