import type { EntityManager } from 'typeorm';

/**
 * Marks the configuration of every workspace as changed now, so that data planes read it again.
 * Their current configuration can be newer than the restored database.
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
