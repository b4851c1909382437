import type { RunQuery } from '@lethe/database';
import { doneBy, inBatches } from '../../database/in-batches.js';
import { SCHEMA } from '../../database/schema-name.js';

/** Rows of one statement. */
const BATCH = 50_000;

/**
 * Makes one row of all those that count the ended jobs of a destination and state, see
 * `migrations/baseline/deletions.ts`. May run anywhere at any time: rows that somebody else has in hand are left to them.
 * Goes on as long as it makes few rows of many.
 *
 * @param signal ends it between two statements
 */
export async function foldTallies(query: RunQuery, signal?: AbortSignal): Promise<void> {
  await inBatches(BATCH, () => doneBy(query, FOLD), signal);
}

const FOLD = `
  with taken as (
    delete from ${SCHEMA}.deletion_tallies where ctid = any(array(
      select ctid from ${SCHEMA}.deletion_tallies limit ${BATCH} for update skip locked))
    returning workspace_id, destination_id, state, jobs
  ), made as (
    insert into ${SCHEMA}.deletion_tallies
    select workspace_id, destination_id, state, sum(jobs) from taken group by 1, 2, 3
    returning 1
  )
  select case when (select count(*) from made) < ${BATCH / 2} then count(*)::int else 0 end as done from taken`;
