import type { RegulationType } from '@lethe/contracts';
import type { EntityManager } from 'typeorm';
import { SCHEMA } from '../../database/schema-name.js';
import { suppressedSources } from '../../suppressions/all-sources.js';

/**
 * The part of a canceled regulation that says where it suppressed the user. Without `sourceIds`, it
 * covered all sources. A regulation of type `delete` covered no source.
 */
export interface Covered {
  readonly regulationType: RegulationType;
  readonly sourceIds: readonly string[] | null;
}

/**
 * Subtracts canceled regulations of a user from the counts of the user's suppressions. If no
 * regulation covers a source any more, the row of this source gets a new number after the commit.
 * The row stays as a tombstone, which readers of the feed need.
 */
export async function liftSuppressions(
  manager: EntityManager,
  {
    workspaceId,
    userId,
    covered,
  }: {
    readonly workspaceId: string;
    readonly userId: string;
    readonly covered: readonly Covered[];
  },
): Promise<void> {
  const shares = new Map<string, number>();
  for (const source of covered.flatMap(suppressedSources)) {
    shares.set(source, (shares.get(source) ?? 0) + 1);
  }
  if (shares.size === 0) return;
  await manager.query(
    `with held as (
       select present.source_id, gone.share from ${SCHEMA}.suppressions present
         join unnest($3::text[], $4::int[]) as gone (source_id, share) on gone.source_id = present.source_id
        where workspace_id = $1 and user_id = $2
        order by present.source_id collate "C" for update of present
     )
     update ${SCHEMA}.suppressions as present set
       active_count = present.active_count - held.share,
       changed_at = case
         when present.active_count = held.share then greatest(clock_timestamp(), present.changed_at + interval '1 microsecond')
         else present.changed_at end,
       change_seq = case when present.active_count = held.share then null else present.change_seq end
      from held
     where present.workspace_id = $1 and present.user_id = $2
       and present.source_id = held.source_id`,
    [workspaceId, userId, [...shares.keys()], [...shares.values()]],
  );
}
