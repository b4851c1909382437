import type { RunQuery } from '@lethe/outbox';
import { tellAgain } from '../relay/relay-position.js';
import { SCHEMA } from './schema-name.js';

/**
 * Says that the database was restored from a backup, so that what others remember of its later days
 * counts no more: the feed's tokens lead to the beginning, and the relay publishes the state of every
 * user anew.
 */
export async function markRestored(query: RunQuery): Promise<void> {
  await query(`update ${SCHEMA}.generation set id = gen_random_uuid()`);
  await tellAgain(query);
}
