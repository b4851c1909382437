import type { RunQuery } from '@lethe/database';
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
  let taken: number;
  let made: number;
  do {
    const [row] = await query<{ taken: number; made: number }>(FOLD);
    ({ taken, made } = row ?? { taken: 0, made: 0 });
  } while (taken === BATCH && made < BATCH / 2 && signal?.aborted !== true);
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
  select (select count(*)::int from taken) as taken, (select count(*)::int from made) as made`;
