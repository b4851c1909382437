import type { EntityManager } from 'typeorm';

/**
 * Ends all sessions of the console, because a restore of the database brings back ended sessions
 * and used sign-in codes.
 */
export async function endSessions(manager: EntityManager): Promise<void> {
  await manager.query('delete from catalog.sessions');
  await manager.query('delete from catalog.sign_in_codes');
}
