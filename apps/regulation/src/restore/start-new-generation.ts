import type { RunQuery } from '@lethe/database';
import { SCHEMA } from '../database/schema-name.js';
import { republishAll } from '../relay/position/republish-all.js';

/**
 * Invalidates earlier positions, so that feed clients start from the beginning and the relay
 * publishes everything again.
 */
export async function startNewGeneration(query: RunQuery): Promise<void> {
  await query(
    `with ended as (
       insert into ${SCHEMA}.past_generations (id) select id from ${SCHEMA}.generation
     )
     update ${SCHEMA}.generation set id = gen_random_uuid()`,
  );
  await republishAll(query);
}
