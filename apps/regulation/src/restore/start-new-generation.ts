import type { RunQuery } from '@lethe/outbox';
import { SCHEMA } from '../database/schema-name.js';
import { tellAgain } from '../relay/tell-again.js';

/**
 * Makes what others remember of the database's later days count no more: the feed's tokens lead to
 * the beginning, and the relay tells everything anew.
 */
export async function startNewGeneration(query: RunQuery): Promise<void> {
  await query(
    `with ended as (
       insert into ${SCHEMA}.past_generations (id) select id from ${SCHEMA}.generation
     )
     update ${SCHEMA}.generation set id = gen_random_uuid()`,
  );
  await tellAgain(query);
}
