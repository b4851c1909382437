import type { RunQuery } from '@lethe/database';
import { doneBy, inBatches } from '../../database/in-batches.js';
import { SCHEMA } from '../../database/schema-name.js';

const BATCH = 50_000;

/**
 * Merges the rows that count ended jobs into one row per destination and state, see
 * `migrations/baseline/deletions.ts`. Can run in several processes at the same time, because it
 * skips rows that another transaction has locked. Ends when a batch is not full, or when merging a
 * batch removes at most half of its rows.
 *
 * @param signal stops the work between two statements
 */
export async function compactTallies(query: RunQuery, signal?: AbortSignal): Promise<void> {
  await inBatches(BATCH, () => doneBy(query, COMPACT), signal);
}

const COMPACT = `
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
