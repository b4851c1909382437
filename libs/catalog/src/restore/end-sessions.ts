import type { EntityManager } from 'typeorm';

/** Signs everybody out of the console: a restore of the database brought sessions back that had been ended, and codes that were used. */
export async function endSessions(manager: EntityManager): Promise<void> {
  await manager.query('delete from catalog.sessions');
  await manager.query('delete from catalog.sign_in_codes');
}
