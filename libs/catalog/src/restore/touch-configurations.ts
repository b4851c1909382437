import type { EntityManager } from 'typeorm';

/**
 * Marks the configuration of every workspace as changed now. Data planes then read it again,
 * because they may have a configuration that the restore of the database has removed.
 */
export async function touchConfigurations(manager: EntityManager): Promise<void> {
  await manager.query(
    `with clock as (
       update catalog.configuration_clock set last_at = greatest(
         date_trunc('milliseconds', clock_timestamp()), last_at + interval '1 millisecond')
       returning last_at
     )
     insert into catalog.configuration_changes (workspace_id, changed_at)
     select w.id, clock.last_at from catalog.workspaces w cross join clock
     on conflict (workspace_id) do update set changed_at = excluded.changed_at`,
  );
}
